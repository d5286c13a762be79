scenario "buys" { tag = { "smoke" },
  function(app) app:launch() end,
}
