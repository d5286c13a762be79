-- Installed links, which receive the application's own URLs and gestures.
local deeplink <const> = require "deeplink"

local opened <const> = {}

local Main <const> = coordinator "Main" {
  routes = { home = {}, item = { args = { id = "integer" } } },
  links = { ["app://own/:id"] = function(_, link) opened[#opened + 1] = "own " .. link.id end },
}
function Main:start() self.router:startFlow "home" end

function Main:startWith(link)
  if link.route ~= "item" then return "unhandled" end
  opened[#opened + 1] = ("%s %d"):format(link.source, link.args.id)
  self.router:navigate("item", { id = link.args.id })
  return "handled"
end

local function expectOpened(...)
  local actual <const>, wanted <const> = table.concat(opened, ", "), table.concat({ ... }, ", ")
  if actual ~= wanted then error(("opened %q, expected %q"):format(actual, wanted), 2) end
end

local links <const> = deeplink.new {
  prefixes = { "app://", "https://*.example.org/" },
  links = {
    item = { "item/:id", args = { id = "integer" } }, unhandled = "unhandled", own = "own/:id",
  },
  notification = function(payload) return payload.id, { id = payload.item_id } end,
  shortcuts = {
    first = "app://item/1",
    last = function() return "item", { id = 99 } end,
  },
  activities = {
    ["org.example.item"] = function(activity) return "item", activity.info end,
  },
}

suite "Installed links" {
  setup = function(app)
    links:install()
    app:launch(Main)
  end,

  scenario "app:open passes unhandled URLs to the links" {
    function(app)
      app:open "https://shop.example.org/item/3"
      app:open "app://own/4"
      expectOpened("url 3", "own 4")
      app:expect { stack = { "home", "item" }, events = { "link.opened" } }
      app:open "app://unhandled"
      app:expect { events = { "link.unhandled" }, stack = { "home", "item" } }
    end,
  },

  scenario "notifications, quick actions and activities" {
    function(app)
      app:notify { id = "item", item_id = 7 }
      app:shortcut "first"
      app:shortcut "last"
      app:continueActivity { type = "org.example.item", info = { id = 5 } }
      app:continueActivity { type = "browsing", url = "https://a.example.org/item/6" }
      expectOpened("notification 7", "shortcut 1", "shortcut 99", "activity 5", "activity 6")
      assert(app:continueActivity({ type = "unknown" }).reason == "parse")
      assert(app:notify({ id = "unknown" }).status == "unhandled")
    end,
  },

  scenario "an invalid notification, shortcut or activity is an error" {
    function(app)
      local function problem(word, value)
        local isFine <const>, text <const> = pcall(app[word], app, value)
        assert(not isFine)
        return text
      end
      assert(problem("notify", "x"):find('links:notify: payload is "x", expected a table', 1, true))
      assert(problem("shortcut", "x"):find(
        'links:shortcut: there is no shortcut "x"; known: "first", "last"', 1, true))
      assert(problem("continueActivity", { typ = "x" }):find(
        'links:continueActivity: activity: there is no "typ"; known: "info"', 1, true))
    end,
  },
}

scenario "links that arrive before the launch wait" {
  function(app)
    links:install()
    app:notify { id = "item", item_id = 7 }
    app:shortcut "first"
    app:expect { pendingLinks = { "item", "app://item/1" } }
    app:launch(Main)
    app:expect { pendingLinks = {}, stack = { "home", "item", "item" } }
  end,
}

scenario "without installed links, the gestures fail with a hint" {
  function(app)
    local isFine <const>, problem <const> = pcall(app.notify, app, {})
    assert(not isFine and problem:find("call links:install() on a table", 1, true), problem)
  end,
}
