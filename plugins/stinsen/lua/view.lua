---The argument of `customize`: the view of a coordinator, to which reactions can be attached. They
---end with the coordinator.
local Subject <const> = require "stinsen.subject"
local appearance <const> = require "stinsen.appearance"
local check <const> = require "stinsen.check"

---@class stinsen.View
---@field coordinator signalbox.Coordinator
---@field private coordinatorID string
---@field private endings (fun())[]? The functions that end the reactions.
---@field private onScreen { screen: signalbox.Screen?, appear: function[], disappear: function[] }?
local View <const> = {}
View.__index = View
View.__name = "stinsen.View"

---The views with reactions of coordinators that have not finished, keyed by the coordinators' ids.
---@type table<string, stinsen.View>
local views <const> = {}

---Ends the reactions.
local function detach(view)
  views[view.coordinatorID] = nil
  for _, ending in ipairs(view.endings) do ending() end
  view.endings = nil
end

---Creates a view of a coordinator without reactions. The reactions of an earlier view end, as after
---a restart.
---@param coordinator signalbox.Coordinator
---@return stinsen.View
function View.of(coordinator)
  local earlier <const> = views[coordinator.id]
  if earlier then detach(earlier) end
  return setmetatable({ coordinator = coordinator, coordinatorID = coordinator.id }, View)
end

local function needFunction(name, handler)
  if type(handler) ~= "function" then
    error(("view:%s: handler is %s, expected a function"):format(name, check.show(handler)), 3)
  end
end

---Calls a function when the coordinator finishes.
local function untilFinished(view, ending)
  if view.endings then
    view.endings[#view.endings + 1] = ending
    return
  end
  local id <const> = view.coordinatorID
  local stop <const> = app:on("coordinator.finished", function(event)
    if event.subject == id then detach(view) end
  end)
  view.endings = { stop, ending }
  views[id] = view
end

---Calls a function with each value of a subject, starting with the newest value.
---@param subject stinsen.Subject
---@param handler fun(value: any)
---@return stinsen.View self
function View:onReceive(subject, handler)
  needFunction("onReceive", handler)
  if not Subject.isSubject(subject) then
    error(("view:onReceive: subject is %s, expected one created by stinsen.subject"):format(
      check.show(subject)), 2)
  end
  untilFinished(self, subject:sink(handler))
  return self
end

---Calls a function with each event of the given kinds, as `app:on` does.
---@param filter string|string[]
---@param handler fun(event: signalbox.Event)
---@return stinsen.View self
function View:onEvent(filter, handler)
  needFunction("onEvent", handler)
  untilFinished(self, app:on(filter, handler))
  return self
end

---Calls the handlers if the view has appeared or disappeared since the last call.
local function update(view)
  local state <const> = view.onScreen
  local before <const>, now <const> = state.screen, appearance.screen(view.coordinator)
  state.screen = now
  if before and not now then
    for _, handler in ipairs(state.disappear) do handler(before) end
  elseif now and not before then
    for _, handler in ipairs(state.appear) do handler(now) end
  end
end

---@return table onScreen
local function observe(view)
  if not view.onScreen then
    view.onScreen = { appear = {}, disappear = {} }
    view:onEvent({ "didAppear", "didDisappear" }, function() update(view) end)
  end
  return view.onScreen
end

---Calls a function when the coordinator's view appears, which is its root, its tabs or the
---coordinator that it wraps.
---@param handler fun(screen: signalbox.Screen) Receives the screen that makes the view visible.
---@return stinsen.View self
function View:onAppear(handler)
  needFunction("onAppear", handler)
  table.insert(observe(self).appear, handler)
  return self
end

---Calls a function when the coordinator's view disappears, including when the coordinator finishes.
---@param handler fun(screen: signalbox.Screen) Receives the screen that made the view visible.
---@return stinsen.View self
function View:onDisappear(handler)
  needFunction("onDisappear", handler)
  table.insert(observe(self).disappear, handler)
  return self
end

return View
