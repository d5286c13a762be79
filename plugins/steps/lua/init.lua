-- Coordinators that are driven by steps: code sets a step, and the coordinator determines the
-- destination.
--
--   local steps = require "steps"
--   local App = steps.coordinator "App" { routes = { home = {}, first = {}, second = {} } }
--   function App:start() self.router:startFlow("home") end
--   function App:navigate(step)
--     if step == "showFirst" then return steps.push "first" end
--   end
--   app:launch(App).step = "showFirst"

local actions <const> = require "steps.actions"
local cases <const> = require "steps.cases"
local delivery <const> = require "steps.delivery"
local journal <const> = require "steps.journal"
local plan <const> = require "steps.plan"
local stepper <const> = require "steps.stepper"

local steps = {}

for _, name in ipairs {
  "push", "present", "dismiss", "pop", "popTo", "popToRoot", "set", "none", "forward", "redirect",
  "finish", "multiple", "defer",
} do
  steps[name] = actions[name]
end

steps.on = journal.on
steps.list = journal.list
steps.text = journal.text
steps.stepper = stepper.new

---Members that a definition must not define, because this plugin defines them.
local words <const> = { "emit", "broadcast", "stepRules" }

---The keys of a definition's table that are parsed here instead of by `coordinator`.
local keys <const> = { conflate = true, steps = true }

---Returns the members to add to a definition that handles steps.
---@param rules steps.Rules
---@return table
local function members(rules)
  return {
    emit = function(self, step) delivery.emit(self, step, 3) end,
    broadcast = function(self, step) delivery.broadcast(self, step, 3) end,
    stepRules = function() return rules end,
    properties = {
      step = {
        get = function(self) return self.lastStep end,
        set = function(self, step)
          delivery.emit(self, step, 4)
          -- The step may have finished the coordinator.
          if self.isAlive then self.lastStep = step end
        end,
      },
    },
  }
end

---Makes the coordinators of a definition handle steps.
---@param path string the name of the definition in errors
---@param definition signalbox.Definition
---@param table { conflate?: boolean, steps?: table }
---@param level integer
local function take(path, definition, table, level)
  local inherited <const> = definition.stepRules and definition.stepRules() or nil
  for _, word in ipairs(words) do
    if inherited == nil and definition[word] ~= nil then
      error(("%s: %s is defined by steps; rename yours"):format(path, word), level + 1)
    end
  end
  if table.conflate ~= nil and type(table.conflate) ~= "boolean" then
    error(("%s: conflate is %s, expected true or false")
      :format(path, actions.describe(table.conflate)), level + 1)
  end
  local set = cases.read(path, table.steps, level + 1)
  for name, parameters in pairs(inherited and inherited.cases or {}) do
    set = set or {}
    if set[name] == nil then set[name] = parameters end
  end
  local rules <const> = {
    name = definition.name, definition = definition, cases = set,
    conflates = table.conflate == true or inherited ~= nil and inherited.conflates,
  }
  local additions <const> = members(rules)
  if definition.navigate == nil then additions.navigate = function() return nil end end
  if definition.startEmpty == nil then additions.startEmpty = delivery.begin end
  definition:extend(additions)
  plan.types[definition.name] = rules
end

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
  local definition <const>, own <const> = {}, {}
  for key, value in pairs(table) do
    if keys[key] then own[key] = value else definition[key] = value end
  end
  if type(table.properties) == "table" and table.properties.step ~= nil then
    error(("%s: the property step is defined by steps; rename yours"):format(path), 3)
  end
  local ok <const>, result <const> = pcall(define, name, definition)
  if not ok then error((tostring(result):gsub("^[^\n:]+:%d+: ", "", 1)), 3) end
  take(path, result, own, 3)
  return result
end

---@param word string
---@param make fun(name: string, definition: table): signalbox.Definition
local function definer(word, make)
  return function(name, ...)
    if type(name) ~= "string" then
      error(("steps.%s: got %s, expected a name: steps.%s \"Name\" { … }")
        :format(word, actions.describe(name), word), 2)
    end
    -- There are no tail calls, because errors count the functions up to the script's line.
    local function finish(table)
      local result <const> = define(word, name, table, make)
      return result
    end
    if select("#", ...) == 0 then return finish end
    local result <const> = define(word, name, (...), make)
    return result
  end
end

---Defines a coordinator that handles steps: `steps.coordinator "App" { routes = { … } }`.
---
---The table accepts the keys of `coordinator`. It also accepts `steps = { "showFirst", showItem = {
--- id = "integer" } }`, the closed set of its steps, and `conflate = true`, which keeps only the
--- last of the steps that are set before the start. The method `navigate(step)` returns the action
--- for a step. The method `adapt(step)` is called first, and returns the step to handle, nothing,
--- or `steps.defer(…)`. If `start` shows nothing, the screen that the first step pushes becomes the
--- root. Without a step, the stack is empty.
steps.coordinator = definer("coordinator", coordinator)

---Defines a tab coordinator that handles steps.
steps.tabs = definer("tabs", tabs)

---Makes the coordinators of any definition handle steps, including definitions by other plugins.
---@param definition signalbox.Definition
---@param opts? { conflate?: boolean, steps?: table }
---@return signalbox.Definition definition
function steps.extend(definition, opts)
  local isRead <const>, name <const> =
    pcall(function() return definition.extend and definition.name end)
  if type(definition) ~= "userdata" or not isRead or type(name) ~= "string" then
    error(("steps.extend: got %s, expected a definition such as coordinator \"Name\" { … } "
      .. "returns"):format(actions.describe(definition)), 2)
  end
  local path <const> = ("steps.extend(%s)"):format(name)
  if opts ~= nil and type(opts) ~= "table" then
    error(("%s: the second argument is %s, expected a table such as { steps = { … } }")
      :format(path, actions.describe(opts)), 2)
  end
  for key in pairs(opts or {}) do
    if not keys[key] then
      error(("%s: there is no option %s; known: conflate, steps")
        :format(path, actions.describe(key)), 2)
    end
  end
  take(path, definition, opts or {}, 2)
  return definition
end

---Returns the sorted names of all steps that definitions declare, for the linter.
---@return string[]? names nil if a definition does not declare its steps
function steps.declared()
  local names <const> = {}
  for _, rules in pairs(plan.types) do
    if rules.cases == nil then return nil end
    for name in pairs(rules.cases) do names[name] = true end
  end
  return next(plan.types) and cases.names(names) or nil
end

---Passes a step to a coordinator, as `coordinator:emit(step)` does. A coordinator that has finished
---ignores the step.
---@param coordinator signalbox.Coordinator
---@param step any
function steps.emit(coordinator, step)
  delivery.check("emit", coordinator)
  delivery.emit(coordinator, step, 3)
end

---Passes a step to a coordinator and all its descendants that handle steps, parents first, each
--- once.
---@param coordinator signalbox.Coordinator
---@param step any
function steps.broadcast(coordinator, step)
  delivery.check("broadcast", coordinator)
  delivery.broadcast(coordinator, step, 3)
end

return steps
