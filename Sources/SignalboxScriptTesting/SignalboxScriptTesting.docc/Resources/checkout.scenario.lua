require "app"

suite "Checkout" {
  setup = function(app)
    app:launch()
    app:tap "Lamp"
    app:tap "Buy"
    return function() app:expect { leaks = 0 } end
  end,

  scenario "is a sheet over the product" {
    function(app)
      app:expect { modal = { "address" }, stack = { "address" }, layers = { "root", "sheet" } }
    end,
  },

  scenario "ends with a payment" {
    function(app)
      app:tap "Next"
      app:tap "Pay"
      app:expect { modal = {}, result = { paid = true }, front = "product" }
    end,
  },

  scenario "can be swiped away" {
    function(app)
      app:swipeDown()
      app:expect { modal = {}, result = false }
    end,
  },

  scenario "waits for a slow user" {
    function(app)
      app:tap "Next"
      after("20s", function() app:tap "Pay" end)
      app:eventually({ within = "30s" }, { result = { paid = true } })
    end,
  },
}
