-- Links to the shop, beginning with a cold start.
local definitions <const> = require "app"
local links <const>, flags <const> = definitions.links, definitions.flags

---Starts the shop with both flags set.
local function launched(app)
  flags.authorised, flags.tutorial = true, true
  app:launch()
  app:expect { coordinator = "Items", stack = { "list" } }
end

suite "Links before the shop is there" {
  scenario "a cold start with a notification shows the login, then the item" {
    function(app)
      app:notify { id = "item", item_id = 7 }
      app:expect { pendingLinks = { "item" } }
      app:launch()
      app:expect { front = "login", pendingLinks = { "item" } }
      app:tap "Log in"
      app:expect { front = "tutorial", pendingLinks = { "item" } }
      app:tap "Start"
      app:expect { stack = { "list", "item" }, args = { id = 7 }, pendingLinks = {}, leaks = 0 }
    end,
  },

  scenario "T114 the flags select the first flow, with or without a link" {
    function(app)
      app:open "app://items/1"
      flags.authorised = true
      app:launch()
      app:expect { front = "tutorial" }
    end,
  },

  scenario "D13 after an invalid link, the application starts normally" {
    function(app)
      assert(links:open("app://nowhere").status == "unhandled")
      app:launch()
      app:expect { front = "login", layers = 1, pendingLinks = {} }
    end,
  },

  scenario "signing up is possible before the login" {
    function(app)
      app:launch()
      app:open "app://sign-up"
      app:expect { front = "signUp" }
      app:tap "Create account"
      app:expect { front = "tutorial" }
    end,
  },
}

suite "Links into the running shop" {
  setup = function(app)
    launched(app)
    return function() app:expect { leaks = 0 } end
  end,

  scenario "an unknown link changes nothing" {
    function(app)
      app:open "app://items/3"
      local before <const> = app:saveState()
      for _, url in ipairs { "app://items/three", "app://sign-up", "https://example.com/items" } do
        assert(links:open(url).status == "unhandled", url)
      end
      assert(app:saveState() == before)
    end,
  },

  each {
    { "app://items/4", "item" }, { "https://m.example.org/items/4", "item" },
    { "app://items", "list" },
  }:scenario "%s shows %s" {
    function(app, url, screen)
      app:open(url)
      app:expect { tab = "items", top = screen }
    end,
  },

  scenario "a quick action selects its tab" {
    function(app)
      app:shortcut "settings"
      app:expect { tab = "settings", stack = { "settings" } }
    end,
  },

  scenario "an offer is shown above its item, and another one replaces it" {
    function(app)
      app:open "app://offers/9"
      app:expect { stack = { "list", "item" }, modal = { "offer" } }
      app:open "app://offers/10"
      app:expect { stack = { "list", "item" }, modal = { "offer" }, layers = 2 }
    end,
  },

  scenario "T119 a link waits until the required terms are read" {
    function(app)
      app:open "app://items/5"
      app:tap "Terms"
      links:open("app://items/6", { over = "dismissAll" })
      app:expect { modal = { "terms" }, pendingLinks = { "app://items/6" } }
      app.top.router:dismiss()
      app:expect { layers = 1, args = { id = 6 }, pendingLinks = {} }
    end,
  },
}

suite "Links that wait" {
  setup = function(app)
    launched(app)
    flags.authorised = false
    return function() app:expect { leaks = 0 } end
  end,

  scenario "a link opens when its user logs in again in time" {
    function(app)
      app:open "app://items/2"
      app:expect { stack = { "list" }, pendingLinks = { "app://items/2" } }
      clock.advance "9m"
      flags.authorised = true
      links:flush()
      app:expect { stack = { "list", "item" }, args = { id = 2 }, pendingLinks = {} }
    end,
  },

  scenario "a link expires after ten minutes" {
    function(app)
      app:open "app://items/2"
      clock.advance "11m"
      flags.authorised = true
      links:flush()
      app:expect { stack = { "list" }, pendingLinks = {} }
    end,
  },

  scenario "links open in the order of their arrival" {
    function(app)
      app:open "app://items/2"
      app:open "app://settings"
      app:expect { pendingLinks = { "app://items/2", "app://settings" } }
      flags.authorised = true
      links:flush()
      app:expect { tab = "settings", pendingLinks = {} }
      app:tapTab "items"
      app:expect { stack = { "list", "item" }, args = { id = 2 } }
    end,
  },
}

suite "Where links come from" {
  setup = function(app)
    launched(app)
    return function() app:expect { leaks = 0 } end
  end,

  each {
    { from = "a notification", send = function(app) app:notify { id = "item", item_id = 8 } end },
    { from = "an activity", send = function(app)
      app:continueActivity { type = "org.example.item", info = { id = 8 } }
    end },
    { from = "an address", send = function(app) app:open "https://shop.example.org/items/8" end },
  }:scenario "%{from} shows the same item" {
    function(app, case)
      app:tapTab "settings"
      case.send(app)
      app:expect { tab = "items", stack = { "list", "item" }, args = { id = 8 }, title = "Item 8" }
    end,
  },

  scenario "the news are shown above everything and change nothing else" {
    function(app)
      app:open "app://items/5"
      app:tap "Terms"
      app:open "app://news"
      app:softExpect { layers = { "root", "fullScreen", "sheet" }, title = "News" }
      app:swipeDown()
      app:expect { front = "terms", layers = { "root", "fullScreen" } }
    end,
  },
}
