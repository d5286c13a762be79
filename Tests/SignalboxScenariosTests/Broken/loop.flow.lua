flow "never ends" { timeout = "30ms",
  function()
    while true do end
  end,
}
flow "runs after it" { function() end }
