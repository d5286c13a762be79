flow "expects too much" { function(app)
  app:launch("Shop")
  app:check { front = "product" }
  app:tap "Buy"
  app:expect { stack = { "catalog", "product" } }
end }

flow "is fine" { function(app)
  app:launch("Shop")
  app:expect { front = "catalog" }
end }

flow "is not run" { skip = "not today", function() end }
