-- Steps that belong to a screen, and their handling while the screen is not visible.

local actions <const> = require "steps.actions"
local delivery <const> = require "steps.delivery"
local journal <const> = require "steps.journal"

---@class steps.Stepper
---@field screen signalbox.Screen
---@field whenHidden "deliver"|"drop"|"buffer"
local Stepper = {}
Stepper.__index = Stepper
Stepper.__name = "steps.Stepper"

local stepper = {}

---The steppers that store steps until their screen appears, keyed by the screen's id.
---@type table<string, steps.Stepper[]>
local buffering = {}

local policies <const> = { deliver = true, drop = true, buffer = true }

---Creates a stepper for a screen.
---@param screen signalbox.Screen
---@param opts? { whenHidden?: "deliver"|"drop"|"buffer" } default `deliver`
---@return steps.Stepper
function stepper.new(screen, opts)
  if type(screen) ~= "userdata" or not pcall(function() return screen.isVisible end) then
    local came <const> = actions.describe(screen)
    error(("steps.stepper: the screen is %s, expected a screen such as app.front"):format(came), 2)
  end
  for key in pairs(opts or {}) do
    if key ~= "whenHidden" then
      error(("steps.stepper: there is no option %s; known: whenHidden")
        :format(actions.describe(key)), 2)
    end
  end
  local whenHidden <const> = opts and opts.whenHidden or "deliver"
  if not policies[whenHidden] then
    error(("steps.stepper: whenHidden is %s, expected \"deliver\", \"drop\" or \"buffer\"")
      :format(actions.describe(whenHidden)), 2)
  end
  return setmetatable({
    screen = screen, owner = screen.owner, whenHidden = whenHidden, waiting = {},
  }, Stepper)
end

---@param step any
---@param reason string
function Stepper:ignore(step, reason)
  local owner <const> = self.owner
  local kind <const> = owner and owner.type or "no coordinator"
  journal.close("step.ignored", { coordinator = owner, type = kind, step = step }, reason)
end

---Passes a step to the coordinator of the screen.
---@param step any the step, where nil has no effect
function Stepper:emit(step)
  if step == nil then return end
  if not self.screen.isAlive then return self:ignore(step, "stale") end
  if self.whenHidden == "deliver" or self.screen.isVisible then
    delivery.emit(self.owner, step, 3)
    return
  end
  if self.whenHidden == "drop" then return self:ignore(step, "hidden") end
  self.waiting[#self.waiting + 1] = step
  local id <const> = self.screen.id
  local list <const> = buffering[id] or {}
  buffering[id] = list
  for _, other in ipairs(list) do
    if other == self then return end
  end
  list[#list + 1] = self
end

---Called when the screen with the given id has appeared. Delivers the steps that its steppers have
---stored.
---@param id string
function stepper.release(id)
  for _, one in ipairs(buffering[id] or {}) do
    local waiting <const> = one.waiting
    one.waiting = {}
    for _, step in ipairs(waiting) do delivery.emit(one.owner, step, 1) end
  end
  buffering[id] = nil
end

---Called when the screen with the given id was removed. The steps that its steppers have stored are
---ignored.
---@param id string
function stepper.forget(id)
  for _, one in ipairs(buffering[id] or {}) do
    for _, step in ipairs(one.waiting) do one:ignore(step, "stale") end
    one.waiting = {}
  end
  buffering[id] = nil
end

return stepper
