-- Delivers steps one at a time, in the order in which they were set, regardless of their sender.
--
-- A step that is set while another step is handled waits. The next step is handled only after the
-- effect of the previous step has settled.

local actions <const> = require "steps.actions"
local emptyStack <const> = require "steps.emptyStack"
local journal <const> = require "steps.journal"
local performing <const> = require "steps.performing"
local plan <const> = require "steps.plan"

local delivery = {}

---@type steps.Entry[]
local queue = {}
---The steps of coordinators that have not started, keyed by id.
---@type table<string, steps.Entry[]>
local held = {}
---Whether delivery is waiting for a step to settle.
local isWaiting = false
local isDraining = false
---@type string[]
local failures = {}
---The message of the newest rejection.
local rejection = ""

---Returns the line of the calling script as the beginning of a message. Level 1 is the function
---that calls this function. The host function that implements a property counts as a level.
---@param level integer
---@return string
local function where(level) return select(2, pcall(error, "", level + 2)) end

---Returns a message without the line of this plugin at which it was raised.
---@param message any
---@return string
local function bare(message) return (tostring(message):gsub("^[^\n:]+:%d+: ", "", 1)) end

---@param entry steps.Entry
local function hold(entry)
  local id <const> = entry.coordinator.id
  local rules <const> = plan.rules(entry.coordinator)
  if held[id] == nil or rules and rules.conflates then held[id] = {} end
  table.insert(held[id], entry)
end

-- MARK: - Performing the actions of a step

---Enqueues steps after the steps that are already waiting.
---@param entries steps.Entry[]
local function append(entries) table.move(entries, 1, #entries, #queue + 1, queue) end

---Records the result of a step, and enqueues the steps that follow from it.
---@param entry steps.Entry
---@param following steps.Entry[]
---@param status signalbox.Status
---@param reason any
local function settle(entry, following, status, reason)
  if status == "done" then
    journal.close("step.didNavigate", entry)
  else
    journal.close("step.ignored", entry, tostring(reason))
    if status == "rejected" and reason ~= "vetoed" and reason ~= "redirected" then
      failures[#failures + 1] = ("%sstep %s of %s: %s"):format(
        entry.where, journal.text(entry.step), entry.type,
        rejection ~= "" and rejection or tostring(reason))
    end
  end
  append(following)
end

---@param entry steps.Entry
---@param done fun()
---@param isFirst? boolean whether the step shows the first screen of a coordinator that is starting
local function deliver(entry, done, isFirst)
  if not entry.coordinator.isAlive then
    journal.close("step.ignored", entry, "finished")
    return done()
  end
  local phase <const> = entry.coordinator.phase
  if phase == "created" or phase == "starting" and not isFirst then
    hold(entry)
    return done()
  end
  local isPlanned <const>, steps <const> = pcall(plan.of, entry, delivery.resume)
  if not isPlanned then
    journal.close("step.ignored", entry, "failed")
    error(steps, 0)
  end
  if steps == nil then return done() end
  append(steps.forwarded)
  if #steps.operations == 0 then
    if not steps.isUnhandled then journal.close("step.passed", entry) end
    append(steps.following)
    return done()
  end
  journal.report("step.willNavigate", entry)
  rejection = ""
  local ok <const>, problem <const> = pcall(performing.carryOut, steps, function(status, reason)
    settle(entry, steps.following, status, reason)
    done()
  end)
  if not ok then
    journal.close("step.ignored", entry, "rejected")
    error(entry.where .. bare(problem), 0)
  end
end

-- MARK: - Turns

local drain

---@param entry steps.Entry
local function deliverNext(entry)
  local isDone = false
  isWaiting = true
  local function done()
    if isDone then return end
    isDone, isWaiting = true, false
    drain()
  end
  local ok <const>, problem <const> = pcall(deliver, entry, done)
  if not ok then
    failures[#failures + 1] = tostring(problem)
    done()
  end
end

local function deliverAll()
  isDraining = true
  -- After an interrupt, no steps must remain that can never be delivered.
  local _ <close> = setmetatable({}, {
    __close = function(_, problem)
      isDraining = false
      if problem then isWaiting = false end
    end,
  })
  while not isWaiting and queue[1] do deliverNext(table.remove(queue, 1)) end
end

---Delivers steps until it must wait, and then raises the errors that occurred.
function drain()
  if isDraining then return end
  deliverAll()
  for _, problem in ipairs(journal.takeProblems()) do failures[#failures + 1] = problem end
  if failures[1] then
    local text <const> = table.concat(failures, "\n")
    failures = {}
    error(text, 0)
  end
end

---Begins the delivery, either immediately or after the waiting steps.
local function run()
  if isWaiting or isDraining or not queue[1] then return end
  if not app.isBusy then return drain() end
  isWaiting = true
  queue[1].coordinator.router:batch(function() end, {
    animated = false,
    completion = function()
      isWaiting = false
      drain()
    end,
  })
end

---@param entry steps.Entry
local function enqueue(entry)
  local coordinator <const> = entry.coordinator
  if not coordinator.isAlive then return journal.close("step.ignored", entry, "finished") end
  -- Steps that are set during the start follow the steps that were set before it.
  local phase <const> = coordinator.phase
  if held[coordinator.id] or phase == "created" or phase == "starting" then return hold(entry) end
  queue[#queue + 1] = entry
  run()
end

---Shows the first screen of a coordinator whose `start` has shown none: the screen that its first
---step pushes, or otherwise an empty stack.
---@param coordinator signalbox.Coordinator
---@param animated? boolean
function delivery.begin(coordinator, animated)
  local waiting <const> = held[coordinator.id]
  if waiting then
    deliver(table.remove(waiting, 1), run, true)
    if #waiting == 0 then held[coordinator.id] = nil end
  end
  if #coordinator.stack == 0 and coordinator.child == coordinator then
    emptyStack.show(coordinator, animated)
  end
end

-- MARK: - Entry points

---Passes a step to a coordinator.
---@param coordinator signalbox.Coordinator
---@param step any the step, where nil has no effect
---@param level integer the level whose line errors contain, where 3 is the caller of the calling function
function delivery.emit(coordinator, step, level)
  if step == nil then return end
  local place <const> = where(level)
  plan.check(coordinator, step, place)
  enqueue(plan.entry(coordinator, step, place))
end

---Passes a step to a coordinator and all its descendants, parents first, each coordinator once.
---@param coordinator signalbox.Coordinator
---@param step any
---@param level integer
function delivery.broadcast(coordinator, step, level)
  local place <const> = where(level)
  local entries <const> = {}
  local problem
  local function add(other)
    local isTaken <const>, fault <const> = pcall(plan.check, other, step, place)
    if not isTaken then
      problem = problem or fault
    elseif plan.rules(other) then
      entries[#entries + 1] = plan.entry(other, step, place)
    end
    for _, child in ipairs(other.children) do add(child) end
  end
  add(coordinator)
  -- Coordinators that do not declare the step are skipped, unless no coordinator declares it.
  if problem and #entries == 0 then error(problem, 0) end
  append(entries)
  run()
end

---Receives a step that `adapt` deferred. nil drops the step, and only the first answer counts.
---@param entry steps.Entry
---@param step any
function delivery.resume(entry, step)
  if entry.isResumed then return end
  entry.isResumed = true
  if step == nil then return journal.close("step.ignored", entry, "dropped") end
  local later <const> = plan.entry(entry.coordinator, step, entry.where)
  later.type, later.isAdapted = entry.type, true
  enqueue(later)
end

---Called when a coordinator has been attached. Delivers the steps that were set before this.
---@param id string
function delivery.release(id)
  local entries <const> = held[id]
  if entries == nil then return end
  held[id] = nil
  table.move(entries, 1, #entries, #queue + 1, queue)
  run()
end

---Called when a coordinator has finished. The steps that were waiting for its start are ignored.
---@param id string
function delivery.forget(id)
  local entries <const> = held[id] or {}
  held[id] = nil
  for _, entry in ipairs(entries) do journal.close("step.ignored", entry, "finished") end
end

---Stores the message of a rejection, for the error of the rejected step.
---@param reason string
function delivery.noteRejection(reason) rejection = reason end

---Raises an error if a value is not a coordinator that handles steps. Level 3 is the script's line.
---@param name string
---@param coordinator any
function delivery.check(name, coordinator)
  local isKnown <const> = type(coordinator) == "userdata"
  local ok <const>, kind <const> = pcall(function() return isKnown and coordinator.type end)
  if ok and kind and plan.rules(coordinator) then return end
  if ok and isKnown and kind == nil and pcall(function() return coordinator.router end) then
    return -- The coordinator has finished, so its steps are ignored and recorded in the journal.
  end
  error(
    ("steps.%s: the coordinator is %s, expected one that handles steps")
    :format(name, actions.describe(coordinator)), 3)
end

return delivery
