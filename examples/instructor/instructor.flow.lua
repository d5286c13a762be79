-- What the users of the instructor example can do.
require "app"

suite "Instructor example" {
  tags = { "instructor", "example" },
  fixture = function(app)
    return function() app:expect { leaks = 0 } end
  end,

  each {
    { true, false, "auth", "Log in" }, { false, false, "auth", "Log in" },
    { false, true, "onboarding", "Welcome" }, { true, true, "main", "Items" },
  }:flow "T114 tutorial %s, authorised %s: %s" {
    function(app, tutorial, authorised, flow, title)
      app:launch("App", { flags = { tutorial = tutorial, authorised = authorised } })
      app:expect { launchFlow = flow, title = title, layers = 1 }
    end,
  },

  flow "T115 from the log-in to the items" {
    function(app)
      app:launch()
      app:tap "Log in"
      app:expect { launchFlow = "onboarding" }
      app:tap "Got it"
      app:expect { launchFlow = "main", tab = "items", stack = { "list" } }
      assert(#app.main.children == 1)
    end,
  },

  flow "a session that expires while an item is created" {
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

  flow "a cold start with an item, before anybody is logged in" {
    function(app)
      app:launch("App", { option = { name = "item", id = 5 } })
      app:expect { front = "logIn" }
      app:tap "Log in"
      app:tap "Got it"
      app:expect { front = { "item", id = 5 } }
    end,
  },
}
