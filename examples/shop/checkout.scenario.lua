-- Scenarios for the checkout, which is a sheet above the shop.
require "app"

suite "Checkout" { tags = { "checkout" }, timeout = "2s",

  setup = function(app)
    app:launch()
    app:open "shop://product/42"
    return function() app:expect { leaks = 0 } end
  end,

  scenario "buys a product" { tags = { "smoke" },
    function(app)
      app:step("checkout", function()
        app:tap "Buy"
        app:expect { modal = { "address" }, layers = { "root", "sheet" } }
        app:tap "Next"
        app:softExpect { modal = { "payment" }, title = "Payment", args = { method = "card" } }
        app:tap "Pay"
      end)
      app:expect { modal = {}, stack = { "catalog" }, result = { paid = true, item = 42 } }
      app:snapshot "after purchase"
    end,
  },

  scenario "can be swiped away" {
    function(app)
      app:tap "Buy"
      app:swipeDown()
      app:expect { modal = {}, stack = { "catalog", "product" }, result = false }
    end,
  },

  scenario "waits for a slow payment" {
    function(app)
      app:tap "Buy"
      app:tap "Next"
      after("3s", function() app:tap "Pay" end)
      app:expect { front = "payment" }
      app:eventually({ within = "10s" }, { modal = {}, front = "catalog" })
    end,
  },

  scenario "stays up while a link opens a product below it" {
    function(app)
      app:tap "Buy"
      app:open "shop://product/7"
      app:expect { front = "address", modal = { "address" } }
      app:swipeDown()
      app:expect { stack = { "catalog", "product", { "product", id = 7 } } }
    end,
  },

  scenario "accepts vouchers" { todo = "vouchers are not sold yet" },
}
