scenario "is skipped" { skip = "no network here", function() error("ran") end }

scenario "waits for something" { todo = "refunds" }

scenario "is known to fail" { fails = "refunds are missing", function(app)
  app:launch("Shop")
  app:expect { front = "refund" }
end }
