---Finds routers, either by type or for a screen.
local check <const> = require "stinsen.check"
local items <const> = require "stinsen.items"

local store <const> = {}

---Weak references to the explicitly stored routers, by name, newest first.
---@type table<string, { router: table, before: integer }[]>
local stored <const> = {}
---The types of coordinators that are stored under another name, keyed by that name.
---@type table<string, string[]>
local types <const> = {}

---@param caller string The name of the function in errors.
---@param type_ any A name or a definition.
---@return string
local function typeName(caller, type_, level)
  local name <const> = type(type_) == "userdata" and type_.name or type_
  if type(name) ~= "string" then
    error(("%s: type is %s, expected the name of a coordinator"):format(caller, check.show(type_)),
      level + 1)
  end
  if stored[name] or types[name] then return name end
  local isKnown <const>, problem <const> = pcall(app.routes, app, name)
  if not isKnown then error(("%s: %s"):format(caller, check.text(problem)), level + 1) end
  return name
end

---@param coordinator? signalbox.Coordinator
---@return integer
local function number(coordinator)
  return coordinator and tonumber((coordinator.id:gsub("%D", ""))) or 0
end

---Returns the newest coordinator that is stored under a name and has not finished.
---@param name string
---@return signalbox.Coordinator?
local function newest(name)
  local found = not types[name] and app:coordinator(name) or nil
  for _, one in ipairs(types[name] or {}) do
    local other <const> = app:coordinator(one)
    if number(other) > number(found) then found = other end
  end
  return found
end

---Returns the router of the newest coordinator of a type that has not finished. Retaining the
---router does not retain the coordinator.
---@param type_ string|any A name or a definition.
---@return signalbox.Router? router nil if there is none
local function retrieve(type_, level)
  local name <const> = typeName("RouterStore.retrieve", type_, level + 1)
  local found <const> = newest(name)
  for _, entry in ipairs(stored[name] or {}) do
    if entry.router and entry.before >= number(found) then return entry.router end
  end
  return found and found.router
end

---@param type_ string|any
---@return signalbox.Router?
function store.retrieve(type_)
  local router <const> = retrieve(type_, 2)
  return router
end

---Stores a router explicitly, such as a mock in a test. The caller must retain it.
---@param type_ string The name by which the router can be found.
---@param router table
function store.store(type_, router)
  if type(type_) ~= "string" then
    error(("RouterStore.store: type is %s, expected the name under which to find the router"):format(
      check.show(type_)), 2)
  end
  if type(router) ~= "table" and type(router) ~= "userdata" then
    error(("RouterStore.store: router is %s, expected a router or a replacement table"):format(
      check.show(router)), 2)
  end
  local isKnown <const>, current <const> = pcall(newest, type_)
  local entry <const> = setmetatable({ router = router }, { __mode = "v" })
  entry.before = number(isKnown and current or nil)
  stored[type_] = stored[type_] or {}
  table.insert(stored[type_], 1, entry)
end

---Registers another name by which coordinators of a type can be found (`routerStorable`).
---@param type_ string
---@param other string
function store.name(type_, other)
  types[other] = types[other] or {}
  for _, one in ipairs(types[other]) do
    if one == type_ then return end
  end
  table.insert(types[other], type_)
end

-- MARK: - Router objects

---@class stinsen.RouterObject
---@field wrappedValue signalbox.Router? The current router, or nil if there is none.
---@field private type string|any
---@field private isAncestor boolean
local RouterObject <const> = { __name = "stinsen.RouterObject" }

---@param value any
---@return boolean
function store.isRouterObject(value) return getmetatable(value) == RouterObject end

---Returns the nearest coordinator of a type among a coordinator and its ancestors.
local function ancestor(coordinator, name)
  local one = coordinator
  while one and one.type ~= name do
    local isOther = false
    for _, other in ipairs(types[name] or {}) do isOther = isOther or other == one.type end
    if isOther then return one end
    one = one.parent
  end
  return one
end

---@param self stinsen.RouterObject
---@param coordinator signalbox.Coordinator
---@return signalbox.Router?
local function router(self, coordinator)
  local caller <const> = self.isAncestor and "stinsen.EnvironmentObject" or "stinsen.RouterObject"
  local name <const> = typeName(caller, self.type, 3)
  local found <const> = ancestor(coordinator, name)
  if found then return found.router end
  if not self.isAncestor then return retrieve(name, 3) end
  error(("stinsen.EnvironmentObject: there is no %s above %s (%s); use stinsen.RouterObject for "
    .. "one elsewhere"):format(name, coordinator.type, coordinator.id), 0)
end

function RouterObject:__index(key)
  if key == "router" then return router end
  if key == "wrappedValue" then
    local found <const> = retrieve(rawget(self, "type"), 2)
    return found
  end
end

function RouterObject.__newindex()
  error("a RouterObject cannot be set; RouterStore.store puts a router in its place", 2)
end

---@param isAncestor boolean
local function routerObject(isAncestor)
  local name <const> = isAncestor and "EnvironmentObject" or "RouterObject"
  return function(type_)
    if type(type_) ~= "string" and not (type(type_) == "userdata" and type_.name) then
      error(("stinsen.%s: type is %s, expected the name of a coordinator"):format(
        name, check.show(type_)), 2)
    end
    return setmetatable({ type = type_, isAncestor = isAncestor }, RouterObject)
  end
end

store.RouterObject = routerObject(false)
store.EnvironmentObject = routerObject(true)

-- MARK: - Routers of views

---@class stinsen.ViewRouter: signalbox.Router
---@field coordinator signalbox.Coordinator The coordinator that the router belongs to.
---@field view signalbox.Screen The screen for which the router was created.
---@field id integer The index of the item that contains the screen, counted from 0, where -1 is the root.
---@field canDismiss boolean Whether `dismissCoordinator` removes the coordinator.

---Returns the child of a coordinator on the path to a screen.
local function childOnTheWay(coordinator, screen)
  local one = screen.owner
  while one and one.parent ~= coordinator do one = one.parent end
  return one
end

---Returns the index of a coordinator's item that contains a screen.
local function itemIndex(coordinator, screen)
  local child <const> = screen.owner ~= coordinator and childOnTheWay(coordinator, screen)
  local id <const> = child and child.id or screen.id
  for index, item in ipairs(items.of(coordinator)) do
    if item.id == id then return index - 1 end
  end
  return -1
end

---@param coordinator signalbox.Coordinator
---@param screen signalbox.Screen
local function viewRouter(coordinator, screen)
  local router <const> = coordinator.router
  local own <const> = { coordinator = coordinator, view = screen }
  ---Removes the coordinator's item that contains the screen.
  function own.pop(_, options)
    if screen.owner == coordinator or not screen.isAlive then return screen:pop(options) end
    return childOnTheWay(coordinator, screen).router:dismissCoordinator(options)
  end
  return setmetatable(own, {
    __name = "stinsen.ViewRouter",
    __newindex = function() error("a router cannot be changed", 2) end,
    __index = function(_, name)
      if name == "id" then return itemIndex(coordinator, screen) end
      if name == "canDismiss" then return items.canDismiss(coordinator) end
      local member <const> = router[name]
      if type(member) ~= "function" then return member end
      return function(self, ...)
        if self == own then return member(router, ...) end
        return member(self, ...)
      end
    end,
  })
end

---Returns the router for a screen. Its `pop` removes this screen, wherever it is.
---@param screen signalbox.Screen
---@param type_ string|any? An ancestor's type (default: the screen's own coordinator).
---@return stinsen.ViewRouter? router nil if there is no such ancestor
function store.router(screen, type_)
  if type(screen) ~= "userdata" or not pcall(function() return screen.owner end) then
    error(("stinsen.router: got %s, expected a screen"):format(check.show(screen)), 2)
  end
  local name <const> = type_ ~= nil and typeName("stinsen.router", type_, 2)
  local one = screen.owner
  if not one then error("stinsen.router: the screen has been removed; pass a visible screen", 2) end
  if name then one = ancestor(one, name) end
  return one and viewRouter(one, screen)
end

return store
