-- Converts a step to operations: asks the coordinator, and flattens the actions that it returns.

---@class steps.Entry
---@field coordinator signalbox.Coordinator
---@field type string
---@field step any
---@field where string the line at which the step was set, as the beginning of a message
---@field isAdapted? boolean
---@field redirections? integer

---@class steps.Plan
---@field router signalbox.Router the router whose batch is used if there are several operations
---@field operations { coordinator: signalbox.Coordinator, action: steps.Action }[]
---@field forwarded steps.Entry[] the steps for parents, which are enqueued immediately
---@field following steps.Entry[] the steps that are enqueued after the operations have settled
---@field isUnhandled? boolean whether the step was forwarded, but there is no parent

local actions <const> = require "steps.actions"
local cases <const> = require "steps.cases"
local journal <const> = require "steps.journal"

local plan = {}

---The steps-related contents of a definition.
---@class steps.Rules
---@field name string
---@field definition signalbox.Definition
---@field conflates boolean
---@field cases? steps.Cases the closed set of its steps, or nil if every step is allowed

---The rules of all definitions that handle steps, by name.
---@type table<string, steps.Rules>
plan.types = {}

---Returns the rules of a coordinator, or of the definition that it extends.
---@param coordinator signalbox.Coordinator
---@return steps.Rules? rules nil if the coordinator handles no steps or has finished
function plan.rules(coordinator)
  local rules <const> = coordinator.stepRules
  return rules and rules() or nil
end

---The number of times that a step may lead to another step before this counts as a cycle.
local mostRedirections <const> = 20

---@param coordinator signalbox.Coordinator
---@param step any
---@param where string
---@return steps.Entry
function plan.entry(coordinator, step, where)
  local kind <const> = coordinator.type or coordinator.id
  return { coordinator = coordinator, type = kind, step = step, where = where }
end

---@param entry steps.Entry
---@param message string
local function fail(entry, message) error(entry.where .. message, 0) end

---Returns the problem with a step for a coordinator, as an error at the line that names the step.
---@param coordinator signalbox.Coordinator
---@param step any
---@param where string
function plan.check(coordinator, step, where)
  local rules <const> = plan.rules(coordinator)
  local problem <const> = rules and cases.problem(coordinator.type, rules.cases, step)
  if problem then error(where .. problem, 0) end
end

---Calls `navigate` of the coordinator, and then of the definitions that it extends.
---@param entry steps.Entry
---@param rules steps.Rules
---@return any action nil if no definition recognizes the step
local function ask(entry, rules)
  local coordinator <const> = entry.coordinator
  local action = coordinator:navigate(entry.step)
  local asked <const> = { [coordinator.navigate] = true }
  local definition = rules.definition
  while action == nil and definition do
    local navigate <const> = definition.navigate
    if navigate and not asked[navigate] then
      asked[navigate] = true
      action = navigate(coordinator, entry.step)
    end
    definition = definition.base
  end
  return action
end

---Returns the action of a coordinator for a step.
---@param entry steps.Entry
---@param resume fun(entry: steps.Entry, step: any) receives a step that was deferred
---@return steps.Action? action nil if there is nothing to do, for the reason in the journal
local function decide(entry, resume)
  local rules <const> = plan.rules(entry.coordinator)
  if rules == nil then
    journal.close("step.unhandled", entry)
    return nil
  end
  journal.report("step.received", entry)
  local coordinator <const> = entry.coordinator
  if not entry.isAdapted and coordinator.adapt then
    local step = coordinator:adapt(entry.step)
    if step == nil then
      journal.close("step.ignored", entry, "dropped")
      return nil
    end
    if actions.isAction(step) then
      if step.kind ~= "defer" then
        fail(entry, ("steps: %s:adapt returned %s, expected a step, nothing or steps.defer(…)")
          :format(entry.type, tostring(step)))
      end
      journal.report("step.deferred", entry)
      step.start(function(later) resume(entry, later) end)
      return nil
    end
    entry.step = step
  end
  local action <const> = ask(entry, rules)
  if action == nil then
    journal.close("step.unhandled", entry)
    return nil
  end
  if not actions.isAction(action) or action.kind == "defer" then
    fail(entry, ("steps: %s:navigate returned %s for the step %s, expected an action such as "
      .. "steps.push(\"route\"), steps.dismiss() or steps.none()")
      :format(entry.type, actions.describe(action), journal.text(entry.step)))
  end
  return action
end

---@param entry steps.Entry
---@param coordinator signalbox.Coordinator
---@param step any
---@return steps.Entry
local function following(entry, coordinator, step)
  plan.check(coordinator, step, entry.where)
  local next <const> = plan.entry(coordinator, step, entry.where)
  next.redirections = (entry.redirections or 0) + 1
  if next.redirections > mostRedirections then
    fail(entry, ("steps: the step %s of %s has triggered more than %d further steps")
      :format(journal.text(step), next.type, mostRedirections))
  end
  return next
end

local lay

---Finishes a coordinator. The parent's action for the step is performed after the coordinator has
--- finished, in the same change. If the parent dismisses a layer, the action is performed first,
--- because it refers to the coordinator's layer.
---@param action steps.Action
---@param entry steps.Entry
---@param into steps.Plan
---@param resume fun(entry: steps.Entry, step: any)
local function layEnd(action, entry, into, resume)
  local coordinator <const> = entry.coordinator
  local parent <const> = coordinator.parent
  local ending <const> = { coordinator = coordinator, action = action }
  if action.step == nil or parent == nil then
    into.operations[#into.operations + 1] = ending
    return
  end
  plan.check(parent, action.step, entry.where)
  local parentEntry <const> = plan.entry(parent, action.step, entry.where)
  local answer <const> = decide(parentEntry, resume)
  local first <const> = #into.operations + 1
  into.router = parent.router
  if answer then
    lay(answer, parentEntry, into, resume)
    journal.close("step.passed", parentEntry)
  end
  local next = into.operations[first]
  local place = first
  while next and next.action.kind == "dismiss" do
    place = place + 1
    next = into.operations[place]
  end
  table.insert(into.operations, place, ending)
end

---@param action steps.Action
---@param entry steps.Entry
---@param into steps.Plan
---@param resume fun(entry: steps.Entry, step: any)
function lay(action, entry, into, resume)
  local kind <const>, coordinator <const> = action.kind, entry.coordinator
  if kind == "none" then return end
  if kind == "multiple" then
    for _, part in ipairs(action.list) do lay(part, entry, into, resume) end
  elseif kind == "redirect" then
    into.following[#into.following + 1] = following(entry, coordinator, action.step)
  elseif kind == "forward" then
    local step = action.step
    if step == nil then step = entry.step end
    if coordinator.parent == nil then
      journal.close("step.unhandled", plan.entry(coordinator, step, entry.where), "no parent")
      into.isUnhandled = into.isUnhandled or action.step == nil
    else
      into.forwarded[#into.forwarded + 1] = following(entry, coordinator.parent, step)
    end
  elseif kind == "finish" then
    layEnd(action, entry, into, resume)
  else
    into.operations[#into.operations + 1] = { coordinator = coordinator, action = action }
  end
end

---Returns the plan for a step.
---@param entry steps.Entry
---@param resume fun(entry: steps.Entry, step: any)
---@return steps.Plan? plan nil if there is nothing to do, for the reason in the journal
function plan.of(entry, resume)
  local action <const> = decide(entry, resume)
  if action == nil then return nil end
  ---@type steps.Plan
  local result <const> = {
    router = entry.coordinator.router, operations = {}, forwarded = {}, following = {},
  }
  lay(action, entry, result, resume)
  return result
end

return plan
