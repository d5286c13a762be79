-- The actions that are available to users of the application coordinator example.
local definitions <const> = require "app"
local links <const> = definitions.links

---Launches the application with the given flags.
local function launched(app, tutorial, authorised, option)
  return app:launch("ApplicationCoordinator", {
    flags = { tutorial = tutorial, authorised = authorised }, option = option,
  })
end

suite "Which flow comes first" {
  tags = { "instructor", "deeplink", "example" },
  setup = function(app)
    return function() app:expect { leaks = 0 } end
  end,

  each {
    { true, false, "auth", "Login" }, { false, false, "auth", "Login" },
    { false, true, "onboarding", "Onboarding" }, { true, true, "main", "Items" },
  }:scenario "tutorial %s, authorised %s: %s" {
    function(app, tutorial, authorised, flow, title)
      launched(app, tutorial, authorised)
      app:expect { launchFlow = flow, title = title, layers = 1 }
    end,
  },

  scenario "from the login through the onboarding to the items" {
    function(app)
      app:launch()
      app:tap "Log in"
      app:expect { launchFlow = "onboarding", title = "Onboarding" }
      app:tap "Finish"
      app:expect { launchFlow = "main", tab = "items", stack = { "list" } }
      assert(#app.main.children == 1)
    end,
  },

  scenario "signing up requires the terms, which can be agreed to or not" {
    function(app)
      app:launch()
      app:tap "Sign up"
      app:tap "Create account"
      app:expect { title = "SignUp", launchFlow = "auth" }
      app:tap "Terms"
      app:tap "Agree"
      app:tap "Agree"
      app:expect { title = "Terms" }
      app:back()
      app:tap "Create account"
      app:expect { title = "SignUp", launchFlow = "auth" }
      app:tap "Terms"
      app:tap "Agree"
      app:back()
      app:expect { title = "SignUp, terms agreed" }
      app:tap "Create account"
      app:expect { launchFlow = "onboarding" }
    end,
  },

  scenario "logging out shows the login and removes the main flow" {
    function(app)
      launched(app, true, true)
      local items <const> = app:coordinator "ItemCoordinator"
      app:tapTab "settings"
      app:tap "Log out"
      app:expect { launchFlow = "auth", stack = { "login" }, layers = 1 }
      assert(not items.isAlive)
    end,
  },
}

suite "Items" {
  tags = { "instructor", "deeplink", "example" },
  setup = function(app)
    launched(app, true, true)
    return function() app:expect { leaks = 0 } end
  end,

  scenario "an item is shown with its title" {
    function(app)
      app:tap "Item № 2"
      app:expect { stack = { "list", "detail" }, title = "Item № 2", args = { id = 2 } }
      app:back()
      app:expect { stack = { "list" }, title = "Items" }
    end,
  },

  scenario "creating an item shows it, and hiding the form does not" {
    function(app)
      app:tap "Add"
      app:expect { modal = { "form" }, title = "Create" }
      app:tap "Hide"
      app:expect { layers = 1, stack = { "list" } }
      app:tap "Add"
      app:tap "Create"
      app:expect { layers = 1, stack = { "list", "detail" }, title = "Item № 10" }
    end,
  },

  scenario "a form that is swiped away leaves no coordinator behind" {
    function(app)
      app:tap "Add"
      app:swipeDown()
      app:expect { layers = 1, stack = { "list" } }
      assert(#app:coordinator("ItemCoordinator").children == 0)
    end,
  },

  scenario "creating an item requires the login first" {
    function(app)
      app.main.flags.authorised = false
      app:tap "Add"
      app:expect { front = "login", layers = 2 }
      app:tap "Log in"
      app:expect { modal = { "form" }, layers = 2 }
      app:tap "Create"
      app:expect { layers = 1, stack = { "list", "detail" } }
    end,
  },

  scenario "a session that expires during item creation: the login, then the item" {
    function(app)
      app:tap "Add"
      app.main.isExpired = true
      app:tap "Create"
      app:expect { front = "login", layers = 3 }
      app:tap "Log in"
      app:expect { layers = 1, stack = { "list", "detail" }, title = "Item № 10" }
    end,
  },

  scenario "the settings start once, when their tab is selected" {
    function(app)
      local settings <const> = app:coordinator "SettingsCoordinator"
      assert(settings.phase == "created")
      app:tapTab "settings"
      assert(settings.phase == "started" and settings == app.top)
      app:tapTab "items"
      app:tapTab "settings"
      assert(settings == app.top)
      app:expect { stack = { "settings" } }
    end,
  },
}

suite "Deep links" {
  tags = { "instructor", "deeplink", "example" },
  setup = function(app)
    return function() app:expect { leaks = 0, pendingLinks = {} } end
  end,

  each {
    {
      from = "a notification",
      send = function(app) app:notify { launch_id = "item", item_id = "7" } end,
    },
    { from = "an address", send = function(app) app:open "https://items.example.org/items/7" end },
    {
      from = "an activity",
      send = function(app)
        app:continueActivity { type = "org.example.item", info = { item_id = 7 } }
      end,
    },
  }:scenario "%{from} shows its item, in a running application and at a cold start" {
    function(app, case)
      case.send(app)
      app:launch()
      app:expect { launchFlow = "auth", stack = { "login" } }
      app:tap "Log in"
      app:tap "Finish"
      app:expect { stack = { "list", "detail" }, args = { id = 7 }, pendingLinks = {} }
      app:tapTab "settings"
      case.send(app)
      app:expect { tab = "items", stack = { "list", "detail" }, args = { id = 7 } }
    end,
  },

  scenario "quick actions select their tabs" {
    function(app)
      launched(app, true, true)
      app:shortcut "settings"
      app:expect { tab = "settings", stack = { "settings" } }
      app:shortcut "items"
      app:expect { tab = "items", stack = { "list" } }
    end,
  },

  scenario "onboarding and sign-up are handled at the root" {
    function(app)
      launched(app, true, true)
      app:open "app://onboarding"
      app:expect { launchFlow = "onboarding" }
      app:open "app://sign-up"
      app:expect { launchFlow = "auth", stack = { "login" } }
    end,
  },

  scenario "the terms are shown only during the login" {
    function(app)
      app:launch()
      app:open "app://terms"
      app:expect { stack = { "login", "terms" }, pendingLinks = {} }
      app:open "app://login"
      app:expect { stack = { "login" } }
      app:tap "Log in"
      app:open "app://terms"
      app:expect { launchFlow = "onboarding", pendingLinks = { "app://terms" } }
      app:tap "Finish"
      app:expect { launchFlow = "main", stack = { "list" }, pendingLinks = {} }
      assert(links:open("app://terms").status == "unhandled")
    end,
  },

  scenario "an unknown link changes nothing" {
    function(app)
      local main <const> = launched(app, true, true)
      app:tap "Item № 2"
      local before <const> = app:saveState()
      assert(links:open("app://nowhere").status == "unhandled")
      assert(app:notify({ launch_id = "nonsense" }).status == "unhandled")
      assert(main:startWith { name = "nonsense" } == "unhandled" and main.unhandled == "nonsense")
      assert(app:saveState() == before)
    end,
  },

  scenario "a launch option is handled when its flow starts" {
    function(app)
      launched(app, true, false, { name = "item", item_id = 3 })
      app:expect { launchFlow = "auth" }
      app:tap "Log in"
      app:expect { launchFlow = "main", stack = { "list", "detail" }, args = { id = 3 } }
    end,
  },
}
