suite "Shop" {
  tags = { "shop" },
  setup = function(app) app:launch("Shop") end,

  scenario "a link shows a product" { tags = { "smoke" }, function(app)
    app:open "shop://product/7"
    app:expect { stack = { "catalog", { "product", id = 7 } } }
  end },

  scenario "a payment returns to the shop" { function(app)
    app:tap "Buy"
    app:expect { front = "amount", modal = { "amount" } }
    app:tap "Pay"
    app:expect { stack = { "catalog", { "thanks", number = 7 } }, modal = {} }
    app:snapshot "paid"
  end },

  scenario "a payment takes its time" { function(app)
    app:tap "Buy"
    app:tap "Pay slowly"
    app:expect { front = "amount" }
    app:eventually { stack = { "catalog", "thanks" } }
  end },

  scenario "a payment that is cancelled leaves nothing open" { exhaustive = true, function(app)
    app:tap "Buy"
    app:tap "Pay slowly"
    app:expect { modal = { "amount" }, stack = { "amount" } }
    app:swipeDown()
    app:expect { modal = {}, stack = { "catalog" }, events = { "coordinator.finished Payment" } }
  end },
}
