-- Coordinators that are driven by steps: somebody says what has happened, the coordinator decides
-- where that leads.
--
--   local steps = require "steps"
--   local App = steps.coordinator "App" { routes = { home = {}, first = {}, second = {} } }
--   function App:start() self.router:startFlow("home") end
--   function App:navigate(step)
--     if step == "showFirst" then return steps.push "first" end
--   end
--   app:launch(App).step = "showFirst"

local actions <const> = require "steps.actions"
local delivery <const> = require "steps.delivery"
local journal <const> = require "steps.journal"
local plan <const> = require "steps.plan"
local stepper <const> = require "steps.stepper"

local steps = {}

for _, name in ipairs {
  "push", "present", "dismiss", "pop", "none", "forward", "redirect", "finish", "multiple", "defer",
} do
  steps[name] = actions[name]
end

steps.on = journal.on
steps.list = journal.list
steps.text = journal.text
steps.stepper = stepper.new

---What a definition may not have of its own, because it comes from here.
local words <const> = { "emit", "broadcast", "properties" }

---@param word string
---@param name any
---@param table any
---@param define fun(name: string, definition: table): signalbox.Definition
---@return signalbox.Definition
local function define(word, name, table, define)
  local path <const> = ("steps.%s %q"):format(word, tostring(name))
  if type(table) ~= "table" then
    error(("%s is followed by %s, expected a table: %s { … }")
      :format(path, actions.describe(table), path), 3)
  end
  for _, key in ipairs(words) do
    if table[key] ~= nil then error(("%s: %s comes from steps"):format(path, key), 3) end
  end
  if table.conflate ~= nil and type(table.conflate) ~= "boolean" then
    error(("%s: conflate is %s, expected true or false")
      :format(path, actions.describe(table.conflate)), 3)
  end
  local definition = {
    emit = function(self, step) delivery.emit(self, step, 3) end,
    broadcast = function(self, step) delivery.broadcast(self, step, 3) end,
    properties = {
      step = {
        get = function(self) return self.lastStep end,
        set = function(self, step)
          self.lastStep = step
          delivery.emit(self, step, 4)
        end,
      },
    },
  }
  for key, value in pairs(table) do
    if key ~= "conflate" then definition[key] = value end
  end
  local ok <const>, result <const> = pcall(define, name, definition)
  if not ok then error((tostring(result):gsub("^[^\n:]+:%d+: ", "", 1)), 3) end
  plan.types[name] = { definition = result, conflates = table.conflate == true }
  return result
end

---@param word string
---@param make fun(name: string, definition: table): signalbox.Definition
local function definer(word, make)
  return function(name, ...)
    if type(name) ~= "string" then
      error(("steps.%s is given %s, expected a name: steps.%s \"Name\" { … }")
        :format(word, actions.describe(name), word), 2)
    end
    -- No tail calls: errors count the functions up to the script's line.
    local function finish(table)
      local result <const> = define(word, name, table, make)
      return result
    end
    if select("#", ...) == 0 then return finish end
    local result <const> = define(word, name, (...), make)
    return result
  end
end

---Defines a coordinator that takes steps: `steps.coordinator "App" { routes = { … } }`.
---
---Beside what `coordinator` takes: `conflate = true` keeps only the last of the steps that are set
---before the start. Its method `navigate(step)` says what a step leads to; `adapt(step)`, if there
---is one, is asked before and gives the step to handle, nothing, or `steps.defer(…)`.
steps.coordinator = definer("coordinator", coordinator)

---Defines a tab coordinator that takes steps.
steps.tabs = definer("tabs", tabs)

---Gives a step to a coordinator, as `coordinator:emit(step)` does; one that has finished ignores
---it.
---@param coordinator signalbox.Coordinator
---@param step any
function steps.emit(coordinator, step)
  delivery.check("emit", coordinator)
  delivery.emit(coordinator, step, 3)
end

---Gives a step to a coordinator and all below it that take steps, parents first, each once.
---@param coordinator signalbox.Coordinator
---@param step any
function steps.broadcast(coordinator, step)
  delivery.check("broadcast", coordinator)
  delivery.broadcast(coordinator, step, 3)
end

return steps
