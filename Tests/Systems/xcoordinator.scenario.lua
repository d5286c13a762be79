-- A scenario for each row of docs/coming-from/xcoordinator.md, in its order.
local About = coordinator "About" { routes = { text = {} } }
function About:start() self.router:startFlow("text") end

local Login = coordinator "Login" { routes = { form = {} } }
function Login:start() self.router:startFlow("form") end
function Login:showUser(name) self.parent.router:navigate("user", { name = name }) end

local finished = {}
function Login:didFinish(_, reason) finished[#finished + 1] = reason end

local Service = coordinator "Service" { routes = {} }
function Service:start() end

local UserList = coordinator "UserList" {
  routes = {
    home = {},
    user = { args = { name = "string" } },
    help = { style = "sheet" },
    about = { coordinator = "About", style = "push" },
    login = { coordinator = "Login", style = "fullScreen" },
    prompt = { coordinator = "Login" },
    either = {
      args = { isNew = "boolean" },
      destination = function(_, args)
        return args.isNew and Login or screen("welcome", { title = "Welcome" })
      end,
    },
  },
  links = {
    ["app://users/:name"] = function(self, link)
      self.router:navigate("user", { name = link.name })
    end,
  },
}
function UserList:start() self.router:startFlow("home") end
function UserList:ignore() end

local News = coordinator "News" { routes = { articles = {} } }
function News:start() self.router:startFlow("articles") end

tabs "Home" {
  pages = { { id = "news", coordinator = "News" }, { id = "users", coordinator = "UserList" } },
  current = "users",
}

local function list(app)
  app:launch "UserList"
  return app.main.router
end

local function home(app)
  app:launch "Home"
  return app.main.router
end

scenario "enum UserListRoute: Route { case home, user(String) }" {
  function(app)
    local router = list(app)
    local _, status, reason = router:navigate("usr", { name = "Bob" }, { try = true })
    assert(status == "rejected" and reason == "unknownRoute")
    router:navigate("user", { name = "Bob" })
    app:expect { stack = { "home", "user" }, args = { name = "Bob" } }
  end,
}

scenario "NavigationCoordinator<UserListRoute>" {
  function(app)
    list(app)
    app:expect { coordinator = "UserList" }
  end,
}

scenario "super.init(initialRoute: .home)" {
  function(app)
    list(app)
    app:expect { stack = { "home" } }
  end,
}

scenario "prepareTransition(for:)" {
  function(app)
    list(app):navigate("login")
    app:expect { coordinator = "Login", layers = { "root", "fullScreen" } }
  end,
}

scenario "prepareTransition(for:) that decides" {
  function(app)
    local router = list(app)
    router:navigate("either", { isNew = false })
    app:expect { front = "welcome" }
    router:navigate("either", { isNew = true })
    app:expect { coordinator = "Login" }
  end,
}

scenario "TabBarCoordinator(tabs:, select:)" {
  function(app)
    home(app)
    app:expect { tab = "users", pages = { "news", "users" } }
  end,
}

scenario "router.setRoot(for: window)" {
  function(app)
    home(app)
    app:expect { layers = { "root" }, front = "home" }
  end,
}

scenario "RedirectionRouter(parent:, map:)" {
  function(app)
    list(app):navigate("prompt")
    app.top:showUser("Bob")
    app:expect { stack = { "form" } }
    app:swipeDown()
    app:expect { stack = { "home", "user" }, args = { name = "Bob" } }
  end,
}

scenario "UnownedRouter, WeakRouter and StrongRouter" {
  function(app)
    list(app):navigate("prompt")
    local router = app.top.router
    app:swipeDown()
    local _, status, reason = router:navigate("form", nil, { try = true })
    assert(status == "rejected" and reason == "stale")
  end,
}

scenario "addChild(_:)" {
  function(app)
    list(app):addDependency(Service:new())
    assert(app.main.children[1].type == "Service")
  end,
}

scenario "removeChild(_:)" {
  function(app)
    local router = list(app)
    local child = Service:new()
    router:addDependency(child)
    router:removeDependency(child)
    assert(#app.main.children == 0 and not child.isAlive)
  end,
}

local Mail = coordinator "Mail" {
  split = true,
  routes = { folders = {}, messages = { args = { folder = "string" } }, message = {} },
}
function Mail:start() self.router:startFlow("folders") end

scenario "SplitCoordinator" {
  function(app)
    local router = app:launch(Mail).router
    router:setStack { "folders", { route = "messages", args = { folder = "Inbox" } } }
    router:navigate("message")
    router:setStack { "folders", { route = "messages", args = { folder = "Sent" } } }
    app:expect { stack = { "folders", { "messages", folder = "Sent" } } }
    app:back()
    app:expect { stack = { "folders" } }
  end,
}

scenario "router.trigger(.user(\"Bob\"))" {
  function(app)
    list(app):navigate("user", { name = "Bob" })
    app:expect { front = "user", args = { name = "Bob" } }
  end,
}

scenario "trigger(_:with: TransitionOptions(animated: false))" {
  function(app)
    local router, start = list(app), clock.now()
    router:navigate("user", { name = "Bob" }, { animated = false })
    assert(clock.now() == start)
  end,
}

scenario "trigger(_:completion:)" {
  function(app)
    local statuses = {}
    list(app):navigate("user", { name = "Bob" }, {
      completion = function(status) statuses[#statuses + 1] = status end,
    })
    assert(#statuses == 1 and statuses[1] == "done")
  end,
}

scenario "deepLink(_:) with the routes of several coordinators" {
  function(app)
    local router = home(app)
    router:select "news"
    router:focusFirst("users").child:route("user", { name = "Bob" })
    app:expect { tab = "users", stack = { "home", "user" } }
  end,
}

scenario "a URL" {
  function(app)
    home(app)
    app:open("app://users/Bob")
    app:expect { front = "user", args = { name = "Bob" } }
  end,
}

scenario ".push(viewController)" {
  function(app)
    list(app):navigate("user", { name = "Bob" })
    app:expect { stack = { "home", "user" } }
  end,
}

scenario ".push(coordinator)" {
  function(app)
    list(app):navigate("about")
    app:expect { coordinator = "About", layers = 1, front = "text" }
  end,
}

scenario ".present(viewController)" {
  function(app)
    list(app):navigate("help")
    app:expect { front = "help", layers = { "root", "sheet" } }
  end,
}

scenario ".present(coordinator)" {
  function(app)
    list(app):navigate("login")
    app:expect { coordinator = "Login", layers = { "root", "fullScreen" } }
  end,
}

scenario ".pop()" {
  function(app)
    local router = list(app)
    router:navigate("user", { name = "Bob" })
    router:pop()
    app:expect { stack = { "home" } }
  end,
}

scenario ".pop(to: viewController)" {
  function(app)
    local router = list(app)
    router:navigate("user", { name = "Ada" })
    router:navigate("user", { name = "Bob" })
    router:popToView "home"
    app:expect { stack = { "home" } }
  end,
}

scenario ".popToRoot()" {
  function(app)
    local router = list(app)
    router:navigate("user", { name = "Ada" })
    router:navigate("user", { name = "Bob" })
    router:popToRoot()
    app:expect { stack = { "home" } }
  end,
}

scenario ".set([first, second])" {
  function(app)
    local router = list(app)
    local first = app.front
    router:setStack { "home", { route = "user", args = { name = "Bob" } } }
    app:expect { stack = { "home", "user" } }
    assert(app.main.stack[1] == first)
  end,
}

scenario ".dismiss()" {
  function(app)
    local router = list(app)
    router:navigate("help")
    router:dismiss()
    app:expect { layers = 1 }
  end,
}

scenario ".dismissToRoot()" {
  function(app)
    local router = list(app)
    router:navigate("help")
    router:navigate("login")
    router:dismiss { all = true }
    app:expect { layers = 1 }
  end,
}

scenario ".multiple(.dismiss(), .push(…))" {
  function(app)
    local router = list(app)
    router:navigate("help")
    router:batch(function()
      router:dismiss()
      router:navigate("user", { name = "Bob" })
    end)
    app:expect { layers = 1, stack = { "home", "user" } }
    assert(app:undo() == app or app.front.name == "help")
  end,
}

scenario ".trigger(.user(\"Bob\"), on: usersRouter)" {
  function(app)
    home(app):select "news"
    app:coordinator("UserList").router:navigate("user", { name = "Bob" })
    app:tapTab "users"
    app:expect { stack = { "home", "user" } }
  end,
}

scenario ".select(usersRouter)" {
  function(app)
    local router = home(app)
    router:select "news"
    router:select "users"
    app:expect { tab = "users" }
  end,
}

scenario ".none()" {
  function(app)
    list(app)
    local events = #app:events()
    app.main:ignore()
    assert(#app:events() == events)
  end,
}

scenario "a child remains after the user has swiped its sheet down" {
  function(app)
    list(app):navigate("prompt")
    app:swipeDown()
    assert(finished[#finished] == "userSwipe" and #app.main.children == 0)
  end,
}

scenario "a transition that is triggered during another one is ignored by UIKit" {
  function(app)
    local router = list(app)
    clock.manual()
    router:navigate("user", { name = "Ada" })
    router:navigate("user", { name = "Bob" })
    router:navigate("user", { name = "Eve" }, { onBusy = "drop" })
    clock.settle()
    app:expect { stack = { "home", "user", "user" }, args = { name = "Bob" } }
  end,
}

scenario "trigger on an unowned router whose coordinator is gone crashes" {
  function(app)
    list(app):navigate("prompt")
    local router = app.top.router
    router:finishFlow()
    local _, status, reason = router:navigate("form", nil, { try = true })
    assert(status == "rejected" and reason == "stale")
  end,
}
