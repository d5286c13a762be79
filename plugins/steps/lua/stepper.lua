-- Steps that belong to a screen: what becomes of them while the user does not see it.

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

---Steppers that keep steps until their screen appears, by the screen's id.
---@type table<string, steps.Stepper[]>
local buffering = {}

local policies <const> = { deliver = true, drop = true, buffer = true }

---Makes a stepper of a screen.
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
  local kind <const> = owner and owner.type or "nobody"
  journal.close("step.ignored", { coordinator = owner, type = kind, step = step }, reason)
end

---Gives a step to the coordinator of the screen.
---@param step any nil does nothing
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

---The screen of that id has appeared: what its steppers kept is delivered.
---@param id string
function stepper.release(id)
  for _, one in ipairs(buffering[id] or {}) do
    local waiting <const> = one.waiting
    one.waiting = {}
    for _, step in ipairs(waiting) do delivery.emit(one.owner, step, 1) end
  end
  buffering[id] = nil
end

---The screen of that id is gone: what its steppers kept is ignored.
---@param id string
function stepper.forget(id)
  for _, one in ipairs(buffering[id] or {}) do
    for _, step in ipairs(one.waiting) do one:ignore(step, "stale") end
    one.waiting = {}
  end
  buffering[id] = nil
end

return stepper
