---Performs a plan, either step by step or as a single change.
local execution <const> = {}

---@class deeplink.Progress
---@field isSettled boolean
---@field isArrived boolean
---@field count integer The number of performed steps.
---@field at integer? The index of the path component that was not reached.
---@field reason string?

---Returns the coordinator on which a step is performed.
local function router(step, led)
  return type(step.on) == "number" and led[step.on] or step.on.router
end

---Performs all steps as a single change, which is applied completely or not at all.
local function atOnce(plan, options, finish)
  local led <const> = {}
  app.main.router:batch(function()
    for index, step in ipairs(plan.steps) do
      led[index] = step.run(router(step, led), {})
    end
  end, {
    animated = options.animate ~= "none",
    completion = function(status, reason)
      local isRejected <const> = status == "rejected" or status == "cancelled"
      local isArrived <const> = not isRejected or reason == "unchanged"
      finish(isArrived, isArrived and #plan.steps or 0, nil, reason)
    end,
  })
end

---Performs the steps one after the other. In a callback, operations wait, so each step is
--- performed after the previous step has settled.
local function inTurn(plan, options, finish)
  local led <const> = {}
  local function go(first)
    for index = first, #plan.steps do
      local step <const> = plan.steps[index]
      local isLast <const> = index == #plan.steps
      local outcome, isWaiting
      led[index] = step.run(router(step, led), {
        animated = options.animate == "all" or options.animate == "last" and isLast,
        completion = function(status, reason)
          local isRejected <const> = status == "rejected" or status == "cancelled"
          outcome = isRejected and reason or true
          if not isWaiting then return end
          if isRejected then return finish(false, index - 1, step.part, reason) end
          go(index + 1)
        end,
      })
      if not outcome then
        isWaiting = true
        return
      end
      if outcome ~= true then return finish(false, index - 1, step.part, outcome) end
    end
    finish(plan.failure == nil, #plan.steps, plan.failure, plan.reason)
  end
  go(1)
end

---Performs a plan.
---@param plan deeplink.Plan
---@param options deeplink.Options
---@param done fun(progress: deeplink.Progress) Called once, after the last step has settled.
---@return deeplink.Progress progress
function execution.run(plan, options, done)
  local progress <const> = { isSettled = false, isArrived = false, count = 0 }
  local function finish(isArrived, count, at, reason)
    progress.isSettled, progress.isArrived, progress.count = true, isArrived, count
    if not isArrived then progress.at, progress.reason = at, reason end
    done(progress)
  end
  if options.atomic and plan.failure then
    finish(false, 0, plan.failure, plan.reason)
  elseif options.atomic then
    atOnce(plan, options, finish)
  else
    inTurn(plan, options, finish)
  end
  return progress
end

return execution
