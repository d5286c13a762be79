---`TabCoordinatable`: tabs, each of which is a coordinator or a view.
local check <const> = require "stinsen.check"
local definition <const> = require "stinsen.definition"

local tabs <const> = {}

---Returns the name of the method for an action without a handler: "Apple Pay" calls `onApplePay`.
local function methodName(label)
  local parts <const> = {}
  for part in label:gmatch "[%w\128-\255]+" do
    parts[#parts + 1] = part:sub(1, 1):upper() .. part:sub(2)
  end
  return "on" .. table.concat(parts)
end

---Makes the actions of a tab's view call the methods of the tabs.
---@param view table
---@param methods table<string, function> Receives the methods of actions without a handler.
---@return table view
local function forwarding(view, methods)
  local result <const>, actions <const> = {}, {}
  for key, value in pairs(view) do result[key] = value end
  local function call(name)
    return function(self, screen)
      local method <const> = self.parent[name]
      if type(method) ~= "function" then
        error(("unknownMethod: the tab needs a method %s:%s, which is not defined"):format(
          self.parent.type, name), 0)
      end
      return method(self.parent, screen)
    end
  end
  local function forwarded(handler)
    if type(handler) ~= "function" then return call(handler) end
    return function(self, screen) return handler(self.parent, screen) end
  end
  for key, action in pairs(type(view.actions) == "table" and view.actions or {}) do
    if type(key) == "string" then
      actions[key] = forwarded(action)
    elseif type(action) == "string" then
      methods[methodName(action)] = call(methodName(action))
      actions[key] = action
    elseif type(action) == "table" then
      actions[key] = { action[1], forwarded(action[2]) }
    else
      actions[key] = action
    end
  end
  if view.actions ~= nil then result.actions = actions end
  return result
end

---Defines the coordinator of a tab that is a view.
---@return any defined
---@return string? problem
local function defineView(name, id, view)
  if type(view) == "string" then view = { title = view } end
  if type(view) ~= "table" then
    return nil, ("tab \"%s\": view is %s, expected a title or a table like that of a route"):format(
      id, check.show(view))
  end
  local result <const> = {}
  result.routes = { [id] = forwarding(view, result) }
  result.start = function(self) self.router:startFlow(id) end
  return definition.define(coordinator, ("%s.%s"):format(name, id), result, {})
end

---Returns the page of a tab. Values that depend on the tabs themselves are determined when the tabs
---start.
---@return table? page
---@return string? problem
local function pageOf(name, id, tab)
  local page <const> = { id = id }
  for key, value in pairs(tab.spec) do
    if key ~= "onTapped" and key ~= "view" then page[key] = value end
  end
  if tab.spec.onTapped ~= nil and type(tab.spec.onTapped) ~= "function" then
    return nil, ('tab "%s": onTapped is %s, expected a function'):format(
      id, check.show(tab.spec.onTapped))
  end
  if tab.spec.view == nil then return page end
  if tab.spec.coordinator ~= nil then
    return nil, ('tab "%s" has both a view and a coordinator; omit one'):format(id)
  end
  local view <const>, problem <const> = defineView(name, id, tab.spec.view)
  page.coordinator = view
  return view and page, problem
end

---Returns the pages in the order of `child`.
---@return table[]? pages
---@return string? problem
local function pagesOf(name, child, byName)
  if type(child) ~= "table" or #child == 0 then
    return nil, ('child is %s, expected the tabs in order, such as { "home", "todos" }'):format(
      check.show(child))
  end
  local list <const>, names <const> = {}, {}
  for key in pairs(byName) do names[#names + 1] = key end
  for index, id in ipairs(child) do
    if not byName[id] then
      return nil, ("child is %s, which is not a tab; declared with stinsen.tab: %s"):format(
        check.show(id), check.list(names))
    end
    local page <const>, problem <const> = pageOf(name, id, byName[id])
    if not page then return nil, problem end
    list[index] = page
  end
  return list
end

---Whether a page depends on the coordinator to which its tab belongs.
local function isComputed(pages)
  for _, page in ipairs(pages) do
    if type(page.args) == "function" or type(page.coordinator) == "function" then return true end
  end
  return false
end

---Returns the pages with the values that their functions return for a coordinator.
local function computed(pages, self)
  local list <const> = {}
  for index, page in ipairs(pages) do
    list[index] = {}
    for key, value in pairs(page) do
      local isOwn <const> = key == "args" or key == "coordinator"
      if isOwn and type(value) == "function" then value = value(self) end
      list[index][key] = value
    end
  end
  return list
end

---Calls `onTapped` of a tab when the user taps it.
local function watchTaps(self, view, byName)
  local tapped
  view:onEvent({ "tab.userSelected", "tab.changed", "tab.reselected" }, function(event)
    if event.kind == "tab.userSelected" then
      tapped = event.name
      return
    end
    local page <const> = tapped
    tapped = nil
    local tab <const> = page and page == event.name and self.currentPage == page and byName[page]
    if tab and tab.spec.onTapped then
      tab.spec.onTapped(self, event.kind == "tab.reselected", self.child)
    end
  end)
end

---@param name string
---@return fun(spec: table): any
function tabs.define(name)
  local where <const> = ('stinsen.tabs "%s"'):format(tostring(name))
  return function(spec)
    local problem <const> = definition.fault(where, spec)
    if problem then error(problem, 2) end
    local result <const>, _, byName <const> = definition.split(spec, { child = true })
    local pages <const>, fault <const> = pagesOf(name, spec.child, byName)
    if not pages then error(("%s: %s"):format(where, fault), 2) end
    local active <const> = spec.child.active
    local depends <const> = isComputed(pages)
    if not depends then result.pages, result.current = pages, active end
    local reacts = false
    for _, tab in pairs(byName) do reacts = reacts or tab.spec.onTapped ~= nil end
    definition.install(result, function(self, view)
      if reacts then watchTaps(self, view, byName) end
      if spec.customize then spec.customize(self, view) end
    end, function(self)
      if depends then self.router:setPages(computed(pages, self), { current = active }) end
    end)
    local defined <const>, rejection <const> = definition.define(_ENV.tabs, name, result, spec)
    if not defined then error(rejection, 2) end
    return defined
  end
end

return tabs
