-- Scenarios of a first start: the splash screen, the onboarding above it, and the tabs that follow.
require "app"

local function launched(app)
  app:launch()
  return function() app:expect { leaks = 0 } end
end

---Completes the onboarding as a user would.
local function throughOnboarding(app)
  app:tap "Next"
  app:tap "Go"
end

suite "Onboarding" { tags = { "onboarding" }, setup = launched,

  scenario "covers the splash from the start" { tags = { "smoke" },
    function(app)
      app:expect { layers = { "root", "fullScreen" }, coordinator = "Onboarding" }
      app:expect { title = "Welcome", actions = { "Next" }, stack = { "firstStep" } }
      app:snapshot "welcome"
    end,
  },

  scenario "cannot be skipped by a swipe or the back button" {
    function(app)
      local before <const> = app:saveState()
      app:swipeDown()
      app:swipeBack()
      app:expect { stack = { "firstStep" }, layers = { "root", "fullScreen" } }
      assert(app:saveState() == before, "a swipe changed something")
    end,
  },

  scenario "shows the second step above the first, also after a swipe down" {
    function(app)
      app:tap "Next"
      app:expect { front = "secondStep", layers = { "root", "fullScreen", "sheet" } }
      app:swipeDown()
      app:expect { front = "firstStep", layers = 2 }
      app:tap "Next"
      app:expect { front = "secondStep", title = "Almost there" }
    end,
  },

  scenario "shows the second step with an animation" {
    function(app)
      clock.manual()
      app:tap "Next"
      clock.advance "349ms"
      assert(app.isBusy, "the sheet is up before its time")
      app:expect { front = "secondStep", events = { "willAppear secondStep" } }
      clock.advance "1ms"
      assert(not app.isBusy, "the sheet is still on its way")
      app:expect { events = { "willAppear secondStep", "didAppear secondStep" } }
    end,
  },
}

suite "After the onboarding" { tags = { "onboarding", "tabs" },

  setup = function(app)
    local teardown <const> = launched(app)
    throughOnboarding(app)
    return teardown
  end,

  scenario "the tabs are in order and open on the settings" {
    function(app)
      app:expect { pages = { "marketplace", "settings" }, tab = "settings", title = "Settings" }
      app:expect { layers = { "root", "fullScreen", "sheet", "fullScreen" } }
    end,
  },

  scenario "a push notification brings the marketplace to the front" {
    function(app)
      app:coordinator("Marketplace").router:forcePresentation()
      app:expect { tab = "marketplace", front = "offers", coordinator = "Marketplace" }
      app:tapTab "settings"
      app:expect { tab = "settings", stack = { "settings" } }
    end,
  },

  scenario "finishing the tabs leaves the onboarding unchanged" {
    function(app)
      app:coordinator("HomeTabs").router:finishFlow()
      app:expect { front = "secondStep", layers = { "root", "fullScreen", "sheet" } }
      app:tap "Go"
      app:expect { tab = "settings" }
    end,
  },

  scenario "logging out restarts the onboarding and removes all other screens" {
    function(app)
      local tabs <const> = app:coordinator "HomeTabs"
      app:tap "Log out"
      app:expect { front = "firstStep", stack = { "firstStep" }, layers = { "root", "fullScreen" } }
      assert(not tabs.isAlive, "the old tabs live on")
      throughOnboarding(app)
      app:expect { tab = "settings" }
    end,
  },
}
