-- Runs the flow that the flags ask for: at the root to begin with, above everything for a guarded
-- action.

local flows <const> = require "instructor.flows"

---@class instructor.Launch
---@field spec table what the definition said
---@field flags table<string, any>
---@field decision? string the newest decision
---@field count integer how often it has come in a row without a flag changing
---@field upcoming? { flow: string, name: string, flags: table, count: integer } decided, not yet settled
---@field guarded { action: fun(), otherwise?: fun(reason: string) }[]
---@field guardFlow? string the flow that is up for them
---@field option? any waits for the main flow
---@field isCalling? boolean whether a script waits for what becomes of its guarded action
---@field failure? string what it has to be told
local Launch = {}
Launch.__index = Launch
Launch.__name = "instructor.Launch"

local launch = {}

---How often the same decision in a row counts as a circle.
local mostRepetitions <const> = 3

---@param spec table
---@param given? table<string, any> flags that differ from the definition's
---@return instructor.Launch
function launch.new(spec, given)
  return setmetatable({
    spec = spec, flags = flows.flags(spec.flags, given), count = 0, guarded = {},
  }, Launch)
end

---Which flow some flags ask for.
---@param flags table<string, any>
---@return string
function Launch:ask(flags)
  local name <const> = self.spec.decide(flags)
  if self.spec.flows[name] == nil then
    error(("instructor: decide returned %s, expected one of the flows %s")
      :format(flows.describe(name), flows.known(self.spec.flows)), 0)
  end
  return name
end

---Which flow comes after one has ended. A circle is an error.
---@param flow string the one that ends
---@param result any
---@return string name
function Launch:next(flow, result)
  local flags <const> = flows.after(self.spec.flows[flow], self.flags, result)
  local name <const> = self:ask(flags)
  local isSame <const> = name == flow and flows.areEqual(flags, self.flags)
  local count <const> = isSame and math.max(self.count, 1) + 1 or 1
  if count >= mostRepetitions then
    error(("instructorLoop: %s has been decided on %d times without a flag changing; let the end "
      .. "of its flow set one (finishes)"):format(name, count), 0)
  end
  self.upcoming = { flow = flow, name = name, flags = flags, count = count }
  return name
end

---Takes over what the end of a flow has made of the flags.
---@param flow string
---@param result any
function Launch:close(flow, result)
  if (self.upcoming or {}).flow ~= flow then self:next(flow, result) end
  local upcoming <const> = self.upcoming
  self.upcoming = nil
  for flag, value in pairs(upcoming.flags) do rawset(self.flags, flag, value) end
  self.decision, self.count = upcoming.name, upcoming.count
end

---Puts the flow that the flags ask for at the root. Does nothing where it is there.
---@param coordinator signalbox.Coordinator
---@return string flow
function Launch:run(coordinator)
  local name <const> = self:ask(self.flags)
  if self.decision ~= name then self.decision, self.count = name, 1 end
  coordinator.router:root(name)
  return name
end

-- MARK: - Actions that need the main flow

---@param coordinator signalbox.Coordinator
function Launch:present(coordinator)
  local name <const> = self.guardFlow
  coordinator.router:present(name, nil, {
    style = self.spec.flows[name].style or "fullScreen",
    onFinish = function(result, reason) self:guardEnded(coordinator, name, result, reason) end,
    completion = function(status, reason)
      if status ~= "rejected" and status ~= "cancelled" then return end
      self:giveUp(tostring(reason))
      if status == "rejected" and reason ~= "vetoed" and reason ~= "redirected" then
        local failure <const> = ("instructor: the flow %s cannot be shown: %s"):format(name, reason)
        if not self.isCalling then error(failure, 0) end
        self.failure = failure
      end
    end,
  })
end

---@param reason string
function Launch:giveUp(reason)
  local guarded <const> = self.guarded
  self.guarded, self.guardFlow = {}, nil
  for _, one in ipairs(guarded) do
    if one.otherwise then one.otherwise(reason) end
  end
end

---@param coordinator signalbox.Coordinator
---@param name string
---@param result any
---@param reason string
function Launch:guardEnded(coordinator, name, result, reason)
  if reason ~= "finished" or not coordinator.isAlive then return self:giveUp(reason) end
  local ok <const>, problem <const> = pcall(self.close, self, name, result)
  if not ok then
    self:giveUp("instructorLoop")
    error(problem, 0)
  end
  self:goOn(coordinator)
end

---Presents what is missing still, or does what has waited; where the missing flow is at the root,
---its end does that.
---@param coordinator signalbox.Coordinator
function Launch:goOn(coordinator)
  if #self.guarded == 0 then return end
  local name <const> = self:ask(self.flags)
  if name ~= "main" then
    self.guardFlow = not coordinator.router:isRoot(name) and name or nil
    if self.guardFlow then self:present(coordinator) end
    return
  end
  local guarded <const> = self.guarded
  self.guarded, self.guardFlow = {}, nil
  for _, one in ipairs(guarded) do one.action() end
end

---Does something once the flags ask for the main flow: at once, or after the flows that are
---missing, which are shown above everything and leave what is below as it is.
---@param coordinator signalbox.Coordinator
---@param action fun()
---@param otherwise? fun(reason: string)
---@return "done"|"deferred"
function Launch:guard(coordinator, action, otherwise)
  self.guarded[#self.guarded + 1] = { action = action, otherwise = otherwise }
  if self.guardFlow then return "deferred" end
  self.isCalling = true
  self:goOn(coordinator)
  self.isCalling = false
  local failure <const> = self.failure
  self.failure = nil
  if failure then error(failure, 3) end
  return #self.guarded > 0 and "deferred" or "done"
end

return launch
