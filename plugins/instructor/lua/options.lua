-- The input with which an application is started: a notification, a shortcut, an activity or a
-- link.

local flows <const> = require "instructor.flows"

local options = {}

---@param option any
---@return any
function options.name(option)
  if type(option) ~= "table" then return option end
  return option.name or option.route or option[1]
end

---@type table<any, "handled"|"unhandled"|"deferred">
local answers <const> = {
  [true] = "handled", [false] = "unhandled",
  handled = "handled", unhandled = "unhandled", deferred = "deferred",
}

---Interprets the return value of a function.
---@param what string the name of the function in errors
---@param answer any
---@param silence "handled"|"unhandled" the meaning of a missing return value
---@return "handled"|"unhandled"|"deferred"
local function read(what, answer, silence)
  if answer == nil then return silence end
  if answers[answer] then return answers[answer] end
  error(("%s returned %s, expected \"handled\", \"unhandled\" or \"deferred\" (true, false and "
    .. "nothing are also accepted)"):format(what, flows.describe(answer)), 0)
end

---Passes an option to the descendants of a coordinator, parents first, until a coordinator handles
---it.
---@param coordinator signalbox.Coordinator
---@param option any
---@return "handled"|"unhandled"|"deferred"
local function passOn(coordinator, option)
  local asked <const> = { [coordinator] = true }
  local ask

  ---@param other signalbox.Coordinator
  ---@return "handled"|"unhandled"|"deferred"
  function ask(other)
    local method <const> = not asked[other] and other.startWith
    asked[other] = true
    if not method then return "unhandled" end
    return read(other.type .. ":startWith", other:startWith(option, ask), "unhandled")
  end

  local function below(parent)
    for _, child in ipairs(parent.children) do
      local answer = ask(child)
      if answer == "unhandled" then answer = below(child) end
      if answer ~= "unhandled" then return answer end
    end
    return "unhandled"
  end

  return below(coordinator)
end

---Handles an option with the application's own options, and returns the answer.
---@param coordinator signalbox.Coordinator
---@param launch instructor.Launch
---@param option any
---@return "handled"|"unhandled"|"deferred"
local function own(coordinator, launch, option)
  local name <const> = options.name(option)
  local handler <const> = (launch.spec.options or {})[name]
  if type(handler) == "function" then
    local what <const> = ("option %s of %s"):format(flows.describe(name), coordinator.type)
    return read(what, handler(coordinator, option), "handled")
  end
  if handler then
    coordinator.router:root(handler)
    return "handled"
  end
  return "unhandled"
end

---Whether the main flow is shown, so that no other coordinator that could handle an option will
---appear.
---@param coordinator signalbox.Coordinator
---@param launch instructor.Launch
---@return boolean
local function isMain(coordinator, launch)
  return launch:ask(launch.flags) == "main" and coordinator.router:isRoot("main")
end

---Handles an option at the root, below the root, or later when the main flow is shown.
---@param coordinator signalbox.Coordinator
---@param launch instructor.Launch
---@param option any
---@param ask? fun(other: signalbox.Coordinator): string passed by the caller, and asks
---the others and again
---@return "handled"|"unhandled"|"deferred"
function options.handle(coordinator, launch, option, ask)
  local answer = own(coordinator, launch, option)
  if ask then
    for _, child in ipairs(answer == "unhandled" and coordinator.children or {}) do
      answer = read("ask", ask(child), "unhandled")
      if answer ~= "unhandled" then break end
    end
  elseif answer == "unhandled" then
    answer = passOn(coordinator, option)
  end
  if answer == "unhandled" and not isMain(coordinator, launch) then answer = "deferred" end
  if ask then return answer end
  if answer == "deferred" then launch.option = option end
  if answer == "unhandled" and coordinator.optionUnhandled then
    coordinator:optionUnhandled(option)
  end
  return answer
end

---Handles the waiting option after everything that was waiting before it has settled.
---@param coordinator signalbox.Coordinator
---@param launch instructor.Launch
function options.release(coordinator, launch)
  if launch.option == nil then return end
  coordinator.router:batch(function() end, {
    animated = false,
    completion = function()
      local option <const> = launch.option
      launch.option = nil
      if option ~= nil and coordinator.isAlive then options.handle(coordinator, launch, option) end
    end,
  })
end

return options
