-- Routes, operations that remove them, and chains through the tree.
local stinsen <const> = require "stinsen"

local Todos <const> = stinsen.navigation "Todos" {
  stack = "list",
  list = stinsen.root "Todos",
  todo = stinsen.push { args = { id = "integer" } },
  create = stinsen.modal "New",
  cover = stinsen.fullScreen "Cover",
  again = stinsen.push { coordinator = "Todos" },
  asked = stinsen.modal { dismissDisabled = true },
  detail = stinsen.push { coordinator = "Detail" },
}

stinsen.navigation "Detail" {
  stack = "detail", detail = stinsen.root "Detail", more = stinsen.push "More",
}

stinsen.navigation "News" { stack = "news", news = stinsen.root "News" }

stinsen.tabs "Authenticated" {
  child = { "news", "todos" },
  news = stinsen.tab { coordinator = "News" },
  todos = stinsen.tab { coordinator = "Todos" },
}

local Main <const> = stinsen.navigation "Main" {
  stack = "authenticated",
  authenticated = stinsen.root { coordinator = "Authenticated" },
  unauthenticated = stinsen.root "Log in",
}

---Returns the result of an operation without raising an error.
local function outcome(_, status, reason)
  return reason and ("%s %s"):format(status, reason) or status
end

local function expectOutcome(actual, expected)
  if actual ~= expected then error(("%s, expected %s"):format(actual, expected), 2) end
end

suite "Routes" {
  setup = function(app)
    app:launch(Todos)
    return function() app:expect { leaks = 0 } end
  end,

  scenario "a route is shown in its style: push, sheet or full screen" {
    function(app)
      local router <const> = app.main.router
      router:route("todo", { id = 1 })
      router:route "create"
      router:route "cover"
      app:expect { stack = { "list", "todo" }, layers = { "root", "sheet", "fullScreen" } }
    end,
  },

  scenario "T23 popLast removes the last item, pushed or presented" {
    function(app)
      local router <const> = app.main.router
      router:route("todo", { id = 1 })
      router:route "create"
      router:popLast()
      app:expect { stack = { "list", "todo" }, layers = 1 }
      router:popLast()
      app:expect { stack = { "list" } }
      expectOutcome(outcome(router:popLast()), "noop emptyStack")
    end,
  },

  scenario "a view's router removes that view and everything above it" {
    function(app)
      local router <const> = app.main.router
      for id = 1, 3 do router:route("todo", { id = id }) end
      local second <const> = app.main.stack[3]
      stinsen.router(second):pop()
      app:expect { stack = { "list", "todo" }, args = { id = 1 } }
      assert(not second.isAlive)
      expectOutcome(outcome(stinsen.router(app.main.stack[1]):pop()), "noop atRoot")
    end,
  },

  scenario "T22 a removal is reported once, also after a pop without effect" {
    function(app)
      local router <const>, calls <const> = app.main.router, {}
      local root <const> = stinsen.router(app.main.stack[1])
      root:pop { completion = function(status) calls[#calls + 1] = "pop " .. status end }
      router:route("todo", { id = 1 }, { onDismiss = function() calls[#calls + 1] = "first" end })
      router:route("todo", { id = 2 }, { onDismiss = function() calls[#calls + 1] = "second" end })
      router:popToRoot()
      router:popLast()
      root:pop()
      local text <const> = table.concat(calls, ", ")
      assert(text == "pop noop, second, first", text)
    end,
  },

  scenario "T98 a dismissed coordinator is removed with everything above it" {
    function(app)
      local first <const> = app.main.router:route "again"
      local second <const> = first.router:route "again"
      local third <const> = second.router:route "again"
      third.router:route "create"
      first.router:dismissCoordinator()
      app:expect { stack = { "list" }, layers = 1, events = {
        "coordinator.finished", "coordinator.finished", "coordinator.finished",
      } }
      assert(not (first.isAlive or second.isAlive or third.isAlive))
      assert(#app.main.children == 0)
    end,
  },

  scenario "a view's router for a coordinator above removes the child of the view" {
    function(app)
      local main <const> = app.main
      main.router:route("todo", { id = 1 })
      local detail <const> = main.router:route "detail"
      detail.router:route "more"
      local inner <const> = app.front
      local own <const>, outer <const> = stinsen.router(inner), stinsen.router(inner, "Todos")
      assert(own.coordinator == detail and own.view == inner and outer.coordinator == main)
      outer:pop()
      app:expect { coordinator = "Todos", stack = { "list", "todo" } }
      assert(not detail.isAlive and stinsen.router(app.front, "Detail") == nil)
      local isFine <const>, problem <const> = pcall(stinsen.router, inner)
      assert(not isFine and problem:find "the screen has been removed")
    end,
  },

  scenario "T42 a screen or coordinator in a sheet accepts pushes, unless it has no navigation" {
    function(app)
      local router <const> = app.main.router
      router:route "create"
      router:route("todo", { id = 1 })
      app:expect { front = "todo", layers = 2 }
      router:popToRoot()
      router:navigate("create", nil, { withNavigation = false })
      expectOutcome(
        outcome(router:navigate("todo", { id = 1 }, { target = "front", try = true })),
        "rejected notPushable")
      router:popLast()
      local child <const> = router:route("again", nil, { style = "sheet" })
      child.router:route("todo", { id = 1 })
      app:expect { stack = { "list", "todo" }, layers = 2 }
    end,
  },

  scenario "T133 a modal that may not be swiped away stays until code dismisses it" {
    function(app)
      app.main.router:route "asked"
      app:swipeDown()
      app:expect { modal = { "asked" }, events = { "layer.dismissAttempted" } }
      app.main.router:popLast()
      app:expect { layers = 1 }
    end,
  },

  scenario "T95 focusFirst finds the first match from the root, with or without an input" {
    function(app)
      local router <const> = app.main.router
      local function build()
        for _, id in ipairs { 1, 2, 1, 3 } do router:route("todo", { id = id }) end
      end
      build()
      router:focusFirst "todo"
      app:expect { stack = { "list", "todo" }, args = { id = 1 } }
      router:popToRoot()
      build()
      router:focusFirst("todo", { id = 2 })
      app:expect { stack = { "list", "todo", "todo" }, args = { id = 2 } }
      expectOutcome(
        outcome(router:focusFirst("create", nil, { try = true })), "rejected routeNotFound")
      app:expect { stack = { "list", "todo", "todo" } }
    end,
  },
}

scenario "T05 popping from a coordinator that shows nothing does nothing" {
  function(app)
    app:launch(Todos)
    expectOutcome(outcome(Todos:new().router:pop(1, { try = true })), "noop emptyStack")
  end,
}

suite "Chains" {
  setup = function(app)
    app:launch(Main)
    return function() app:expect { leaks = 0 } end
  end,

  scenario "T100 a chain follows the tree, and each link must know the next" {
    function(app)
      app.main.router:hasRoot("authenticated"):focusFirst("todos").child:popToRoot()
        :route("todo", { id = 7 })
      app:expect { tab = "todos", stack = { "list", "todo" }, args = { id = 7 } }
      local isFine <const>, problem <const> = pcall(function()
        app.main.router:route("todo", { id = 1 })
      end)
      assert(not isFine and problem:find('unknownRoute: route: Main has no route "todo"', 1, true))
    end,
  },

  scenario "a chain in a deep link handler is queued" {
    function(app)
      Main:extend {
        links = {
          ["app://todo/:id"] = function(self, link)
            self.router:hasRoot("authenticated"):focusFirst("todos").child:popToRoot()
              :route("todo", { id = link.id })
          end,
        },
      }
      app:open "app://todo/3"
      app:open "app://todo/4"
      app:expect { tab = "todos", stack = { "list", "todo" }, args = { id = 4 } }
    end,
  },

  scenario "T87 popToRoot of tabs is rejected in a chain" {
    function(app)
      expectOutcome(
        outcome(app.main.router:hasRoot("authenticated").router:popToRoot { try = true }),
        "rejected wrongKind")
    end,
  },

  scenario "focusFirst of a missing tab is rejected" {
    function(app)
      local before <const> = app:saveState()
      expectOutcome(
        outcome(app.main.router:hasRoot("authenticated"):focusFirst("todo", nil, { try = true })),
        "rejected routeNotFound")
      assert(app:saveState() == before)
    end,
  },
}
