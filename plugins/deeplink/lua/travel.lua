---Does what a plan says, one step after the other or as one change.
local travel <const> = {}

---@class deeplink.Journey
---@field isSettled boolean
---@field isArrived boolean
---@field count integer How many steps were done.
---@field at integer? The part of the path that was not reached.
---@field reason string?

---Whose operation a step is.
local function router(step, led)
  return type(step.on) == "number" and led[step.on] or step.on.router
end

---All steps as one change, which is done as a whole or not at all.
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

---One step after the other. In a callback operations wait: the next step is then taken when the one
---before has settled.
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

---Goes where a plan leads.
---@param plan deeplink.Plan
---@param options deeplink.Options
---@param done fun(journey: deeplink.Journey) Called once, when the last step has settled.
---@return deeplink.Journey journey
function travel.go(plan, options, done)
  local journey <const> = { isSettled = false, isArrived = false, count = 0 }
  local function finish(isArrived, count, at, reason)
    journey.isSettled, journey.isArrived, journey.count = true, isArrived, count
    if not isArrived then journey.at, journey.reason = at, reason end
    done(journey)
  end
  if options.atomic and plan.failure then
    finish(false, 0, plan.failure, plan.reason)
  elseif options.atomic then
    atOnce(plan, options, finish)
  else
    inTurn(plan, options, finish)
  end
  return journey
end

return travel
