-- The times at which the view of a coordinator appears, and routers that are found by name.
local stinsen <const> = require "stinsen"

local seen <const> = {}

---Reports when the view appears and disappears.
local function watch(_, view)
  view:onAppear(function(screen) seen[#seen + 1] = "+" .. screen.name end)
    :onDisappear(function(screen) seen[#seen + 1] = "-" .. (screen.name or "gone") end)
end

---Fails unless the given text has been reported since the last call.
local function expectSeen(expected)
  local text <const> = table.concat(seen, " ")
  for index = #seen, 1, -1 do seen[index] = nil end
  if text ~= expected then error(("%s, expected %s"):format(text, expected), 2) end
end

stinsen.navigation "Home" { stack = "home", home = stinsen.root "Home", more = stinsen.push "More" }

local Watched <const> = stinsen.navigation "Watched" {
  stack = "one", one = stinsen.root "One", two = stinsen.push "Two",
  home = stinsen.modal { coordinator = "Home" }, cover = stinsen.fullScreen "Cover",
  customize = watch,
}

local Tabs <const> = stinsen.tabs "Tabs" {
  child = { "first", "second" },
  first = stinsen.tab { coordinator = "Home" }, second = stinsen.tab { coordinator = "Home" },
  customize = watch,
}

suite "onAppear" {
  scenario "onAppear and onDisappear concern only the root's view" {
    function(app)
      app:launch(Watched)
      expectSeen "+one"
      app.main.router:route "two"
      expectSeen "-one"
      app.main.router:route("home").router:route "more"
      app.main.router:dismiss()
      expectSeen ""
      app:back()
      expectSeen "+one"
    end,
  },

  scenario "only a completed swipe calls onAppear" {
    function(app)
      app:launch(Watched).router:route "two"
      expectSeen "+one -one"
      app:swipeBack { cancel = true }
      expectSeen ""
      app:swipeBack { phase = "begin" }
      app:swipeBack { phase = "progress", progress = 0.5 }
      app:swipeBack { phase = "cancel" }
      expectSeen ""
      app:swipeBack { phase = "begin" }
      app:swipeBack { phase = "commit" }
      expectSeen "+one"
    end,
  },

  scenario "a batch of changes is reported as one" {
    function(app)
      local router <const> = app:launch(Watched).router
      router:batch(function()
        router:route "two"
        router:popToRoot()
        router:route "cover"
      end)
      expectSeen "+one -one"
      router:popToRoot()
      expectSeen "+one"
    end,
  },

  scenario "undo, redo and restart call onAppear and onDisappear" {
    function(app)
      local router <const> = app:launch(Watched).router
      router:route "two"
      expectSeen "+one -one"
      app:undo()
      expectSeen "+one"
      app:redo()
      expectSeen "-one"
      app.main.router:restartApp()
      expectSeen "+one"
    end,
  },

  scenario "tabs appear once, whatever is selected or pushed" {
    function(app)
      app:launch(Tabs)
      expectSeen "+home"
      app:tapTab "second"
      app.top.router:route "more"
      app:tapTab "first"
      expectSeen ""
      app.main.router:present(screen "cover", nil, { style = "fullScreen" })
      expectSeen "-home"
      app.main.currentPage = "second"
      expectSeen ""
      app.main.router:dismiss()
      expectSeen "+more"
    end,
  },

  scenario "nested tabs and wrappers appear with their content" {
    function(app)
      stinsen.wrapper "Wrapped" { child = "Tabs", customize = watch }
      local Outer <const> = stinsen.tabs "Outer" {
        child = { "plain", "wrapped" },
        plain = stinsen.tab { view = "Plain" }, wrapped = stinsen.tab { coordinator = "Wrapped" },
      }
      app:launch(Outer)
      expectSeen ""
      app:tapTab "wrapped"
      expectSeen "+home +home"
      app:tapTab "plain"
      expectSeen "-home -home"
    end,
  },

  scenario "each root appears when it replaces another" {
    function(app)
      local Rooted <const> = stinsen.navigation "Rooted" {
        stack = "tabs", tabs = stinsen.root { coordinator = "Tabs" }, view = stinsen.root "View",
        customize = watch,
      }
      local router <const> = app:launch(Rooted).router
      expectSeen "+home +home"
      router:root "view"
      expectSeen "-gone"
      router:root "tabs"
      expectSeen "+home"
    end,
  },
}

suite "Router objects" {
  scenario "the nearest router above is preferred to the newest" {
    function(app)
      stinsen.navigation "Inner" {
        stack = "inner", inner = stinsen.root "Inner", host = stinsen.RouterObject "Host",
        above = stinsen.EnvironmentObject "Host",
      }
      local Host <const> = stinsen.navigation "Host" {
        stack = "inner", inner = stinsen.root { coordinator = "Inner" },
        again = stinsen.modal { coordinator = "Host" },
      }
      local host <const> = app:launch(Host)
      local second <const> = host.router:route "again"
      assert(host.child.host == host.router and host.child.above == host.router)
      assert(second.child.host == second.router and second.child.above == second.router)
      assert(stinsen.RouterObject("Host").wrappedValue == second.router)
      app:expect { leaks = 0 }
    end,
  },

  scenario "a name that several types share finds the newest router" {
    function(app)
      local function login(name)
        return stinsen.navigation(name) {
          routerStorable = "LoginCoordinator", stack = "start", start = stinsen.root(name),
          other = stinsen.modal { coordinator = "B" },
        }
      end
      local A <const>, _ <const> = login "A", login "B"
      local first <const> = app:launch(A)
      local second <const> = first.router:route "other"
      assert(stinsen.RouterStore.retrieve "LoginCoordinator" == second.router)
      assert(stinsen.router(app.front, "LoginCoordinator").coordinator == second)
      first.router:popToRoot()
      assert(stinsen.RouterStore.retrieve "LoginCoordinator" == first.router)
    end,
  },

  scenario "a stored router is not kept alive" {
    function()
      stinsen.RouterStore.store("Mocked", { isMock = true })
      collectgarbage()
      assert(stinsen.RouterStore.retrieve "Mocked" == nil)
    end,
  },

  scenario "the store rejects invalid types and routers" {
    function(app)
      app:launch(Watched)
      local cases <const> = {
        { function() local _ = stinsen.RouterStore.retrieve "Watchd" end,
          'there is no coordinator "Watchd"; did you mean "Watched"?' },
        { function() local _ = stinsen.RouterStore.store(1, {}) end,
          "RouterStore.store: type is 1, expected the name under which to find the router" },
        { function() local _ = stinsen.RouterStore.store("A", 1) end,
          "RouterStore.store: router is 1, expected a router or a replacement table" },
        { function() local _ = stinsen.RouterObject(1) end,
          "stinsen.RouterObject: type is 1, expected the name of a coordinator" },
        { function() stinsen.RouterObject("Watched").wrappedValue = 1 end,
          "a RouterObject cannot be set; RouterStore.store puts a router in its place" },
      }
      for _, case in ipairs(cases) do
        local isFine <const>, problem <const> = pcall(case[1])
        assert(not isFine and problem:find(case[2], 1, true), problem)
        assert(problem:find "^[^\n]*views%.scenario%.lua:%d+: ", problem)
      end
    end,
  },
}
