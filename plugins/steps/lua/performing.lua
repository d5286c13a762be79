-- Performs the router calls for a step: a single operation, or several operations as a single
-- change.

local emptyStack <const> = require "steps.emptyStack"

local performing = {}

---@param opts? table
---@param changes table
local function merged(opts, changes)
  local result <const> = {}
  for key, value in pairs(opts or {}) do result[key] = value end
  for key, value in pairs(changes) do result[key] = value end
  return result
end

---Combines two completions. An error in the first completion does not prevent the second from being
---called.
---@param first? fun(status: signalbox.Status, value: any)
---@param second? fun(status: signalbox.Status, value: any)
---@return fun(status: signalbox.Status, value: any)?
local function both(first, second)
  if first == nil or second == nil then return first or second end
  return function(status, value)
    local ok <const>, problem <const> = pcall(first, status, value)
    second(status, value)
    if not ok then error(problem, 0) end
  end
end

---@param operation { coordinator: signalbox.Coordinator, action: steps.Action }
---@param completion? fun(status: signalbox.Status, value: any)
local function submit(operation, completion)
  local action <const>, router <const> = operation.action, operation.coordinator.router
  local changes <const> = { completion = both(action.opts and action.opts.completion, completion) }
  if action.kind == "push" and emptyStack.isEmpty(operation.coordinator) then
    changes.keepModals = true
    router:startFlow(action.what, action.args or {}, merged(action.opts, changes))
  elseif action.kind == "push" then
    changes.style = "push"
    router:navigate(action.what, action.args or {}, merged(action.opts, changes))
  elseif action.kind == "popTo" then
    router:popToView(action.what, merged(action.opts, changes))
  elseif action.kind == "popToRoot" then
    router:popToRoot(merged(action.opts, changes))
  elseif action.kind == "set" then
    router:setStack(action.what, merged(action.opts, changes))
  elseif action.kind == "present" then
    router:present(action.what, action.args or {}, merged(action.opts, changes))
  elseif action.kind == "dismiss" then
    router:dismiss(merged({ selfIfNone = true }, merged(action.opts, changes)))
  elseif action.kind == "pop" then
    router:pop(action.count or 1, merged(action.opts, changes))
  else
    router:finishFlow(action.result, changes)
  end
end

---@param operations { coordinator: signalbox.Coordinator, action: steps.Action }[]
---@return boolean
local function isAnimated(operations)
  for _, operation in ipairs(operations) do
    if not operation.action.opts or operation.action.opts.animated ~= false then return true end
  end
  return false
end

---Performs the operations for a step.
---@param plan steps.Plan
---@param completion fun(status: signalbox.Status, value: any)
function performing.carryOut(plan, completion)
  local operations <const> = plan.operations
  if #operations == 1 then return submit(operations[1], completion) end
  plan.router:batch(function()
    for _, operation in ipairs(operations) do submit(operation) end
  end, { completion = completion, animated = isAnimated(operations) })
end

return performing
