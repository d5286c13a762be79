-- The observers of step results, and the newest results.

---@class steps.Event
---@field kind string `step.received`, `step.willNavigate`, `step.didNavigate`, `step.passed`, …
---@field coordinator signalbox.Coordinator the coordinator that received the step
---@field id string the coordinator's id, which is available even after it has finished
---@field type string the coordinator's type
---@field step any
---@field reason? string the reason why the step had no effect

local actions <const> = require "steps.actions"

local journal = {}

local kinds <const> = {
  "step.received", "step.willNavigate", "step.didNavigate", "step.passed", "step.deferred",
  "step.unhandled", "step.ignored",
}

---The maximum number of stored results.
local capacity <const> = 200

---@type { filter: string?, handler: fun(event: steps.Event) }[]
local observers = {}
---@type string[]
local ends = {}
---The errors that handlers raised and that have not been reported yet.
---@type string[]
local problems = {}

---Returns a readable description of a step.
---@param step any
---@return string
function journal.text(step)
  if type(step) ~= "table" or getmetatable(step) ~= nil then return tostring(step) end
  local parts = {}
  for index, value in ipairs(step) do parts[index] = journal.text(value) end
  local names = {}
  for key in pairs(step) do
    if type(key) == "string" then names[#names + 1] = key end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    parts[#parts + 1] = name .. " = " .. journal.text(step[name])
  end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

---@param kind string
---@param entry { coordinator: signalbox.Coordinator, type: string, step: any }
---@param reason? string
function journal.report(kind, entry, reason)
  if #observers == 0 then return end
  ---@type steps.Event
  local event <const> = {
    kind = kind, coordinator = entry.coordinator, id = entry.coordinator.id, type = entry.type,
    step = entry.step, reason = reason,
  }
  for _, observer in ipairs(table.move(observers, 1, #observers, 1, {})) do
    if observer.filter == nil or observer.filter == kind then
      local ok, problem = pcall(observer.handler, event)
      if not ok then problems[#problems + 1] = tostring(problem) end
    end
  end
end

---Returns the errors that handlers have raised since the last call.
---@return string[]
function journal.takeProblems()
  local taken <const> = problems
  problems = {}
  return taken
end

---Records the result of a step.
---@param kind string
---@param entry { coordinator: signalbox.Coordinator, type: string, step: any }
---@param reason? string
function journal.close(kind, entry, reason)
  local text = entry.type .. " " .. journal.text(entry.step)
  if kind == "step.unhandled" then reason = reason or "unhandled" end
  if reason then text = text .. " (" .. reason .. ")" end
  ends[#ends + 1] = text
  if #ends > capacity then table.remove(ends, 1) end
  journal.report(kind, entry, reason)
end

---Returns the results of the newest steps, oldest first, such as `App showFirst` and `About
---showTerms (hidden)`.
---@return string[]
function journal.list() return table.move(ends, 1, #ends, 1, {}) end

---Calls a function for each step event of every coordinator.
---@param filter? string a kind, such as `step.received` (default: all kinds)
---@param handler fun(event: steps.Event)
---@return fun() stop
function journal.on(filter, handler)
  local isKnown = filter == nil
  for _, kind in ipairs(kinds) do isKnown = isKnown or kind == filter end
  if not isKnown then
    local known <const> = table.concat(kinds, ", ")
    error(("steps.on: there is no event %s; known: %s"):format(actions.describe(filter), known), 2)
  end
  if type(handler) ~= "function" then
    error(("steps.on: the handler is %s, expected a function"):format(actions.describe(handler)), 2)
  end
  local observer <const> = { filter = filter, handler = handler }
  observers[#observers + 1] = observer
  return function()
    for index, other in ipairs(observers) do
      if other == observer then table.remove(observers, index) return end
    end
  end
end

return journal
