scenario "eats everything" {
  function()
    local list = {}
    while true do list[#list + 1] = ("x"):rep(1000) .. #list end
  end,
}
scenario "runs after it" { function() end }
