-- The actions of guests. These scenarios run on the model, on the application, and on both.
require "app"

suite "Café" {
  setup = function(app)
    app:launch()
    return function() app:expect { leaks = 0 } end
  end,

  scenario "an order increases the badge of the bag, which can be emptied" {
    function(app)
      app:expect { tab = "menu", stack = { "menu" }, actions = { "Espresso", "Flat white", "Tea" } }
      app:tap "Flat white"
      app:expect { front = { "drink", name = "Flat white" }, title = "Flat white" }
      app:tap "Order"
      app:expect { modal = { "size" }, layers = { "root", "sheet" } }
      app:tap "Large"
      app:tap "Place order"
      app:expect { front = "drink", badges = { bag = "1" } }
      app:tapTab "bag"
      app:tap "Empty"
      app:expect { alert = "Empty the bag?", badges = { bag = "1" } }
      app:tapAlert "Remove all"
      app:expect { tab = "bag", stack = { "bag" }, badges = {} }
    end,
  },

  scenario "a link during an order closes the order and shows the drink" {
    function(app)
      app:tap "Tea"
      app:tap "Order"
      app:open "cafe://drink/Mocha"
      app:expect { front = { "drink", name = "Mocha" }, modal = {}, badges = {} }
    end,
  },

  scenario "an order that is swiped away is not counted" {
    function(app)
      app:open "cafe://drink/Tea"
      app:tap "Order"
      app:tap "Small"
      app:expect { modal = { "extras" } }
      app:swipeDown()
      app:expect { front = { "drink", name = "Tea" }, badges = {} }
      app:swipeBack()
      app:expect { stack = { "menu" } }
    end,
  },
}
