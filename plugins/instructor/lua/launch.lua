-- Runs the flow that the flags require: at the root by default, and above everything for a guarded
-- action.

local flows <const> = require "instructor.flows"

---@class instructor.Launch
---@field spec table the contents of the definition
---@field flags table<string, any>
---@field decision? string the newest decision
---@field count integer the number of consecutive equal decisions without a change to the flags
---@field upcoming? { flow: string, name: string, flags: table, count: integer } a decision that has not settled yet
---@field guarded { action: fun(), otherwise?: fun(reason: string) }[]
---@field guardFlow? string the flow that is shown for guarded actions
---@field option? any the option that is waiting for the main flow
---@field isCalling? boolean whether a script is waiting for the result of its guarded action
---@field failure? string the message of the failure
local Launch = {}
Launch.__index = Launch
Launch.__name = "instructor.Launch"

local launch = {}

---The number of consecutive equal decisions that counts as a cycle.
local mostRepetitions <const> = 3

---@param spec table
---@param given? table<string, any> flags that differ from the definition's
---@return instructor.Launch
function launch.new(spec, given)
  return setmetatable({
    spec = spec, flags = flows.flags(spec.flags, given), count = 0, guarded = {},
  }, Launch)
end

---Returns the flow that the given flags require.
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

---Returns the flow that follows a flow that has ended. A cycle is an error.
---@param flow string the flow that has ended
---@param result any
---@return string name
function Launch:next(flow, result)
  local flags <const> = flows.after(self.spec.flows[flow], self.flags, result)
  local name <const> = self:ask(flags)
  local isSame <const> = name == flow and flows.areEqual(flags, self.flags)
  local count <const> = isSame and math.max(self.count, 1) + 1 or 1
  if count >= mostRepetitions then
    error(("instructorLoop: decide returned %s %d times in a row, and no flag has changed; set a "
      .. "flag at the end of the flow (finishes)"):format(name, count), 0)
  end
  self.upcoming = { flow = flow, name = name, flags = flags, count = count }
  return name
end

---Stores the flags that result from the end of a flow.
---@param flow string
---@param result any
function Launch:close(flow, result)
  if (self.upcoming or {}).flow ~= flow then self:next(flow, result) end
  local upcoming <const> = self.upcoming
  self.upcoming = nil
  for flag in pairs(self.spec.flags) do
    rawset(self.flags, flag, rawget(upcoming.flags, flag))
  end
  self.decision, self.count = upcoming.name, upcoming.count
end

---Shows the flow that the flags require at the root. Has no effect if it is already shown.
---@param coordinator signalbox.Coordinator
---@return string flow
function Launch:run(coordinator)
  local name <const> = self:ask(self.flags)
  if self.decision ~= name then self.decision, self.count = name, 1 end
  coordinator.router:root(name)
  return name
end

-- MARK: - Guarded actions

---Calls one of the functions of each guarded action. An error does not prevent the other calls; the
---first error is raised at the end.
---@param guarded { action: fun(), otherwise?: fun(reason: string) }[]
---@param name "action"|"otherwise"
local function callEach(guarded, name, ...)
  local isDone, problem = true, nil
  for _, one in ipairs(guarded) do
    if one[name] then
      local ok <const>, raised <const> = pcall(one[name], ...)
      if isDone and not ok then isDone, problem = false, raised end
    end
  end
  if not isDone then error(problem, 0) end
end

---@param coordinator signalbox.Coordinator
function Launch:present(coordinator)
  local name <const> = self.guardFlow
  coordinator.router:present(name, nil, {
    style = self.spec.flows[name].style or "fullScreen",
    onFinish = function(result, reason) self:guardEnded(coordinator, name, result, reason) end,
    completion = function(status, reason)
      if status ~= "rejected" and status ~= "cancelled" then return end
      local isDone <const>, problem <const> = pcall(self.giveUp, self, tostring(reason))
      if status == "rejected" and reason ~= "vetoed" and reason ~= "redirected" then
        local failure <const> = ("instructor: the flow %s cannot be shown: %s"):format(name, reason)
        if not self.isCalling then error(failure, 0) end
        self.failure = failure
      elseif not isDone then
        error(problem, 0)
      end
    end,
  })
end

---@param reason string
function Launch:giveUp(reason)
  local guarded <const> = self.guarded
  self.guarded, self.guardFlow = {}, nil
  callEach(guarded, "otherwise", reason)
end

---@param coordinator signalbox.Coordinator
---@param name string
---@param result any
---@param reason string
function Launch:guardEnded(coordinator, name, result, reason)
  if reason ~= "finished" or not coordinator.isAlive then return self:giveUp(reason) end
  local ok <const>, problem <const> = pcall(self.close, self, name, result)
  if not ok then
    pcall(self.giveUp, self, "instructorLoop")
    error(problem, 0)
  end
  self.guardFlow = nil
  self:goOn(coordinator)
end

---Presents the next missing flow, or runs the waiting actions. If the missing flow is at the root,
--- the actions run when that flow ends.
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
  callEach(guarded, "action")
end

---Removes a guarded action that has not run.
---@param own { action: fun(), otherwise?: fun(reason: string) }
function Launch:forget(own)
  for index, one in ipairs(self.guarded) do
    if one == own then return table.remove(self.guarded, index) end
  end
end

---Runs an action once the flags require the main flow: immediately, or after the missing flows,
---which are presented above everything without changing the content below.
---@param coordinator signalbox.Coordinator
---@param action fun()
---@param otherwise? fun(reason: string)
---@return "done"|"deferred"
function Launch:guard(coordinator, action, otherwise)
  local own <const> = { action = action, otherwise = otherwise }
  self.guarded[#self.guarded + 1] = own
  if self.guardFlow then return "deferred" end
  local wasCalling <const> = self.isCalling
  self.isCalling = true
  local isDone <const>, problem <const> = pcall(self.goOn, self, coordinator)
  self.isCalling = wasCalling
  local failure <const> = self.failure
  self.failure = nil
  if not isDone then
    -- The caller receives the error, so its action does not wait, unless its flow is shown.
    if not self.guardFlow then self:forget(own) end
    error(problem, 0)
  end
  if failure then error(failure, 3) end
  return #self.guarded > 0 and "deferred" or "done"
end

return launch
