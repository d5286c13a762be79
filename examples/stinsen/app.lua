-- The application that is included with Stinsen: a login with registration, followed by tabs for
-- to-do items. The logged-in user determines the root, and a URL leads through the whole tree. This
-- file contains only definitions.
local stinsen <const> = require "stinsen"

-- MARK: - Services

---The data that is kept between launches.
local defaults <const> = { user = nil, todos = {} }

---The logged-in user.
local authentication <const> = { status = stinsen.subject { user = defaults.user } }

function authentication:set(user)
  defaults.user = user
  self.status:send { user = user }
end

---Calls a function later, as a network request would.
local services <const> = {
  login = function(user, callback)
    after("1s", function()
      authentication:set(user)
      if callback then callback() end
    end)
  end,
  register = function(_, _, callback) after("1s", callback) end,
  forgotPassword = function(_, callback) after("1s", callback) end,
}

---Returns the to-do items of a user.
local TodosStore <const> = {}
TodosStore.__index = TodosStore

local stores <const> = {}

---@param user string
function TodosStore.of(user)
  if not stores[user] then
    defaults.todos[user] = defaults.todos[user] or {}
    stores[user] = setmetatable(
      { all = defaults.todos[user], changes = stinsen.subject() }, TodosStore)
  end
  return stores[user]
end

function TodosStore:add(name)
  self.all[#self.all + 1] = { id = #self.all + 1, name = name, isFavorite = false }
  self.changes:send()
end

function TodosStore:toggleFavorite(id)
  self.all[id].isFavorite = not self.all[id].isFavorite
  self.changes:send()
end

---Returns the names of all to-do items, or of the favorites.
function TodosStore:names(isFavorite)
  local names <const> = {}
  for _, todo in ipairs(self.all) do
    if todo.isFavorite or not isFavorite then names[#names + 1] = todo.name end
  end
  return names
end

---@return integer? id
function TodosStore:find(name)
  for _, todo in ipairs(self.all) do
    if todo.name:lower() == name:lower() then return todo.id end
  end
end

---Returns the buttons for to-do items. Each button calls a function with the item's id.
local function buttons(names, store, call)
  local actions <const> = {}
  for index, name in ipairs(names) do
    actions[index] = { name, function(self) call(self, store:find(name)) end }
  end
  return actions
end

-- MARK: - Before the login

local Registration <const> = stinsen.navigation "Registration" {
  stack = "start",
  start = stinsen.root { title = "Register user", actions = { "Next step" } },
  password = stinsen.push {
    title = "Register user", args = { username = "string" }, actions = { "Register" },
  },
  onNextStep = function(self) self.router:route("password", { username = self.text or "" }) end,
}

function Registration:onRegister(screen)
  services.register(screen.args.username, self.text, function()
    self.router:dismissCoordinator()
  end)
end

local Unauthenticated <const> = stinsen.navigation "Unauthenticated" {
  stack = "start",
  start = stinsen.root {
    title = "Welcome", actions = { "Login", "Register", "Forgot your password?" },
  },
  forgotPassword = stinsen.push { title = "Forgot password", actions = { "OK" } },
  registration = stinsen.push { coordinator = "Registration" },
}

function Unauthenticated:onLogin() services.login(self.text or "user@example.com") end

function Unauthenticated:onRegister() self.router:route("registration") end

function Unauthenticated:onForgotYourPassword() self.router:route("forgotPassword") end

function Unauthenticated:onOK()
  services.forgotPassword(self.text, function() self.router:popToRoot() end)
end

-- MARK: - The tabs

stinsen.navigation "Home" {
  stack = "start",
  args = { user = "string" },
  authenticated = stinsen.EnvironmentObject "Authenticated",
  start = stinsen.root(function(self)
    local store <const> = TodosStore.of(self.args.user)
    return screen("start", {
      title = "Home",
      actions = buttons(store:names(true), store, function(_, id)
        self.authenticated:focusFirst("todos").child:popToRoot():route("todo", { id = id })
      end),
    })
  end),
  customize = function(self, view)
    local store <const> = TodosStore.of(self.args.user)
    view:onReceive(store.changes, function()
      self.router:root("start", { favorites = store:names(true) })
    end)
  end,
}

local Todos <const> = stinsen.navigation "Todos" {
  stack = "start",
  args = { user = "string" },
  start = stinsen.root(function(self)
    local store <const> = TodosStore.of(self.args.user)
    local actions <const> = buttons(store:names(), store, function(_, id)
      self.router:route("todo", { id = id })
    end)
    table.insert(actions, 1, { "Add", function() self.router:route("createTodo") end })
    return screen("start", { title = "Todos", actions = actions })
  end),
  todo = stinsen.push {
    args = { id = "integer" },
    destination = function(self, args)
      local store <const> = TodosStore.of(self.args.user)
      return screen("todo", {
        title = function(own) return store.all[own.id].name end, args = args,
        actions = { ["Favorite"] = "toggleFavorite" },
      })
    end,
  },
  createTodo = stinsen.modal { title = "Create todo", actions = { "Create" } },
  customize = function(self, view)
    local store <const> = TodosStore.of(self.args.user)
    view:onReceive(store.changes, function()
      self.router:root("start", { names = store:names() }, { keepStack = true })
    end)
  end,
}

function Todos:toggleFavorite(screen)
  TodosStore.of(self.args.user):toggleFavorite(screen.args.id)
end

function Todos:onCreate()
  TodosStore.of(self.args.user):add(self.text or "")
  self.router:popToRoot()
end

stinsen.navigation "Profile" {
  stack = "start",
  args = { user = "string" },
  start = stinsen.root(function(self)
    return screen("start", {
      title = "Currently logged in as " .. self.args.user,
      actions = { Logout = function() authentication:set(nil) end },
    })
  end),
}

---A screen of the testbed. It shows its number in the stack.
local function testbedScreen(name)
  return function(self, args)
    local actions <const> = {}
    for index, way in ipairs {
      { "Modal screen", "modalScreen" }, { "Push screen", "pushScreen" },
      { "Modal coordinator", "modalCoordinator" }, { "Push coordinator", "pushCoordinator" },
    } do
      actions[index] = { way[1], function(_, screen)
        self.router:route(way[2], { number = stinsen.router(screen).id + 1 })
      end }
    end
    if self.canDismiss then actions[#actions + 1] = { "Dismiss coordinator", "dismiss" } end
    local title <const> = "Number in coordinator stack: " .. (args.number or -1)
    return screen(name, { title = title, actions = actions })
  end
end

local Testbed <const> = stinsen.navigation "Testbed" {
  stack = "start",
  start = stinsen.root(testbedScreen "start"),
  pushScreen = stinsen.push(testbedScreen "pushScreen"),
  modalScreen = stinsen.modal(testbedScreen "modalScreen"),
  pushCoordinator = stinsen.push { coordinator = "Testbed" },
  modalCoordinator = stinsen.modal { coordinator = "Testbed" },
}

function Testbed:dismiss()
  self.router:dismissCoordinator { completion = function() print "bye!" end }
end

---An icon that is filled while its tab is selected.
local function icon(name)
  return function(isActive) return isActive and name .. ".fill" or name end
end

local function ofUser(self) return { user = self.args.user } end

stinsen.tabs "Authenticated" {
  args = { user = "string" },
  child = { "home", "todos", "profile", "testbed" },
  popToRootOnReselect = false,
  home = stinsen.tab { title = "Home", icon = icon "house", coordinator = "Home", args = ofUser },
  todos = stinsen.tab {
    title = "Todos", icon = icon "folder", coordinator = "Todos", args = ofUser,
  },
  profile = stinsen.tab {
    title = "Profile", icon = icon "person.crop.circle", coordinator = "Profile", args = ofUser,
  },
  testbed = stinsen.tab {
    title = "Testbed", icon = icon "bed.double", coordinator = "Testbed",
    onTapped = function(_, isRepeat, coordinator)
      if isRepeat then coordinator.router:popToRoot() end
    end,
  },
}

-- MARK: - Both

local Main <const> = stinsen.navigation "Main" {
  stack = function()
    if not defaults.user then return "unauthenticated" end
    return "authenticated", { user = defaults.user }
  end,
  unauthenticated = stinsen.root { coordinator = "Unauthenticated" },
  authenticated = stinsen.root { coordinator = "Authenticated" },
  links = { ["stinsenapp://*path"] = "openURL" },

  customize = function(self, view)
    view:onReceive(authentication.status, function(status)
      if status.user then
        self.router:root("authenticated", { user = status.user })
      else
        self.router:root("unauthenticated")
      end
    end)
  end,
}

---Opens a link such as `stinsenapp://todo/milk`. If the link does not lead to a to-do item, this is
---reported, and nothing changes.
function Main:openURL(link)
  local authenticated <const> = self.router:hasRoot("authenticated")
  if not authenticated then return "unhandled" end
  local name <const> = tostring(link.path):match("^todo/(.+)$")
  local id <const> = name and TodosStore.of(authenticated.args.user):find(name)
  if not id then
    self.problem = "could not create a deep link from " .. link.url
    return "unhandled"
  end
  authenticated:focusFirst("todos").child:route("todo", { id = id })
end

application "Todos demo" { main = "Main" }

return { authentication = authentication, defaults = defaults, TodosStore = TodosStore }
