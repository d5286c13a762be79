-- Todos behind a log-in: two roots that follow what a service publishes, a tab for the todos, and a
-- link that goes through the whole tree. Definitions only.
local stinsen <const> = require "stinsen"

---Who is logged in, as a service of the application would publish it.
local authentication <const> = stinsen.subject { user = nil }

local Registration <const> = stinsen.navigation "Registration" {
  stack = "name",
  name = stinsen.root { title = "Your name", actions = { "Next" } },
  password = stinsen.push { title = "Your password", actions = { "Done" } },
}

function Registration:onNext() self.router:route("password") end

function Registration:onDone() authentication:send { user = "grace" } end

local Unauthenticated <const> = stinsen.navigation "Unauthenticated" {
  stack = "start",
  start = stinsen.root {
    title = "Welcome", actions = { "Log in", "Register", "Forgot password" },
  },
  forgotPassword = stinsen.modal { title = "Forgot password", actions = { "Send" } },
  registration = stinsen.push { coordinator = "Registration" },
}

function Unauthenticated:onLogIn() authentication:send { user = "ada" } end

function Unauthenticated:onRegister() self.router:route("registration") end

function Unauthenticated:onForgotPassword() self.router:route("forgotPassword") end

---Removes the view that was tapped, wherever it stands.
function Unauthenticated:onSend(screen) stinsen.router(screen):pop() end

stinsen.navigation "Home" {
  stack = "home",
  home = stinsen.root { title = "Home", actions = { "Log out" } },
  onLogOut = function() authentication:send { user = nil } end,
}

local Todos <const> = stinsen.navigation "Todos" {
  stack = "list",
  list = stinsen.root { title = "Todos", actions = { "New" } },
  todo = stinsen.push {
    title = function(args) return "Todo " .. args.id end, args = { id = "integer" },
    actions = { "Next" },
  },
  createTodo = stinsen.modal { title = "New todo", actions = { "Save" } },
}

function Todos:onNew() self.router:route("createTodo") end

function Todos:onSave() self.router:popLast():route("todo", { id = 100 }) end

function Todos:onNext(screen) self.router:route("todo", { id = screen.args.id + 1 }) end

stinsen.tabs "Authenticated" {
  args = { user = "string" },
  child = { "home", "todos" },
  popToRootOnReselect = false,
  home = stinsen.tab { title = "Home", icon = "house", coordinator = "Home" },
  todos = stinsen.tab {
    title = "Todos", icon = "folder", coordinator = "Todos",
    onTapped = function(self, isRepeat)
      if isRepeat then self.router:focusFirst("todos").child:popToRoot() end
    end,
  },
}

local Main <const> = stinsen.navigation "Main" {
  stack = "unauthenticated",
  unauthenticated = stinsen.root { coordinator = "Unauthenticated" },
  authenticated = stinsen.root { coordinator = "Authenticated" },
  links = { ["todos://*rest"] = "openLink" },

  customize = function(self, view)
    view:onReceive(authentication, function(status)
      if status.user then
        self.router:root("authenticated", { user = status.user })
      else
        self.router:root("unauthenticated")
      end
    end)
  end,
}

---Opens `todos://todo/7`; anything else is no link, and nothing moves.
function Main:openLink(link)
  local id <const> = tostring(link.rest):match("^todo/(%d+)$")
  local authenticated <const> = self.router:hasRoot("authenticated")
  if not id or not authenticated then
    self.problem = id and "log in first" or ("no todo: " .. link.url)
    return "unhandled"
  end
  authenticated:focusFirst("todos").child:popToRoot():route("todo", { id = tonumber(id) })
end

application "Todos demo" { main = "Main" }

return { authentication = authentication }
