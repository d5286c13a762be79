scenario "expects too much" { function(app)
  app:launch("Shop")
  app:softExpect { front = "product" }
  app:tap "Buy"
  app:expect { stack = { "catalog", "product" } }
end }

scenario "is fine" { function(app)
  app:launch("Shop")
  app:expect { front = "catalog" }
end }

scenario "is not run" { skip = "not today", function() end }
