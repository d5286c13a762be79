-- Roots: the current root of a coordinator, and operations that change it.
local stinsen <const> = require "stinsen"

---The number of times that each root was created.
local made <const> = {}

stinsen.navigation "Account" {
  stack = "profile",
  args = { user = "integer?" },
  profile = stinsen.root "Profile",
  settings = stinsen.push "Settings",
}

local Main <const> = stinsen.navigation "Main" {
  stack = "unauthenticated",
  unauthenticated = stinsen.root { title = "Log in" },
  authenticated = stinsen.root { coordinator = "Account" },
  counted = stinsen.root(function(_, args)
    made[#made + 1] = args.id or 0
    return screen("counted", { title = "Counted", args = args })
  end),
  help = stinsen.push "Help",
  terms = stinsen.modal "Terms",
}

local function status(...) return (select(2, ...)) end

suite "Roots" {
  setup = function(app)
    app:launch(Main)
    return function() app:expect { leaks = 0 } end
  end,

  scenario "T90 the current root stays, and nothing is created" {
    function(app)
      local router <const> = app.main.router
      assert(status(router:root "unauthenticated") == "noop")
      router:root "counted"
      local root <const> = app.front
      local same <const>, outcome <const>, reason <const> = router:root "counted"
      assert(same == router and outcome == "noop" and reason == "alreadyRoot")
      assert(app.front == root and #made == 1)
    end,
  },

  scenario "T91 the same root with other arguments replaces the old one, which finishes" {
    function(app)
      local router <const> = app.main.router
      local first <const> = router:root("authenticated", { user = 1 })
      assert(status(router:root("authenticated", { user = 1 })) == "noop")
      local second <const> = router:root("authenticated", { user = 2 })
      assert(not first.isAlive and second.isAlive and second.parent == app.main)
      app:expect { coordinator = "Account", root = "authenticated" }
      app:expect { events = { "coordinator.finished" } }
    end,
  },

  scenario "a new root removes all items above it and has a parent" {
    function(app)
      local router <const> = app.main.router
      router:route "help"
      router:route "terms"
      local account <const> = router:root("authenticated")
      app:expect { stack = { "profile" }, layers = 1 }
      assert(account.parent == app.main and #app.main.children == 1)
    end,
  },

  scenario "keepStack keeps the items above the root" {
    function(app)
      app.main.router:route "help"
      app.main.router:root("counted", nil, { keepStack = true })
      app:expect { top = "help" }
      app:back()
      app:expect { top = "counted" }
    end,
  },

  scenario "T94 isRoot and hasRoot change nothing" {
    function(app)
      local router <const> = app.main.router
      assert(router:isRoot "unauthenticated" and not router:isRoot "authenticated")
      assert(router:hasRoot "authenticated" == nil)
      local account <const> = router:root("authenticated", { user = 1 })
      assert(router:hasRoot "authenticated" == account)
      assert(router:isRoot("authenticated", { user = 1 }))
      assert(not router:isRoot("authenticated", { user = 2 }))
      assert(router:hasRoot("authenticated", { user = 2 }) == nil)
    end,
  },

  scenario "a coordinator that is a root cannot dismiss itself" {
    function(app)
      local account <const> = app.main.router:root "authenticated"
      account.router:route "settings"
      local _, outcome <const>, reason <const> = account.router:dismissCoordinator { try = true }
      assert(outcome == "rejected" and reason == "isRootOfParent")
      app:expect { stack = { "profile", "settings" } }
    end,
  },

  scenario "T97 the main coordinator cannot be dismissed, and nothing changes" {
    function(app)
      app.main.router:route "help"
      local before <const> = app:saveState()
      local _, outcome <const>, reason <const> = app.main.router:dismissCoordinator { try = true }
      assert(outcome == "rejected" and reason == "noParent" and app:saveState() == before)
    end,
  },
}

scenario "T93 a root that is set before the launch is the first one" {
  function(app)
    local Early <const> = stinsen.navigation "Early" {
      stack = "one", one = stinsen.root "One", two = stinsen.root "Two",
    }
    app:launch(Main)
    local early <const> = Early:new()
    early.router:root "two"
    app.main.router:navigate(early)
    app:expect { coordinator = "Early", stack = { "two" }, leaks = 0 }
  end,
}

scenario "the first root may depend on a condition" {
  function(app)
    local isLoggedIn = true
    local Gate <const> = stinsen.navigation "Gate" {
      stack = function() return isLoggedIn and "inside" or "outside", { who = "ada" } end,
      inside = stinsen.root { args = { who = "string" } },
      outside = stinsen.root { args = { who = "string" } },
    }
    app:launch(Gate)
    app:expect { top = "inside", args = { who = "ada" } }
    isLoggedIn = false
    app.main.router:restartApp()
    app:expect { top = "outside", leaks = 0 }
  end,
}
