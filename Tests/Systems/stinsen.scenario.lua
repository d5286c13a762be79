-- The rows of docs/coming-from/stinsen.md, one scenario each.
local stinsen <const> = require "stinsen"

---Fails at the caller's line unless two values are the same.
local function equal(actual, expected)
  if actual ~= expected then error(("%s, expected %s"):format(actual, expected), 2) end
end

---Returns the result of an operation: `done`, or the status and the reason.
local function outcome(_, status, reason)
  return reason and ("%s %s"):format(status, reason) or status
end

---Returns the reports as one string.
local log <const> = {}
local function note(text) log[#log + 1] = text end
local function noted() return table.concat(log, ", ") end

local Todos <const> = stinsen.navigation "Todos" {
  stack = "start",
  start = stinsen.root "Todos",
  todo = stinsen.push {
    title = function(args) return "Todo " .. args.id end, args = { id = "integer" },
  },
  createTodo = stinsen.modal "Create todo",
  cover = stinsen.fullScreen "Cover",
  detail = stinsen.push { coordinator = "Detail" },
  detailSheet = stinsen.modal { coordinator = "Detail" },
}

stinsen.navigation "Detail" {
  stack = "detail",
  args = { id = "integer?" },
  detail = stinsen.root "Detail",
  more = stinsen.push "More",
}

stinsen.navigation "Home" { stack = "home", home = stinsen.root "Home" }

stinsen.navigation "Unauthenticated" { stack = "login", login = stinsen.root "Welcome" }

local Authenticated <const> = stinsen.tabs "Authenticated" {
  args = { user = "string?" },
  child = { "home", "todos" },
  home = stinsen.tab { title = "Home", coordinator = "Home" },
  todos = stinsen.tab { title = "Todos", coordinator = "Todos" },
}

local Main <const> = stinsen.navigation "Main" {
  stack = "unauthenticated",
  unauthenticated = stinsen.root { coordinator = "Unauthenticated" },
  authenticated = stinsen.root { coordinator = "Authenticated" },
}

scenario "NavigationCoordinatable" {
  function(app)
    local todos <const> = app:launch(Todos)
    equal(app:tree(), "Todos  start      ← front")
    equal(todos.type, "Todos")
  end,
}

scenario "TabCoordinatable" {
  function(app)
    app:launch(Authenticated)
    app:expect { tab = "home", pages = { "home", "todos" }, stack = { "home" } }
  end,
}

scenario "ViewWrapperCoordinator(child, view)" {
  function(app)
    local Wrapped <const> = stinsen.wrapper "Wrapped" {
      child = "Detail",
      args = { id = "integer?" },
      customize = function(_, view)
        view:onAppear(function(screen) note("appears: " .. screen.name) end)
      end,
    }
    local wrapped <const> = app:launch(Wrapped, { id = 3 })
    equal(wrapped.child.type, "Detail")
    equal(wrapped.child.args.id, 3)
    equal(noted(), "appears: detail")
  end,
}

scenario "ViewWrapperCoordinator(child) { coordinator in { view in … } }" {
  function(app)
    local Wrapped <const> = stinsen.wrapper "Wrapped" {
      child = "Home",
      customize = function(self, view)
        view:onAppear(function() note(self.type .. " wraps " .. self.child.type) end)
      end,
    }
    app:launch(Wrapped)
    equal(noted(), "Wrapped wraps Home")
  end,
}

scenario "a ViewWrapperCoordinator whose child is chosen" {
  function(app)
    local Member <const> = stinsen.navigation "Member" {
      stack = "member", member = stinsen.root "Member",
    }
    local Wrapped <const> = stinsen.wrapper "Wrapped" {
      args = { isMember = "boolean" },
      child = function(_, args) return args.isMember and Member or screen "guest" end,
    }
    app:launch(Wrapped, { isMember = true })
    app:expect { coordinator = "Member", stack = { "member" } }
  end,
}

scenario "NavigationViewCoordinator(child)" {
  function(app)
    local main <const> = app:launch(Main)
    local login <const> = main.child
    login.router:navigate(screen "help")
    app:expect { stack = { "login", "help" } }
  end,
}

scenario "MainCoordinator().view()" {
  function(app)
    local main <const> = app:launch "Main"
    assert(app.main == main)
    app:expect { root = "unauthenticated", top = "login" }
  end,
}

scenario "init(user:) of a coordinator" {
  function(app)
    local child <const> = app:launch(Main).router:root("authenticated", { user = "ada" })
    equal(child.args.user, "ada")
    app:restoreState(app:saveState())
    equal(app.main.child.args.user, "ada")
  end,
}

scenario "init(todosStore:) of a coordinator" {
  function(app)
    local Store <const> = {}
    Store.__index = Store
    function Store:first() return self.names[1] end
    local Listing <const> = stinsen.navigation "Listing" {
      stack = "start", args = { store = "object" },
      start = stinsen.root(function(self)
        return screen("start", { title = self.args.store:first() })
      end),
    }
    local Tabs <const> = stinsen.tabs "Tabs" {
      child = { "listing" }, args = { store = "object" },
      listing = stinsen.tab {
        coordinator = "Listing", args = function(self) return { store = self.args.store } end,
      },
    }
    local store <const> = setmetatable({ names = { "milk" } }, Store)
    app:launch(Tabs, { store = store })
    app:expect { title = "milk", coordinator = Listing.name }
    assert(rawequal(app.top.args.store, store))
  end,
}

scenario "coordinator.parent" {
  function(app)
    local todos <const> = app:launch(Todos)
    local detail <const> = todos.router:route "detail"
    equal(detail.parent, todos)
    equal(todos.parent, nil)
  end,
}

scenario "coordinator.id" {
  function(app)
    local router <const> = app:launch(Todos).router
    local first <const> = router:route("detail").id
    router:popLast()
    local second <const> = router:route("detail").id
    assert(first ~= second, first)
  end,
}

scenario "AnyCoordinator(base)" {
  function(app)
    local todos <const> = app:launch(Todos)
    local children <const> = { (todos.router:route "detail"), (todos.router:route "detailSheet") }
    equal(#children, 2)
    for _, child in ipairs(children) do equal(child.type, "Detail") end
  end,
}

scenario "deinit" {
  function(app)
    stinsen.navigation "Short" {
      stack = "short", short = stinsen.root "Short",
      didFinish = function(_, _, reason) note("gone: " .. reason) end,
    }
    local Long <const> = stinsen.navigation "Long" {
      stack = "long", long = stinsen.root "Long", short = stinsen.push { coordinator = "Short" },
    }
    local router <const> = app:launch(Long).router
    local kept <const> = router:route "short"
    router:popToRoot()
    equal(noted(), "gone: popped")
    equal(kept.isAlive, false)
    app:expect { leaks = 0 }
  end,
}

scenario "your own Coordinatable, such as a hamburger menu" {
  function(app)
    local Menu <const> = coordinator "Menu" {
      routes = { todos = { coordinator = "Todos" }, home = { coordinator = "Home" } },
    }
    function Menu:start() self.router:root "home" end
    local menu <const> = app:launch(Menu)
    local todos <const> = menu.router:root "todos"
    todos.router:route("todo", { id = 1 })
    app:expect { stack = { "start", "todo" } }
  end,
}

scenario "NavigationStack(initial: \\.start)" {
  function(app)
    app:launch(Todos)
    assert(app.main.router:isRoot "start")
    app:expect { stack = { "start" } }
  end,
}

scenario "NavigationStack(initial:, input)" {
  function(app)
    local Greeting <const> = stinsen.navigation "Greeting" {
      stack = { route = "hello", args = { name = "ada" } },
      hello = stinsen.root { title = function(args) return "Hello " .. args.name end,
        args = { name = "string" } },
    }
    app:launch(Greeting)
    app:expect { title = "Hello ada", args = { name = "ada" } }
  end,
}

scenario "a stack that init chooses" {
  function(app)
    local user
    local Gate <const> = stinsen.navigation "Gate" {
      stack = function() return user and "inside" or "outside", user and { user = user } end,
      inside = stinsen.root { args = { user = "string" } }, outside = stinsen.root "Outside",
    }
    app:launch(Gate)
    app:expect { top = "outside" }
    user = "ada"
    app.main.router:restartApp()
    app:expect { top = "inside", args = { user = "ada" } }
  end,
}

scenario "@Root var start = makeStart" {
  function(app)
    local Start <const> = stinsen.navigation "Start" {
      stack = "start", start = stinsen.root { title = "Welcome", actions = { "Login" } },
      onLogin = function() note "login" end,
    }
    app:launch(Start)
    app:expect { title = "Welcome" }
    app:tap "Login"
    equal(noted(), "login")
  end,
}

scenario "@Root whose factory makes a coordinator" {
  function(app)
    local main <const> = app:launch(Main)
    local authenticated <const> = main.router:root "authenticated"
    equal(authenticated.type, "Authenticated")
    equal(app:tree(), table.concat({
      "Main", "└─ ⌂ Authenticated  root  tabs", "   ├─ ● home  Home  home      ← front",
      "   └─ ○ todos  Todos  start",
    }, "\n"))
  end,
}

scenario "@Route(.push) var todo = makeTodo" {
  function(app)
    app:launch(Todos).router:route("todo", { id = 7 })
    app:expect { stack = { "start", "todo" }, title = "Todo 7", layers = 1 }
  end,
}

scenario "@Route(.push) whose factory makes a coordinator" {
  function(app)
    local detail <const> = app:launch(Todos).router:route "detail"
    detail.router:route "more"
    equal(app:tree(), "Todos  start\n└─ ▸ Detail  pushed  detail ▸ more      ← front")
  end,
}

scenario "@Route(.push) of a TabCoordinatable" {
  function(app)
    local Host <const> = stinsen.navigation "Host" {
      stack = "start", start = stinsen.root "Start",
      pushed = stinsen.push { coordinator = "Authenticated" },
      cover = stinsen.fullScreen { coordinator = "Authenticated" },
    }
    local router <const> = app:launch(Host).router
    equal(outcome(router:route("pushed", nil, { try = true })), "rejected notPushable")
    app:expect { stack = { "start" }, layers = 1 }
    equal(router:route("cover").type, "Authenticated")
    app:expect { tab = "home", layers = { "root", "fullScreen" } }
  end,
}

scenario "@Route(.modal)" {
  function(app)
    app:launch(Todos).router:route "createTodo"
    app:expect { layers = { "root", "sheet" }, front = "createTodo" }
    app:swipeDown()
    app:expect { layers = 1, front = "start" }
  end,
}

scenario "@Route(.modal(dismissible: false))" {
  function(app)
    local Asking <const> = stinsen.navigation "Asking" {
      stack = "start", start = stinsen.root "Start",
      view = stinsen.modal { title = "View", dismissible = false },
      flow = stinsen.modal { coordinator = "Detail", dismissible = false },
    }
    local router <const> = app:launch(Asking).router
    for _, route in ipairs { "view", "flow" } do
      router:route(route)
      app:swipeDown()
      app:expect { layers = { "root", "sheet" } }
      router:popLast()
      app:expect { layers = 1 }
    end
  end,
}

scenario "@Route(.modal) whose factory makes a coordinator" {
  function(app)
    local detail <const> = app:launch(Todos).router:route "detailSheet"
    detail.router:route "more"
    equal(app:tree(), "Todos  start\n└─ ⤒ Detail  sheet  detail ▸ more      ← front")
  end,
}

scenario "@Route(.fullScreen)" {
  function(app)
    app:launch(Todos).router:route "cover"
    app:expect { layers = { "root", "fullScreen" }, front = "cover" }
    equal(app.main.stack[1].isVisible, false)
    equal(outcome(app:swipeDown()), "noop notInteractive")
  end,
}

scenario "func makeTodo(todoId: UUID)" {
  function(app)
    local router <const> = app:launch(Todos).router
    router:route("todo", { id = 7 })
    app:expect { args = { id = 7 } }
    equal(outcome(router:route("todo", { id = "x" }, { try = true })), "rejected badArgument")
  end,
}

scenario "a factory function" {
  function(app)
    local function make(name)
      return function(_, args)
        return screen(name, { title = name .. " " .. (args.id or 0), args = args })
      end
    end
    local Made <const> = stinsen.navigation "Made" {
      stack = "start", start = stinsen.root(make "start"), pushed = stinsen.push(make "pushed"),
      sheet = stinsen.modal(make "sheet"), cover = stinsen.fullScreen(make "cover"),
    }
    local router <const> = app:launch(Made).router
    router:route("pushed", { id = 1 }):route("sheet", { id = 2 }):route("cover", { id = 3 })
    app:expect { title = "cover 3", layers = { "root", "sheet", "fullScreen" } }
    equal(app:tree(), table.concat({
      "Made  start ▸ pushed { id = 1 }", "├─ ⤒ sheet  sheet { id = 2 }",
      "└─ ⤒ fullScreen  cover { id = 3 }      ← front",
    }, "\n"))
    router:popToRoot()
    app:expect { title = "start 0", layers = 1 }
  end,
}

scenario "a factory that returns a coordinator" {
  function(app)
    local Numbered <const> = stinsen.navigation "Numbered" {
      stack = "numbered", args = { id = "integer" }, numbered = stinsen.root "Numbered",
    }
    local function make(_, args) return Numbered:new { id = args.number * 2 } end
    local Made <const> = stinsen.navigation "Made" {
      stack = "start", start = stinsen.root "Start", pushed = stinsen.push(make),
      sheet = stinsen.modal(make), cover = stinsen.fullScreen(make), root = stinsen.root(make),
    }
    local made <const> = app:launch(Made)
    for number, route in ipairs { "pushed", "sheet", "cover" } do
      local child <const> = made.router:route(route, { number = number })
      equal(child.args.id, number * 2)
      equal(made.currentRoute, route)
      equal(made.router:focusFirst(route, { number = number }), child)
      made.router:popToRoot()
    end
    local root <const> = made.router:root("root", { number = 4 })
    equal(root.args.id, 8)
    equal(made.router:root("root", { number = 4 }), root)
    equal(made.router:isRoot("root", { number = 4 }), true)
  end,
}

scenario "a factory whose coordinator depends on its input" {
  function(app)
    local Short <const> = stinsen.navigation "Short" {
      stack = "short", short = stinsen.root "Short",
    }
    local Computed <const> = stinsen.navigation "Computed" {
      stack = "start", start = stinsen.root "Start",
      edit = stinsen.modal {
        args = { id = "integer?" },
        destination = function(_, args) return args.id and Todos or Short end,
      },
    }
    local router <const> = app:launch(Computed).router
    equal(router:route("edit", { id = 1 }).type, "Todos")
    router:popLast()
    equal(router:route("edit").type, "Short")
    app:expect { layers = { "root", "sheet" } }
    equal(outcome(router:route("edit", { id = "x" }, { try = true })), "rejected badArgument")
  end,
}

scenario "a coordinator that routes to its own type" {
  function(app)
    local Testbed <const> = stinsen.navigation "Testbed" {
      stack = "start", start = stinsen.root "Start",
      pushCoordinator = stinsen.push { coordinator = "Testbed" },
    }
    app:launch(Testbed).router:route("pushCoordinator"):route("pushCoordinator")
    equal(app:tree(), table.concat({
      "Testbed  start", "└─ ▸ Testbed  pushed  start",
      "   └─ ▸ Testbed  pushed  start      ← front",
    }, "\n"))
  end,
}

scenario "stack.currentRoute" {
  function(app)
    local todos <const> = app:launch(Todos)
    equal(todos.currentRoute, nil)
    todos.router:route("todo", { id = 1 })
    equal(todos.currentRoute, "todo")
    todos.router:route "createTodo"
    equal(todos.currentRoute, "createTodo")
    todos.router:popToRoot():route "detail"
    equal(todos.currentRoute, "detail")
  end,
}

scenario "stack.isInStack(keyPathHash)" {
  function(app)
    local todos <const> = app:launch(Todos)
    todos.router:route("todo", { id = 1 }):route("createTodo")
    equal(todos:isInStack "todo", true)
    equal(todos:isInStack "createTodo", true)
    equal(todos:isInStack "cover", false)
    equal(todos:isInStack "start", false)
  end,
}

scenario "stack.hasParent()" {
  function(app)
    local main <const> = app:launch(Main)
    equal(main.hasParent, false)
    equal(main.child.hasParent, true)
  end,
}

scenario "route(to:) of a view" {
  function(app)
    local router <const> = app:launch(Todos).router
    equal(router:route "createTodo", router)
  end,
}

scenario "route(to:) of a coordinator" {
  function(app)
    local detail <const> = app:launch(Todos).router:route "detail"
    equal(detail.type, "Detail")
    equal(detail, app.top)
  end,
}

scenario "route(to:, input)" {
  function(app)
    local todos <const> = app:launch(Todos)
    todos:route("todo", { id = 7 }):route("todo", { id = 8 })
    app:expect { stack = { "start", "todo", "todo" }, args = { id = 8 } }
  end,
}

scenario "route(to:, onDismiss:)" {
  function(app)
    local router <const> = app:launch(Todos).router
    local function on(what)
      return { onDismiss = function(reason) note(what .. " " .. reason) end }
    end
    router:route("todo", { id = 1 }, on "todo")
    router:route("detail", nil, on "detail")
    app:back()
    router:route("createTodo", nil, on "create")
    router:popToRoot()
    equal(noted(), "detail userBack, create dismissed, todo popped")
  end,
}

scenario "a push while a modal is shown" {
  function(app)
    local router <const> = app:launch(Todos).router
    router:route("createTodo"):route("todo", { id = 1 })
    equal(app:tree(), "Todos  start\n└─ ⤒ sheet  createTodo ▸ todo { id = 1 }      ← front")
    app:back()
    app:expect { front = "createTodo" }
    router:route "detail"
    equal(app:tree(), table.concat({
      "Todos  start", "├─ ▸ Detail  pushed  detail", "└─ ⤒ sheet  createTodo      ← front",
    }, "\n"))
  end,
}

scenario "popLast()" {
  function(app)
    local router <const> = app:launch(Todos).router
    router:route("todo", { id = 1 }):route("createTodo"):route("todo", { id = 2 })
      :route("detailSheet")
    local fronts <const> = {}
    for _ = 1, 4 do
      router:popLast()
      fronts[#fronts + 1] = app.front.name .. (app.front.args.id or "")
    end
    equal(table.concat(fronts, " "), "todo2 createTodo todo1 start")
    equal(outcome(router:popLast()), "noop emptyStack")
  end,
}

scenario "popLast(action)" {
  function(app)
    local router <const> = app:launch(Todos).router
    local function report(status) note(status) end
    router:popLast { completion = report }
    router:route("createTodo"):popLast { completion = report }
    equal(noted(), "noop, done")
  end,
}

scenario "router.pop()" {
  function(app)
    local router <const> = app:launch(Todos).router
    router:route("todo", { id = 1 })
    local first <const> = app.front
    router:route("todo", { id = 2 }):route("createTodo")
    stinsen.router(first):pop()
    app:expect { stack = { "start" }, layers = 1 }
    equal(outcome(stinsen.router(app.front):pop()), "noop atRoot")
  end,
}

scenario "router.pop(action)" {
  function(app)
    app:launch(Todos).router:route "createTodo"
    stinsen.router(app.front):pop {
      completion = function(status) note(status .. " " .. app.front.name) end,
    }
    equal(noted(), "done start")
  end,
}

scenario "popToRoot()" {
  function(app)
    local todos <const> = app:launch(Todos)
    todos.router:route("todo", { id = 1 }):route("createTodo"):route("todo", { id = 2 })
      :route("detailSheet")
    equal(todos.router:popToRoot(), todos.router)
    app:expect { stack = { "start" }, layers = 1 }
    equal(#todos.children, 0)
    equal(outcome(todos.router:popToRoot()), "noop atRoot")
  end,
}

scenario "popToRoot(action)" {
  function(app)
    local router <const> = app:launch(Todos).router
    router:route("createTodo"):popToRoot { completion = function(status) note(status) end }
    equal(noted(), "done")
  end,
}

scenario "popToRoot from a modal's view" {
  function(app)
    Todos:extend {
      routes = { createTodo = { style = "sheet", actions = { "Create" } } },
      onCreate = function(self) self.router:popToRoot() end,
    }
    app:launch(Todos).router:route("todo", { id = 1 }):route("createTodo")
    app:tap "Create"
    app:expect { stack = { "start" }, layers = 1 }
  end,
}

scenario "focusFirst(route)" {
  function(app)
    local router <const> = app:launch(Todos).router
    for id = 1, 3 do router:route("todo", { id = id }) end
    router:route "createTodo"
    equal(router:focusFirst "todo", router)
    app:expect { stack = { "start", "todo" }, args = { id = 1 }, layers = 1 }
  end,
}

scenario "focusFirst(route) of a coordinator" {
  function(app)
    local router <const> = app:launch(Todos).router
    local detail <const> = router:route "detailSheet"
    detail.router:route "more"
    equal(router:focusFirst "detailSheet", detail)
    app:expect { coordinator = "Detail", stack = { "detail", "more" } }
  end,
}

scenario "focusFirst(route, input)" {
  function(app)
    local router <const> = app:launch(Todos).router
    for _, id in ipairs { 1, 2, 1, 2 } do router:route("todo", { id = id }) end
    router:focusFirst("todo", { id = 2 })
    app:expect { stack = { "start", "todo", "todo" }, args = { id = 2 } }
  end,
}

scenario "focusFirst(route, input, comparator:)" {
  function(app)
    local router <const> = app:launch(Todos).router
    for id = 1, 4 do router:route("todo", { id = id }) end
    router:focusFirst("todo", { id = 5 }, {
      equals = function(had, given) return had.id > 1 and (given.id - had.id) % 2 == 0 end,
    })
    app:expect { args = { id = 3 }, stack = { "start", "todo", "todo", "todo" } }
  end,
}

scenario "FocusError.routeNotFound" {
  function(app)
    local router <const> = app:launch(Todos).router
    equal(outcome(router:focusFirst("todo", nil, { try = true })), "rejected routeNotFound")
    local isDone <const>, problem <const> = pcall(router.focusFirst, router, "todo")
    equal(isDone, false)
    assert(problem:find('focusFirst: Todos shows no "todo" above its root', 1, true), problem)
  end,
}

scenario "root(route)" {
  function(app)
    local main <const> = app:launch(Main)
    main.router:navigate(screen "help")
    local child <const> = main.router:root "authenticated"
    equal(child.parent, main)
    app:expect { root = "authenticated", tab = "home", stack = { "home" } }
    main.router:root "unauthenticated"
    main.router:navigate(screen "help")
    main.router:root("unauthenticated", { again = true }, { keepStack = true })
    app:expect { front = "help" }
  end,
}

scenario "root(route, input)" {
  function(app)
    local router <const> = app:launch(Main).router
    local first <const> = router:root("authenticated", { user = "ada" })
    equal(router:root("authenticated", { user = "ada" }), first)
    local second <const> = router:root("authenticated", { user = "bob" })
    equal(second.args.user, "bob")
    equal(first.isAlive, false)
  end,
}

scenario "root(route, input, comparator:)" {
  function(app)
    local router <const> = app:launch(Main).router
    local first <const> = router:root("authenticated", { user = "ada" })
    local ignoringCase <const> = {
      equals = function(present, given) return present.user:lower() == given.user:lower() end,
    }
    equal(router:root("authenticated", { user = "ADA" }, ignoringCase), first)
    assert(router:root("authenticated", { user = "bob" }, ignoringCase) ~= first)
  end,
}

scenario "root of the active root" {
  function(app)
    local router <const> = app:launch(Todos).router
    router:route("todo", { id = 1 })
    equal(outcome(router:root "start"), "noop alreadyRoot")
    app:expect { stack = { "start", "todo" } }
  end,
}

scenario "isRoot(route)" {
  function(app)
    local router <const> = app:launch(Main).router
    equal(router:isRoot "unauthenticated", true)
    equal(router:isRoot "authenticated", false)
  end,
}

scenario "isRoot(route, input)" {
  function(app)
    local router <const> = app:launch(Main).router
    router:root("authenticated", { user = "ada" })
    equal(router:isRoot("authenticated", { user = "ada" }), true)
    equal(router:isRoot("authenticated", { user = "bob" }), false)
  end,
}

scenario "isRoot(route, input, comparator:)" {
  function(app)
    local router <const> = app:launch(Main).router
    router:root("authenticated", { user = "ada" })
    local any <const> = {
      equals = function(present, given) return #present.user == #given.user end,
    }
    equal(router:isRoot("authenticated", { user = "bob" }, any), true)
    equal(router:isRoot("authenticated", { user = "eve!" }, any), false)
  end,
}

scenario "hasRoot(route)" {
  function(app)
    local router <const> = app:launch(Main).router
    equal(router:hasRoot "authenticated", nil)
    local child <const> = router:root "authenticated"
    equal(router:hasRoot "authenticated", child)
  end,
}

scenario "hasRoot(route, input)" {
  function(app)
    local router <const> = app:launch(Main).router
    local child <const> = router:root("authenticated", { user = "ada" })
    equal(router:hasRoot("authenticated", { user = "ada" }), child)
    equal(router:hasRoot("authenticated", { user = "bob" }), nil)
  end,
}

scenario "hasRoot(route, input, comparator:)" {
  function(app)
    local router <const> = app:launch(Main).router
    local child <const> = router:root("authenticated", { user = "ada" })
    local any <const> = { equals = function() return true end }
    equal(router:hasRoot("authenticated", { user = "bob" }, any), child)
  end,
}

scenario "dismissCoordinator()" {
  function(app)
    local todos <const> = app:launch(Todos)
    for _, route in ipairs { "detail", "detailSheet" } do
      local detail <const> = todos.router:route(route)
      detail.router:route "more"
      detail.router:dismissCoordinator()
      equal(detail.isAlive, false)
      app:expect { stack = { "start" }, layers = 1 }
    end
  end,
}

scenario "dismissCoordinator(action)" {
  function(app)
    local detail <const> = app:launch(Todos).router:route "detail"
    detail.router:dismissCoordinator { completion = function() note "bye!" end }
    equal(noted(), "bye!")
  end,
}

scenario "dismissCoordinator inside a wrapper" {
  function(app)
    stinsen.wrapper "Wrapped" { child = "Detail" }
    local Host <const> = stinsen.navigation "Host" {
      stack = "start", start = stinsen.root "Start",
      wrapped = stinsen.modal { coordinator = "Wrapped" },
    }
    local wrapped <const> = app:launch(Host).router:route "wrapped"
    equal(wrapped.child.canDismiss, true)
    wrapped.child.router:dismissCoordinator()
    equal(wrapped.isAlive, false)
    app:expect { layers = 1, front = "start" }
  end,
}

scenario "dismissChild(coordinator:, action:)" {
  function(app)
    local todos <const> = app:launch(Todos)
    local child <const> = todos.router:route "detail"
    child.router:route "more"
    child.router:dismissCoordinator { completion = function(status) note(status) end }
    equal(#todos.children, 0)
    equal(noted(), "done")
  end,
}

scenario "canDismissChild, router.canDismiss" {
  function(app)
    local main <const> = app:launch(Main)
    local authenticated <const> = main.router:root "authenticated"
    local todos <const> = authenticated:focusFirst("todos").child
    local detail <const> = todos.router:route "detail"
    equal(main.canDismiss, false)
    equal(todos.canDismiss, false)
    equal(detail.canDismiss, true)
    equal(stinsen.router(app.front).canDismiss, true)
    equal(stinsen.router(app.front, "Todos").canDismiss, false)
  end,
}

scenario "a swipe down or back" {
  function(app)
    local todos <const> = app:launch(Todos)
    todos.router:route("todo", { id = 1 }):route("createTodo")
    app:swipeDown()
    equal(todos.currentRoute, "todo")
    app:swipeBack()
    equal(todos.currentRoute, nil)
    app:expect { stack = { "start" }, layers = 1 }
  end,
}

scenario "TabChild(startingItems:)" {
  function(app)
    app:launch(Authenticated)
    app:expect { pages = { "home", "todos" }, tab = "home" }
  end,
}

scenario "TabChild(startingItems:, activeTab:)" {
  function(app)
    local Second <const> = stinsen.tabs "Second" {
      child = { "home", "todos", active = "todos" },
      home = stinsen.tab { coordinator = "Home" }, todos = stinsen.tab { coordinator = "Todos" },
    }
    app:launch(Second)
    app:expect { tab = "todos", stack = { "start" } }
  end,
}

scenario "child.activeTab = 1" {
  function(app)
    local authenticated <const> = app:launch(Authenticated)
    authenticated.currentPage = "todos"
    app:expect { tab = "todos" }
    equal(authenticated.currentPage, "todos")
  end,
}

scenario "@Route(tabItem: makeHomeTab) var home = makeHome" {
  function(app)
    local Tabs <const> = stinsen.tabs "Tabs" {
      child = { "home" },
      home = stinsen.tab { title = "Home", icon = "house", coordinator = "Home" },
    }
    app:launch(Tabs)
    local page <const> = app:state().main.pages[1]
    equal(page.title, "Home")
    equal(page.icon, "house")
  end,
}

scenario "makeHomeTab(isActive:)" {
  function(app)
    local function icon(name)
      return function(isActive) return isActive and name .. ".fill" or name end
    end
    local Tabs <const> = stinsen.tabs "Tabs" {
      child = { "home", "todos" },
      home = stinsen.tab {
        title = function(isActive) return isActive and "Home now" or "Home" end,
        icon = icon "house", coordinator = "Home",
      },
      todos = stinsen.tab { title = "Todos", icon = icon "folder", coordinator = "Todos" },
    }
    app:launch(Tabs)
    local function items()
      local list <const> = {}
      for _, page in ipairs(app:state().main.pages) do
        list[#list + 1] = page.title .. " " .. page.icon
      end
      return table.concat(list, ", ")
    end
    equal(items(), "Home now house.fill, Todos folder")
    app:tapTab "todos"
    equal(items(), "Home house, Todos folder.fill")
  end,
}

scenario "onTapped(isRepeat, coordinator)" {
  function(app)
    local Tabs <const> = stinsen.tabs "Tabs" {
      child = { "home", "todos" }, popToRootOnReselect = false,
      home = stinsen.tab { coordinator = "Home" },
      todos = stinsen.tab {
        coordinator = "Todos",
        onTapped = function(self, isRepeat, coordinator)
          note(("%s %s %s"):format(self.type, isRepeat, coordinator.type))
        end,
      },
    }
    local tabs <const> = app:launch(Tabs)
    app:tapTab "todos"
    app:tapTab "todos"
    app:tapTab "home"
    tabs:focusFirst "todos"
    equal(noted(), "Tabs false Todos, Tabs true Todos")
  end,
}

scenario "a tab that is a view" {
  function(app)
    local Tabs <const> = stinsen.tabs "Tabs" {
      child = { "plain", "home" },
      plain = stinsen.tab { title = "Plain", view = { title = "A view", actions = { "Go home" } } },
      home = stinsen.tab { coordinator = "Home" },
      onGoHome = function(self) self.currentPage = "home" end,
    }
    local tabs <const> = app:launch(Tabs)
    app:expect { tab = "plain", title = "A view" }
    app:tap "Go home"
    app:expect { tab = "home", front = "home" }
    equal(tabs:focusFirst("plain").parent, tabs)
  end,
}

scenario "a tab whose factory uses the coordinator" {
  function(app)
    stinsen.navigation "Profile" {
      stack = "profile", args = { user = "string" },
      profile = stinsen.root(function(self)
        return screen("profile", { title = self.args.user })
      end),
    }
    local Tabs <const> = stinsen.tabs "Tabs" {
      args = { user = "string" }, child = { "home", "profile", active = "profile" },
      home = stinsen.tab { coordinator = "Home" },
      profile = stinsen.tab {
        title = "Profile", coordinator = "Profile",
        args = function(self) return { user = self.args.user } end,
      },
    }
    app:launch(Tabs, { user = "ada" })
    app:expect { tab = "profile", title = "ada", pages = { "home", "profile" } }
  end,
}

scenario "focusFirst(route) of a tab" {
  function(app)
    local authenticated <const> = app:launch(Authenticated)
    local todos <const> = authenticated:focusFirst "todos"
    equal(todos.type, "Todos")
    equal(authenticated:focusFirst "todos", todos)
    app:expect { tab = "todos" }
  end,
}

scenario "popToRoot() on tabs, which does not compile" {
  function(app)
    local main <const> = app:launch(Main)
    local authenticated <const> = main.router:root "authenticated"
    local before <const> = app:saveState()
    local _, status <const>, reason <const> =
      main.router:hasRoot("authenticated").router:popToRoot { try = true }
    equal(status, "rejected")
    equal(reason, "wrongKind")
    equal(app:saveState(), before)
  end,
}

scenario "customize(_ view:)" {
  function(app)
    local Custom <const> = stinsen.navigation "Custom" {
      stack = "start", start = stinsen.root "Start",
      customize = function(self, view)
        equal(view.coordinator, self)
        note(self.type)
      end,
    }
    app:launch(Custom)
    equal(noted(), "Custom")
  end,
}

scenario "view.onReceive(publisher)" {
  function(app)
    local status <const> = stinsen.subject { user = nil }
    local Gate <const> = stinsen.navigation "Gate" {
      stack = "outside", outside = stinsen.root "Outside", inside = stinsen.root "Inside",
      customize = function(self, view)
        view:onReceive(status, function(value)
          self.router:root(value.user and "inside" or "outside")
        end)
      end,
    }
    app:launch(Gate)
    status:send { user = "ada" }
    app:expect { root = "inside" }
    status:send { user = nil }
    app:expect { root = "outside" }
  end,
}

scenario "view.onOpenURL(perform:)" {
  function(app)
    Main:extend { links = { ["stinsen://*rest"] = function(_, link) note(link.rest) end } }
    app:launch(Main)
    app:open "stinsen://todo/milk"
    equal(noted(), "todo/milk")
  end,
}

scenario "view.onAppear" {
  function(app)
    local function watched(_, view)
      view:onAppear(function(screen) note("+" .. screen.name) end)
        :onDisappear(function(screen) note("-" .. screen.name) end)
    end
    local Watched <const> = stinsen.navigation "Watched" {
      stack = "one", one = stinsen.root "One", other = stinsen.root { coordinator = "Home" },
      two = stinsen.push "Two", sheet = stinsen.modal "Sheet", cover = stinsen.fullScreen "Cover",
      customize = watched,
    }
    local router <const> = app:launch(Watched).router
    router:route "two"
    router:popLast()
    router:route("sheet"):popLast()
    router:route "cover"
    router:popLast()
    router:root "other"
    equal(noted(), "+one, -one, +one, -one, +one")
  end,
}

scenario "view.onAppear of tabs" {
  function(app)
    local Tabs <const> = stinsen.tabs "Tabs" {
      child = { "home", "todos" },
      home = stinsen.tab { coordinator = "Home" }, todos = stinsen.tab { coordinator = "Todos" },
      customize = function(_, view)
        view:onAppear(function(screen) note("+" .. screen.name) end)
          :onDisappear(function(screen) note("-" .. screen.name) end)
      end,
    }
    app:launch(Tabs)
    app:tapTab "todos"
    app.top.router:route("todo", { id = 1 })
    app.top.router:route "cover"
    app.top.router:popToRoot()
    equal(noted(), "+home, -todo, +start")
  end,
}

scenario "view.onAppear of a coordinator whose root is a coordinator" {
  function(app)
    local Gate <const> = stinsen.navigation "Gate" {
      stack = "authenticated", authenticated = stinsen.root { coordinator = "Authenticated" },
      cover = stinsen.fullScreen "Cover",
      customize = function(_, view)
        view:onAppear(function(screen) note("+" .. screen.name) end)
          :onDisappear(function(screen) note("-" .. screen.name) end)
      end,
    }
    local router <const> = app:launch(Gate).router
    app:tapTab "todos"
    router:route("cover"):popLast()
    equal(noted(), "+home, -start, +start")
  end,
}

scenario "view.onDisappear of a dismissed view" {
  function(app)
    stinsen.wrapper "Wrapped" {
      child = "Authenticated", args = { user = "string?" },
      customize = function(self, view)
        view:onAppear(function() note("+" .. self.type) end)
          :onDisappear(function() note("-" .. (self.isAlive and self.type or "gone")) end)
      end,
    }
    local Host <const> = stinsen.navigation "Host" {
      stack = "start", start = stinsen.root "Start",
      wrapped = stinsen.modal { coordinator = "Wrapped" },
    }
    app:launch(Host).router:route "wrapped"
    app:swipeDown()
    equal(noted(), "+Wrapped, -gone")
  end,
}

scenario "@EnvironmentObject var router: TodosCoordinator.Router" {
  function(app)
    local todos <const> = app:launch(Todos)
    todos.router:route("todo", { id = 1 })
    local router <const> = stinsen.router(app.front)
    equal(router.coordinator, todos)
    equal(router.view, app.front)
    router:route("todo", { id = 2 })
    app:expect { args = { id = 2 } }
  end,
}

scenario "@EnvironmentObject of a coordinator further up" {
  function(app)
    local Inner <const> = stinsen.navigation "Inner" {
      stack = "inner", inner = stinsen.root { actions = { "Todos" } },
      outer = stinsen.EnvironmentObject "Outer",
      onTodos = function(self) self.outer:focusFirst "todos" end,
    }
    local Outer <const> = stinsen.tabs "Outer" {
      child = { "inner", "todos" },
      inner = stinsen.tab { coordinator = "Inner" }, todos = stinsen.tab { coordinator = "Todos" },
    }
    app:launch(Outer)
    local inner <const> = app.top
    equal(inner.outer, app.main.router)
    equal(stinsen.router(app.front, "Outer").coordinator, app.main)
    app:tap "Todos"
    app:expect { tab = "todos" }
    local isDone <const>, problem <const> = pcall(function() return Inner:new().outer end)
    equal(isDone, false)
    assert(problem:find "there is no Outer above Inner", problem)
  end,
}

scenario "router.coordinator" {
  function(app)
    local todos <const> = app:launch(Todos)
    local detail <const> = todos.router:route "detail"
    local router <const> = detail.router
    equal(router.coordinator, detail)
    todos.router:popLast()
    equal(router.coordinator.isAlive, false)
    equal(outcome(router:route("more", nil, { try = true })), "rejected stale")
  end,
}

scenario "router.id" {
  function(app)
    local todos <const> = app:launch(Todos)
    local ids <const> = { stinsen.router(app.front).id }
    todos.router:route("todo", { id = 1 })
    ids[2] = stinsen.router(app.front).id
    todos.router:route "createTodo"
    ids[3] = stinsen.router(app.front).id
    equal(table.concat(ids, " "), "-1 0 1")
  end,
}

scenario "RouterStore.shared.retrieve()" {
  function(app)
    local todos <const> = app:launch(Todos)
    equal(stinsen.RouterStore.retrieve "Detail", nil)
    local first <const> = todos.router:route "detail"
    local second <const> = todos.router:route "detailSheet"
    equal(stinsen.RouterStore.retrieve "Detail", second.router)
    todos.router:popLast()
    equal(stinsen.RouterStore.retrieve "Detail", first.router)
  end,
}

scenario "RouterStore.shared.store(router:)" {
  function(app)
    local mock <const> = { route = function(_, name) note(name) end }
    stinsen.RouterStore.store("Login", mock)
    stinsen.RouterStore.retrieve("Login"):route "mocked"
    equal(noted(), "mocked")
    stinsen.RouterStore.store("Todos", mock)
    equal(stinsen.RouterStore.retrieve "Todos", mock)
    local todos <const> = app:launch(Todos)
    equal(stinsen.RouterStore.retrieve "Todos", todos.router)
    stinsen.RouterStore.store("Todos", mock)
    equal(stinsen.RouterStore.retrieve "Todos", mock)
  end,
}

scenario "@RouterObject var router: Main.Router?" {
  function(app)
    stinsen.navigation "Inner" {
      stack = "inner", inner = stinsen.root "Inner",
      host = stinsen.RouterObject "Host", detail = stinsen.RouterObject "Detail",
    }
    local Host <const> = stinsen.navigation "Host" {
      stack = "inner", inner = stinsen.root { coordinator = "Inner" },
      detail = stinsen.modal { coordinator = "Detail" },
    }
    local host <const> = app:launch(Host)
    local inner <const> = host.child
    equal(inner.host, host.router)
    equal(inner.detail, nil)
    local detail <const> = host.router:route "detail"
    equal(inner.detail, detail.router)
    host.router:popLast()
    equal(inner.detail, nil)
    equal(select(2, pcall(function() inner.host = 1 end)):match "readOnly.*",
      "readOnly: host of Inner (c2) cannot be set")
  end,
}

scenario "@RouterObject in a view model" {
  function(app)
    local LoginViewModel <const> = { main = stinsen.RouterObject "Main" }
    function LoginViewModel:login() self.main.wrappedValue:root "authenticated" end
    equal(LoginViewModel.main.wrappedValue, nil)
    app:launch(Main)
    LoginViewModel:login()
    app:expect { root = "authenticated" }
    equal(pcall(function() LoginViewModel.main.wrappedValue = 1 end), false)
  end,
}

scenario "routerStorable" {
  function(app)
    local Default <const> = stinsen.navigation "DefaultLogin" {
      routerStorable = "LoginCoordinator", stack = "start", start = stinsen.root "Login",
    }
    equal(stinsen.RouterStore.retrieve "LoginCoordinator", nil)
    local login <const> = app:launch(Default)
    equal(stinsen.RouterStore.retrieve "LoginCoordinator", login.router)
    equal(stinsen.RouterStore.retrieve "DefaultLogin", login.router)
  end,
}

scenario "a router that onAppear hands to a view model" {
  function(app)
    local model <const> = {}
    local Watched <const> = stinsen.navigation "Watched" {
      stack = "start", start = stinsen.root "Start", more = stinsen.push "More",
      customize = function(_, view)
        view:onAppear(function(screen) model.router = stinsen.router(screen) end)
      end,
    }
    app:launch(Watched)
    model.router:route "more"
    app:expect { stack = { "start", "more" } }
  end,
}

scenario ".sheet and NavigationLink inside a view" {
  function(app)
    local router <const> = app:launch(Todos).router
    router:route("todo", { id = 1 })
    app.front:present(screen "info")
    app:expect { layers = { "root", "sheet" }, front = "info" }
    router:popLast()
    router:navigate(screen "info")
    app:expect { stack = { "start", "todo", "info" }, layers = 1 }
    router:popToRoot():route("todo", { id = 2 })
    app.front:present(screen "info")
    stinsen.router(app.main.stack[2]):pop()
    app:expect { stack = { "start" }, layers = 1 }
  end,
}

scenario "chaining: focusFirst(\\.todos).child.popToRoot().route(to: \\.todo, id)" {
  function(app)
    local main <const> = app:launch(Main)
    local authenticated <const> = main.router:root "authenticated"
    local todos <const> = authenticated:focusFirst("todos").child
    todos.router:route("todo", { id = 1 }):route("createTodo")
    app:tapTab "home"
    authenticated:focusFirst("todos").child:popToRoot():route("todo", { id = 7 })
    app:expect { tab = "todos", stack = { "start", "todo" }, args = { id = 7 }, layers = 1 }
    app:expect { front = "todo" }
  end,
}

scenario "a chain in a callback" {
  function(app)
    Main:extend { links = {
      ["stinsen://todo/:id"] = function(self, link)
        self.router:hasRoot("authenticated"):focusFirst("todos").child:popToRoot()
          :route("todo", { id = link.id })
      end,
    } }
    local authenticated <const> = app:launch(Main).router:root "authenticated"
    authenticated:focusFirst("todos").child.router:route "createTodo"
    app:open "stinsen://todo/3"
    app:expect { tab = "todos", stack = { "start", "todo" }, args = { id = 3 }, layers = 1 }
    app:expect { front = "todo" }
  end,
}

scenario "deep linking: hasRoot and a chain without popToRoot" {
  function(app)
    local main <const> = app:launch(Main)
    local authenticated <const> = main.router:root "authenticated"
    authenticated:focusFirst("todos").child.router:route "createTodo"
    main.router:hasRoot("authenticated"):focusFirst("todos").child:route("todo", { id = 5 })
    app:expect { front = "todo", args = { id = 5 }, layers = { "root", "sheet" } }
  end,
}

scenario "a chain that does not compile" {
  function(app)
    local main <const> = app:launch(Main)
    main.router:root "authenticated"
    local isDone <const>, problem <const> = pcall(function()
      main.router:hasRoot("authenticated"):focusFirst("todo")
    end)
    equal(isDone, false)
    assert(problem:find('has no page "todo"; did you mean "todos"?', 1, true), problem)
  end,
}

scenario "an authentication service that switches the roots" {
  function(app)
    local service <const> = stinsen.subject { user = nil }
    local App <const> = stinsen.navigation "App" {
      stack = "unauthenticated",
      unauthenticated = stinsen.root { coordinator = "Unauthenticated" },
      authenticated = stinsen.root { coordinator = "Authenticated" },
      customize = function(self, view)
        view:onReceive(service, function(status)
          if status.user then
            self.router:root("authenticated", { user = status.user })
          else
            self.router:root "unauthenticated"
          end
        end)
      end,
    }
    app:launch(App)
    service:send { user = "ada" }
    app:expect { root = "authenticated", tab = "home" }
    service:send { user = nil }
    app:expect { root = "unauthenticated", top = "login", leaks = 0 }
  end,
}

scenario "MVVM: a view model tested with a mock router" {
  function(app)
    local LoginViewModel <const> = { router = stinsen.RouterObject "LoginCoordinator" }
    function LoginViewModel:login() self.router.wrappedValue:routeToAuthenticated() end
    local mock <const> = { isRouted = false }
    function mock:routeToAuthenticated() self.isRouted = true end
    stinsen.RouterStore.store("LoginCoordinator", mock)
    LoginViewModel:login()
    equal(mock.isRouted, true)
  end,
}

scenario "root keeps the pushed items and never sets the child's parent" {
  function(app)
    local main <const> = app:launch(Main)
    main.router:navigate(screen "help")
    local child <const> = main.router:root "authenticated"
    equal(child.parent, main)
    app:expect { stack = { "home" } }
  end,
}

scenario "a dismissal's callback is overwritten by the next one, or kept and called later" {
  function(app)
    local router <const> = app:launch(Todos).router
    router:popToRoot { completion = function(status) note("root " .. status) end }
    local function on(what) return { onDismiss = function() note(what) end } end
    router:route("todo", { id = 1 }, on "first"):route("todo", { id = 2 }, on "second")
    router:popToRoot()
    router:route("createTodo"):popLast()
    equal(noted(), "root noop, second, first")
  end,
}

scenario "focusFirst of a tab that is missing crashes" {
  function(app)
    local authenticated <const> = app:launch(Authenticated)
    local before <const> = app:saveState()
    equal(
      outcome(authenticated:focusFirst("settings", nil, { try = true })), "rejected routeNotFound")
    equal(app:saveState(), before)
  end,
}

scenario "dismissCoordinator of the first coordinator fails an assertion" {
  function(app)
    local main <const> = app:launch(Main)
    equal(outcome(main.router:dismissCoordinator { try = true }), "rejected noParent")
    equal(outcome(main.child.router:dismissCoordinator { try = true }), "rejected isRootOfParent")
  end,
}

scenario "root of a route with an input crashes without one" {
  function(app)
    local Greeting <const> = stinsen.navigation "Greeting" {
      stack = "start", start = stinsen.root "Start",
      hello = stinsen.root { args = { name = "string" } },
    }
    local router <const> = app:launch(Greeting).router
    equal(outcome(router:root("hello", nil, { try = true })), "rejected badArgument")
    app:expect { stack = { "start" } }
    router:root("hello", { name = "ada" })
    app:expect { stack = { "hello" } }
  end,
}

scenario "isRoot and root crash before the coordinator is shown" {
  function(app)
    app:launch(Todos)
    local main <const> = Main:new()
    equal(main.router:isRoot "authenticated", false)
    main.router:root("authenticated", { user = "ada" })
    equal(main.router:isRoot("authenticated", { user = "ada" }), true)
    app.main.router:navigate(main)
    app:expect { coordinator = "Home", tab = "home", layers = { "root", "sheet" } }
  end,
}

scenario "focusFirst with an input crashes if the item has none" {
  function(app)
    local router <const> = app:launch(Todos).router
    router:route "createTodo"
    local result <const> = outcome(router:focusFirst("createTodo", { id = 1 }, { try = true }))
    equal(result, "rejected routeNotFound")
    app:expect { front = "createTodo" }
  end,
}

scenario "a router whose coordinator no longer exists crashes" {
  function(app)
    local todos <const> = app:launch(Todos)
    local router <const> = todos.router:route("detail").router
    todos.router:popToRoot()
    equal(outcome(router:route("more", nil, { try = true })), "rejected stale")
    app:expect { stack = { "start" }, leaks = 0 }
  end,
}
