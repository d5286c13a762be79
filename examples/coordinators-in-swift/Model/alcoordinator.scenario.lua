-- The actions of users in `ALCoordinator`, on the model, on the application, and on both.
require "app"

local function launched(app)
  app:launch "Main"
  return function() app:expect { leaks = 0 } end
end

---Completes the onboarding.
local function toHome(app)
  app:tap "Next"
  app:tap "Start"
end

suite "ALCoordinator" {
  setup = launched,

  scenario "the onboarding covers the splash screen" {
    function(app)
      app:expect {
        layers = { "root", "fullScreen" }, coordinator = "Onboarding", stack = { "firstStep" },
        actions = { "Next" },
      }
    end,
  },

  scenario "the second step is presented over the first, and can be swiped away" {
    function(app)
      app:tap "Next"
      app:expect { front = "secondStep", layers = { "root", "fullScreen", "sheet" } }
      app:swipeDown()
      app:expect { front = "firstStep", layers = { "root", "fullScreen" } }
    end,
  },

  scenario "each tab has its own stack" {
    function(app)
      toHome(app)
      app:expect { tab = "settings", pages = { "marketplace", "settings" } }
      app:tap "About"
      app:tapTab "marketplace"
      app:tap "Open item"
      app:expect { stack = { "marketplace", { "item", id = 42 } }, title = "Item 42" }
      app:tapTab "settings"
      app:expect { stack = { "settings", "about" } }
      app:tapTab "settings"
      app:expect { stack = { "settings" } }
    end,
  },

  scenario "restarting shows the splash screen again" {
    function(app)
      toHome(app)
      app:tap "Restart"
      app:expect { layers = { "root", "fullScreen" }, coordinator = "Onboarding", stack = { "firstStep" } }
    end,
  },

  scenario "a message is shown above everything" {
    function(app)
      toHome(app)
      app:open "al://message/7"
      app:expect { coordinator = "Inbox", front = { "message", id = 7 } }
      app:tap "Close"
      app:expect { coordinator = "Settings" }
    end,
  },
}
