scenario "never ends" { timeout = "30ms",
  function()
    while true do end
  end,
}
scenario "runs after it" { function() end }
