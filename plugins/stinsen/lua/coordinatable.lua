---Definitions in the words of Stinsen: roots, routes, tabs, wrappers.
local View <const> = require "stinsen.view"
local check <const> = require "stinsen.check"

local coordinatable <const> = {}

---@class stinsen.Route
---@field kind "root"|"push"|"modal"|"fullScreen"|"tab"
---@field spec table
local Route <const> = {}
Route.__index = Route
Route.__name = "stinsen.Route"

local STYLES <const> = { push = "push", modal = "sheet", fullScreen = "fullScreen" }

---Makes one of the words that declare a route.
---@param kind string
---@return fun(spec: table|string|function): stinsen.Route
function coordinatable.word(kind)
  return function(spec)
    if type(spec) == "string" and kind ~= "tab" then spec = { title = spec } end
    local isFunction <const> = type(spec) == "function" and (kind == "push" or kind == "root")
    if type(spec) ~= "table" and not isFunction then
      error(("stinsen.%s: got %s, expected a table such as { title = … } or { coordinator = … }")
        :format(kind, check.show(spec)), 2)
    end
    if type(spec) == "table" and spec.style and STYLES[kind] then
      error(("stinsen.%s: style is %s, but %s says the style already; leave it out"):format(
        kind, check.show(spec.style), kind), 2)
    end
    return setmetatable({ kind = kind, spec = spec }, Route)
  end
end

local function isRoute(value) return getmetatable(value) == Route end

---A copy of a route's table as `coordinator` takes it.
local function routeTable(route)
  if type(route.spec) == "function" then return route.spec end
  local result <const> = {}
  for key, value in pairs(route.spec) do result[key] = value end
  result.style = result.style or STYLES[route.kind]
  return result
end

---Splits what is declared into routes and the rest.
---@return table definition
---@return string[] roots
---@return table<string, stinsen.Route> tabs
local function split(spec, own)
  local definition <const>, roots <const>, tabs <const> = { routes = {} }, {}, {}
  for name, value in pairs(spec) do
    if isRoute(value) and value.kind == "tab" then
      tabs[name] = value
    elseif isRoute(value) then
      definition.routes[name] = routeTable(value)
      if value.kind == "root" then roots[#roots + 1] = name end
    elseif name == "routes" and type(value) == "table" then
      for key, route in pairs(value) do definition.routes[key] = route end
    elseif not own[name] then
      definition[name] = value
    end
  end
  return definition, roots, tabs
end

---Lets the coordinator begin, and hang on what it reacts to also after it was restored.
local function install(definition, customize, begin)
  function definition.start(self, animated)
    begin(self, animated)
    if customize then customize(self, View.of(self)) end
  end
  local restored <const> = definition.restored
  function definition.restored(self, ...)
    if restored then restored(self, ...) end
    if customize then customize(self, View.of(self)) end
  end
end

---Calls the host's word; what it refuses is the script's fault.
---@return any definition
---@return string? problem
local function define(word, name, definition)
  local isDone <const>, result <const> = pcall(function() return word(name)(definition) end)
  if isDone then return result end
  return nil, check.text(result)
end

---@return string? problem
local function checkTable(where, spec, functions)
  if type(spec) ~= "table" then
    return ("%s is followed by %s, expected a table"):format(where, check.show(spec))
  end
  for _, key in ipairs(functions) do
    if spec[key] ~= nil and type(spec[key]) ~= "function" then
      return ("%s: %s is %s, expected a function"):format(where, key, check.show(spec[key]))
    end
  end
  if type(spec.start) == "function" then
    return where .. ": start is a function, but the first screen follows from what is declared; "
      .. "use customize for what else is to happen"
  end
end

---What `stack` says: the first root.
---@return fun(self: signalbox.Coordinator): string, table?
local function initial(stack)
  if type(stack) == "function" then return stack end
  if type(stack) == "string" then return function() return stack end end
  return function() return stack.route, stack.args end
end

---@return string? problem
local function checkStack(where, stack, roots)
  if type(stack) == "function" then return nil end
  local name <const> = type(stack) == "table" and stack.route or stack
  if type(name) ~= "string" then
    return ('%s: stack is %s, expected the name of a root, { route = …, args = … } or a function')
      :format(where, check.show(stack))
  end
  for _, root in ipairs(roots) do
    if root == name then return nil end
  end
  return ('%s: stack names "%s", which is no root; declared with stinsen.root: %s'):format(
    where, name, check.list(roots))
end

---`NavigationCoordinatable`: a stack with an initial root, and routes.
---@param name string
---@return fun(spec: table): any
function coordinatable.navigation(name)
  local where <const> = ('stinsen.navigation "%s"'):format(tostring(name))
  return function(spec)
    local problem = checkTable(where, spec, { "customize" })
    if problem then error(problem, 2) end
    local definition <const>, roots <const>, pages <const> =
      split(spec, { stack = true, customize = true })
    local tab <const> = next(pages)
    if tab then
      error(('%s: "%s" is a tab; declare it with stinsen.tabs'):format(where, tab), 2)
    end
    problem = checkStack(where, spec.stack, roots)
    if problem then error(problem, 2) end
    local first <const> = initial(spec.stack)
    install(definition, spec.customize, function(self, animated)
      local route <const>, args <const> = first(self)
      self.router:root(route, args, { animated = animated })
    end)
    local result <const>, fault <const> = define(coordinator, name, definition)
    if not result then error(fault, 2) end
    return result
  end
end

---The pages of tabs in the order of `child`.
---@return table[]? pages
---@return string? problem
local function pages(where, child, tabs)
  if type(child) ~= "table" or #child == 0 then
    return nil, ('%s: child is %s, expected the tabs in order, such as { "home", "todos" }'):format(
      where, check.show(child))
  end
  local list <const>, names <const> = {}, {}
  for key in pairs(tabs) do names[#names + 1] = key end
  for index, id in ipairs(child) do
    local tab <const> = tabs[id]
    if not tab then
      return nil, ("%s: child names %s, which is no tab; declared with stinsen.tab: %s"):format(
        where, check.show(id), check.list(names))
    end
    list[index] = { id = id }
    for key, value in pairs(tab.spec) do
      if key ~= "onTapped" then list[index][key] = value end
    end
  end
  return list
end

---Calls `onTapped` of the tabs that the user taps.
local function watchTaps(self, view, tabs)
  local tapped
  view:onEvent({ "tab.userSelected", "tab.changed", "tab.reselected" }, function(event)
    if event.kind == "tab.userSelected" then
      tapped = event.name
      return
    end
    local page <const> = tapped
    tapped = nil
    local tab <const> = page and page == event.name and self.currentPage == page and tabs[page]
    if tab and tab.spec.onTapped then tab.spec.onTapped(self, event.kind == "tab.reselected") end
  end)
end

---`TabCoordinatable`: tabs, each a coordinator.
---@param name string
---@return fun(spec: table): any
function coordinatable.tabs(name)
  local where <const> = ('stinsen.tabs "%s"'):format(tostring(name))
  return function(spec)
    local problem <const> = checkTable(where, spec, { "customize" })
    if problem then error(problem, 2) end
    local definition <const>, _, byName <const> =
      split(spec, { child = true, customize = true })
    local list <const>, fault <const> = pages(where, spec.child, byName)
    if not list then error(fault, 2) end
    definition.pages, definition.current = list, spec.child.active
    local reacts = false
    for _, tab in pairs(byName) do reacts = reacts or tab.spec.onTapped ~= nil end
    install(definition, function(self, view)
      if reacts then watchTaps(self, view, byName) end
      if spec.customize then spec.customize(self, view) end
    end, function() end)
    local result <const>, refusal <const> = define(tabs, name, definition)
    if not result then error(refusal, 2) end
    return result
  end
end

---`ViewWrapperCoordinator`: another coordinator, decorated.
---@param name string
---@return fun(spec: { child: string, args: table?, customize: function? }): any
function coordinatable.wrapper(name)
  local where <const> = ('stinsen.wrapper "%s"'):format(tostring(name))
  return function(spec)
    local problem <const> = checkTable(where, spec, { "customize" })
    if problem then error(problem, 2) end
    if type(spec.child) ~= "string" then
      error(("%s: child is %s, expected the name of a coordinator"):format(
        where, check.show(spec.child)), 2)
    end
    local definition <const> = split(spec, { child = true, customize = true })
    definition.routes.child = { coordinator = spec.child, style = "push" }
    install(definition, spec.customize, function(self, animated)
      local args <const> = next(self.args) and self.args or nil
      self.router:root("child", args, { animated = animated })
    end)
    local result <const>, fault <const> = define(coordinator, name, definition)
    if not result then error(fault, 2) end
    return result
  end
end

return coordinatable
