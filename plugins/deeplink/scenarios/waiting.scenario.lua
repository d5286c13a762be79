-- Links that cannot be opened yet.
local deeplink <const> = require "deeplink"

---Whether the main flow is running, and the links that were opened.
local isMain, opened = true, {}

local Main <const> = coordinator "Main" {
  routes = { home = {}, item = { args = { id = "integer" } }, cover = { style = "fullScreen" } },
}
function Main:start() self.router:startFlow "home" end

function Main:startWith(link)
  if link.route == "broken" then error "broken on purpose" end
  if link.route == "later" and not self.isPatient then return "deferred" end
  opened[#opened + 1] = link.args.id
  self.router:navigate("item", { id = link.args.id })
  return "handled"
end

local results <const> = {}
local links <const> = deeplink.new {
  links = {
    item = { "app://item/:id", args = { id = "integer" } },
    main = { "app://main/:id", args = { id = "integer" }, requiresMain = true, ttl = "1m" },
    later = { "app://later/:id", args = { id = "integer" } },
    broken = { "app://broken", requiresMain = true },
  },
  isMain = function() return isMain end,
  onResult = function(result) results[#results + 1] = tostring(result) end,
}

local function expectResults(expected)
  local actual <const>, wanted <const> =
    table.concat(results, "; "), table.concat(expected, "; ")
  if actual ~= wanted then error(("results: %s\nexpected: %s"):format(actual, wanted), 2) end
  for index = #results, 1, -1 do results[index] = nil end
end

local function expectOpened(...)
  local actual <const>, wanted <const> = table.concat(opened, " "), table.concat({ ... }, " ")
  if actual ~= wanted then error(("opened %s, expected %s"):format(actual, wanted), 2) end
  opened = {}
end

suite "Links that wait" {
  scenario "R12 links before the launch wait for the first screen, and open in order" {
    function(app)
      links:open "app://item/1"
      links:open "app://item/2"
      app:launch(Main)
      expectOpened(1, 2)
      app:expect { stack = { "home", "item", "item" }, args = { id = 2 }, leaks = 0 }
      expectResults {
        "queued(notReady) app://item/1", "queued(notReady) app://item/2",
        "handled app://item/1", "handled app://item/2",
      }
    end,
  },

  scenario "a link that requires the main flow waits, and others do not wait for it" {
    function(app)
      isMain = false
      app:launch(Main)
      assert(tostring(links:open "app://main/1") == "queued(notMain) app://main/1")
      assert(links:open("app://item/2").status == "handled")
      expectOpened(2)
      isMain = true
      assert(links:flush() == 1)
      expectOpened(1)
      app:expect { stack = { "home", "item", "item" }, args = { id = 1 } }
    end,
  },

  scenario "every navigation opens the links that are now possible" {
    function(app)
      isMain = false
      app:launch(Main)
      links:open "app://main/1"
      isMain = true
      app.main.router:present "cover"
      expectOpened(1)
      assert(#links:pending() == 0)
    end,
  },

  scenario "with conflate, the newest link replaces the pending ones" {
    function(app)
      links:open "app://item/1"
      links:open("app://item/2", { conflate = true })
      app:launch(Main)
      expectOpened(2)
      expectResults {
        "queued(notReady) app://item/1", "replaced app://item/1", "queued(notReady) app://item/2",
        "handled app://item/2",
      }
    end,
  },

  scenario "a link expires after its time limit" {
    function(app)
      isMain = false
      app:launch(Main)
      links:open "app://main/1"
      links:open("app://main/2", { ttl = "3m" })
      clock.advance "2m"
      isMain = true
      links:flush()
      expectOpened(2)
      expectResults {
        "queued(notMain) app://main/1", "queued(notMain) app://main/2", "expired app://main/1",
        "handled app://main/2",
      }
    end,
  },

  scenario "whenBusy = reject rejects instead of waiting" {
    function()
      local result <const> = links:open("app://item/1", { whenBusy = "reject" })
      assert(tostring(result) == "rejected(notReady) app://item/1")
      assert(#links:pending() == 0)
    end,
  },

  scenario "a coordinator may defer a link, and receives it again after a change" {
    function(app)
      app:launch(Main)
      assert(tostring(links:open "app://later/1") == "queued(deferred) app://later/1")
      app.main.router:present "cover"
      assert(#links:pending() == 1)
      app.main.isPatient = true
      app.main.router:dismiss()
      expectOpened(1)
      assert(#links:pending() == 0)
      app:expect { stack = { "home", "item" } }
    end,
  },

  scenario "a coordinator cannot defer a link forever" {
    function(app)
      app:launch(Main)
      links:open "app://later/1"
      for _ = 1, 30 do links:flush() end
      assert(#links:pending() == 0)
      assert(results[#results] == "rejected(deferredTooOften) app://later/1")
    end,
  },

  scenario "a failing link does not affect the others" {
    function(app)
      isMain = false
      app:launch(Main)
      links:open "app://main/1"
      links:open(links:parse "app://broken")
      links:open "app://main/2"
      isMain = true
      local isFine <const>, problem <const> = pcall(links.flush, links)
      assert(not isFine and problem:find "broken on purpose")
      expectOpened(1, 2)
    end,
  },

  scenario "pending links can be listed and dropped" {
    function(app)
      links:open "app://item/1"
      links:open "app://item/2"
      local pending <const> = links:pending()
      assert(#pending == 2 and tostring(pending[1]) == "app://item/1")
      links:forget()
      app:launch(Main)
      expectOpened()
      app:expect { stack = { "home" } }
    end,
  },

  scenario "a restart does not lose a pending link" {
    function(app)
      isMain = false
      app:launch(Main)
      links:open "app://main/1"
      isMain = true
      app.main.router:restartApp()
      expectOpened(1)
      app:expect { stack = { "home", "item" }, leaks = 0 }
    end,
  },
}
