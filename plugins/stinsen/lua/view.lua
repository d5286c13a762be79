---What `customize` gets: the view of a coordinator, to hang reactions on. They end with the
---coordinator.
local Subject <const> = require "stinsen.subject"
local check <const> = require "stinsen.check"

---@class stinsen.View
---@field coordinator signalbox.Coordinator
---@field private endings (fun())[]? What ends the reactions.
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

---Calls a function when the coordinator finishes: whoever hears events or values holds it until
---then.
local function untilFinished(view, ending)
  if view.endings then
    view.endings[#view.endings + 1] = ending
    return
  end
  local id <const>, stop = view.coordinator.id, nil
  view.endings = { ending }
  stop = app:on("coordinator.finished", function(event)
    if event.subject ~= id then return end
    stop()
    for _, one in ipairs(view.endings) do one() end
    view.endings = nil
  end)
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
  untilFinished(self, subject:sink(handler))
  return self
end

---Calls a function with each event of some kinds, as `app:on` does.
---@param filter string|string[]
---@param handler fun(event: signalbox.Event)
---@return stinsen.View self
function View:onEvent(filter, handler)
  needFunction("onEvent", handler)
  untilFinished(self, app:on(filter, handler))
  return self
end

---Calls a function for the screens of the coordinator that appear or disappear.
local function onLifecycle(view, kind, handler)
  local coordinator <const> = view.coordinator
  return view:onEvent(kind, function(event)
    for _, screen in ipairs(coordinator.stack) do
      if screen.id == event.subject then return handler(screen) end
    end
  end)
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
