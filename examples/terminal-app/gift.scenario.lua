-- Gifts in terminal-app, in its model and in the program. In ../shop, run
-- signalbox test ../terminal-app --app "terminal-app" --compare
require "giftwrap"
require "main"

suite "Gifts" {
  setup = function(app)
    app:launch "Home"
    app:tap "Lamp"
    app:tap "Wrap as a gift"
    return function() app:expect { leaks = 0 } end
  end,

  scenario "wraps a gift, pays for it and shows its alert" {
    function(app)
      app:expect { coordinator = "GiftWrap", front = "paper", actions = { "Stars", "Stripes" } }
      app:tap "Stripes"
      app:expect { front = { "card", paper = "stripes" }, title = "A card with it?" }
      app:tap "Pay"
      app:expect { coordinator = "Checkout", front = "address" }
      app:tap "Next"
      app:tap "Pay"
      app:expect { layers = { "root", "alert" }, title = "On its way in stripes paper", badges = { me = "1" } }
      app:tapAlert "Fine"
      app:expect { layers = { "root" }, stack = { "catalog" } }
    end,
  },

  scenario "changes the paper and closes the gift at any time" {
    function(app)
      app:tap "Stars"
      app:tap "Another paper"
      app:expect { front = "paper" }
      app:tap "Stripes"
      app:tap "Pay"
      app:swipeDown()
      app:expect { coordinator = "GiftWrap", front = { "card", paper = "stripes" } }
      app:swipeDown()
      app:expect { coordinator = "Shop", stack = { "catalog", { "product", id = 1 } } }
    end,
  },
}
