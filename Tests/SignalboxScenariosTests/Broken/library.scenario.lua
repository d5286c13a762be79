scenario "never leaves the library" { timeout = "30ms",
  function()
    string.find(("a"):rep(5000), (".-"):rep(50) .. "b")
  end,
}
