---What `customize` gets: the view of a coordinator, to hang reactions on. They end with the
---coordinator.
local Subject <const> = require "stinsen.subject"
local check <const> = require "stinsen.check"

---@class stinsen.View
---@field coordinator signalbox.Coordinator
local View <const> = {}
View.__index = View
View.__name = "stinsen.View"

---@param coordinator signalbox.Coordinator
---@return stinsen.View
function View.of(coordinator) return setmetatable({ coordinator = coordinator }, View) end

local function needFunction(word, handler)
  if type(handler) ~= "function" then
    error(("view:%s: handler is %s, expected a function"):format(word, check.show(handler)), 3)
  end
end

---Calls a function with each value of a subject, the newest there is at once.
---@param subject stinsen.Subject
---@param handler fun(value: any)
---@return stinsen.View self
function View:onReceive(subject, handler)
  needFunction("onReceive", handler)
  if not Subject.isSubject(subject) then
    error(("view:onReceive: subject is %s, expected one made by stinsen.subject"):format(
      check.show(subject)), 2)
  end
  local coordinator <const>, cancel = self.coordinator, nil
  cancel = subject:sink(function(value)
    if coordinator.isAlive then return handler(value) end
    if cancel then cancel() end
  end)
  return self
end

---Calls a function for the screens of the coordinator that appear or disappear.
local function onLifecycle(view, kind, handler)
  local coordinator <const>, stop = view.coordinator, nil
  stop = app:on(kind, function(event)
    if not coordinator.isAlive then return stop() end
    for _, screen in ipairs(coordinator.stack) do
      if screen.id == event.subject then return handler(screen) end
    end
  end)
  return view
end

---Calls a function with each screen of the coordinator's stack that appears.
---@param handler fun(screen: signalbox.Screen)
---@return stinsen.View self
function View:onAppear(handler)
  needFunction("onAppear", handler)
  return onLifecycle(self, "didAppear", handler)
end

---Calls a function with each screen of the coordinator's stack that disappears and stays there.
---@param handler fun(screen: signalbox.Screen)
---@return stinsen.View self
function View:onDisappear(handler)
  needFunction("onDisappear", handler)
  return onLifecycle(self, "didDisappear", handler)
end

return View
