-- The actions that are available to users of the instructor example.
require "app"

suite "Instructor example" {
  tags = { "instructor", "example" },
  setup = function(app)
    return function() app:expect { leaks = 0 } end
  end,

  each {
    { true, false, "auth", "Log in" }, { false, false, "auth", "Log in" },
    { false, true, "onboarding", "Welcome" }, { true, true, "main", "Items" },
  }:scenario "T114 tutorial %s, authorised %s: %s" {
    function(app, tutorial, authorised, flow, title)
      app:launch("App", { flags = { tutorial = tutorial, authorised = authorised } })
      app:expect { launchFlow = flow, title = title, layers = 1 }
    end,
  },

  scenario "T115 from the login to the items" {
    function(app)
      app:launch()
      app:tap "Log in"
      app:expect { launchFlow = "onboarding" }
      app:tap "Got it"
      app:expect { launchFlow = "main", tab = "items", stack = { "list" } }
      assert(#app.main.children == 1)
    end,
  },

  scenario "a session that expires while an item is created" {
    function(app)
      app:launch("App", { flags = { tutorial = true, authorised = true } })
      app:tap "New"
      app.main.isExpired = true
      app:tap "Create"
      app:expect { front = "logIn", layers = 3 }
      app:tap "Log in"
      app:expect { layers = 1, front = { "item", id = 12 }, stack = { "list", "item" } }
    end,
  },

  scenario "a cold start with an item before the login" {
    function(app)
      app:launch("App", { option = { name = "item", id = 5 } })
      app:expect { front = "logIn" }
      app:tap "Log in"
      app:tap "Got it"
      app:expect { front = { "item", id = 5 } }
    end,
  },

  scenario "cancelling the login leaves the form unchanged" {
    function(app)
      app:launch("App", { flags = { tutorial = true, authorised = true } })
      app:tap "New"
      app.main.isExpired = true
      app:tap "Create"
      app:step("changes their mind", function()
        app:expect { front = "logIn" }
        app.top.router:dismissCoordinator()
      end)
      app:expect { front = "form", modal = { "form" } }
    end,
  },

  scenario "logging out shows the login and ends the session" {
    function(app)
      app:launch("App", { flags = { tutorial = true, authorised = true } })
      local items <const> = app:coordinator "Items"
      app:tapTab "settings"
      app:tap "Log out"
      app:expect { launchFlow = "auth", front = "logIn", layers = 1 }
      assert(not items.isAlive, "the items live on")
      app:tap "Log in"
      app:expect { launchFlow = "main", tab = "items" }
    end,
  },

  scenario "an unknown option is reported as unhandled and changes nothing" {
    function(app)
      app:launch("App", { flags = { tutorial = true, authorised = true } })
      local before <const> = app:saveState()
      assert(app.main:startWith { name = "nonsense" } == "unhandled")
      app:expect { launchFlow = "main", stack = { "list" } }
      assert(app.main.unhandled == "nonsense" and app:saveState() == before)
    end,
  },
}
