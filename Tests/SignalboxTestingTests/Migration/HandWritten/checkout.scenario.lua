require "app"

suite "Checkout" {
  setup = function(app)
    app:launch()
    app:tap "Buy"
  end,

  scenario "a payment shows the receipt" {
    function(app)
      app:tap "Next"
      app:tap "Pay"
      app:expect { stack = { "catalog", { "thanks", number = 1 } }, result = { number = 1 }, leaks = 0 }
    end,
  },

  scenario "after going back, Buy starts a checkout again" {
    function(app)
      app:swipeBack()
      app:expect { front = "catalog", leaks = 0 }
      app:tap "Buy"
      app:expect { front = "address" }
    end,
  },
}
