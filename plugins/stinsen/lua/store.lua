---Routers from anywhere: by type, and for one screen.
local check <const> = require "stinsen.check"

local store <const> = {}

---@param word string
---@param type_ any A name or a definition.
---@return string
local function typeName(word, type_)
  local name <const> = type(type_) == "userdata" and type_.name or type_
  if type(name) ~= "string" then
    error(("%s: type is %s, expected the name of a coordinator"):format(word, check.show(type_)), 3)
  end
  local isKnown <const>, problem <const> = pcall(app.routes, app, name)
  if not isKnown then error(("%s: %s"):format(word, check.text(problem)), 3) end
  return name
end

---The router of the newest living coordinator of a type; keeping it keeps nothing alive.
---@param type_ string|any A name or a definition.
---@return signalbox.Router? router nil where none lives
function store.retrieve(type_)
  local found <const> = app:coordinator(typeName("RouterStore.retrieve", type_))
  return found and found.router
end

---@class stinsen.ViewRouter: signalbox.Router
---@field coordinator signalbox.Coordinator Whose router it is.
---@field view signalbox.Screen The screen that it was made for.

---The child of a coordinator on the way down to a screen.
local function childOnTheWay(coordinator, screen)
  local one = screen.owner
  while one and one.parent ~= coordinator do one = one.parent end
  return one
end

---@param coordinator signalbox.Coordinator
---@param screen signalbox.Screen
local function viewRouter(coordinator, screen)
  local router <const> = coordinator.router
  local own <const> = { coordinator = coordinator, view = screen }
  ---Removes the item of the coordinator in which the screen is.
  function own.pop(_, options)
    if screen.owner == coordinator or not screen.isAlive then return screen:pop(options) end
    return childOnTheWay(coordinator, screen).router:dismissCoordinator(options)
  end
  return setmetatable(own, {
    __name = "stinsen.ViewRouter",
    __newindex = function() error("a router cannot be changed", 2) end,
    __index = function(_, name)
      local member <const> = router[name]
      if type(member) ~= "function" then return member end
      return function(self, ...)
        if self == own then return member(router, ...) end
        return member(self, ...)
      end
    end,
  })
end

---The router for one screen: its `pop` removes that very screen, wherever it stands.
---@param screen signalbox.Screen
---@param type_ string|any? A coordinator further up (default: the screen's own).
---@return stinsen.ViewRouter? router nil where none of that type is above
function store.router(screen, type_)
  if type(screen) ~= "userdata" or not pcall(function() return screen.owner end) then
    error(("stinsen.router: got %s, expected a screen"):format(check.show(screen)), 2)
  end
  local name <const> = type_ ~= nil and typeName("stinsen.router", type_)
  local one = screen.owner
  if not one then error("stinsen.router: the screen is gone; take one that stands", 2) end
  while name and one and one.type ~= name do one = one.parent end
  return one and viewRouter(one, screen)
end

return store
