-- Applications whose first flow is determined by flags. Each flow changes the flags when it ends.
-- The flags are then evaluated again until the result is "main".
--
--   local instructor = require "instructor"
--   local App = instructor.coordinator "App" {
--     flows = {
--       auth = { coordinator = "Auth", finishes = "authorised" },
--       onboarding = { coordinator = "Onboarding", finishes = "tutorial" },
--       main = { coordinator = "Main" },
--     },
--   }
--   app:launch(App)

local flows <const> = require "instructor.flows"
local launch <const> = require "instructor.launch"
local options <const> = require "instructor.options"

local instructor = {}

instructor.decide = flows.decide

---@param coordinator signalbox.Coordinator
---@return instructor.Launch
local function launchOf(coordinator)
  local own = coordinator.launchState
  if own == nil then
    local args <const> = coordinator.args or {}
    own = launch.new(coordinator.launchRules(), args.flags)
    own.option = args.option
    coordinator.launchState = own
  end
  return own
end

---@param handler string|function|nil
---@param self signalbox.Coordinator
local function call(handler, self, ...)
  if type(handler) == "string" then handler = self[handler] end
  if handler then handler(self, ...) end
end

---Returns the route of a flow. When the flow ends, the next flow replaces it in the same change.
---@param name string
---@param flow instructor.Flow
---@return signalbox.RouteTable
local function route(name, flow)
  return {
    coordinator = flow.coordinator, args = flow.args,
    replacement = function(self, result) return launchOf(self):next(name, result) end,
    onFinish = function(self, result, reason)
      local own <const> = launchOf(self)
      if reason == "finished" then own:close(name, result) end
      call(flow.onFinish, self, result, reason)
      if reason == "finished" then
        options.release(self, own)
        own:goOn(self)
      end
    end,
  }
end

---The methods of an application's coordinators.
local methods <const> = {
  start = function(self) self:launch() end,
  launch = function(self)
    local own <const> = launchOf(self)
    local flow <const> = own:run(self)
    options.release(self, own)
    return flow
  end,
  startWith = function(self, option, ask)
    if option == nil then
      self:launch()
      return "handled"
    end
    local isDone <const>, answer <const> =
      pcall(options.handle, self, launchOf(self), option, ask)
    if isDone then return answer end
    -- An error that a script raises already contains its line.
    local hasLine <const> = type(answer) ~= "string" or answer:find("^[^\n:]+:%d+: ")
    return error(answer, hasLine and 0 or 2)
  end,
  guardFlow = function(self, action, otherwise)
    if type(action) ~= "function" then
      error(("instructor: guardFlow: got %s, expected a function that needs the main "
        .. "flow"):format(flows.describe(action)), 2)
    end
    local answer <const> = launchOf(self):guard(self, action, otherwise)
    return answer
  end,
}

---The keys of a definition's table that are parsed here instead of by `coordinator`.
local keys <const> = { flags = true, flows = true, decide = true, options = true }

---Returns the message of a host error without the line of this plugin at which it was raised.
---@param problem any
---@return string
local function bare(problem) return (tostring(problem):gsub("^[^\n:]+:%d+: ", "", 1)) end

---Makes a launch instructor run the coordinators of a definition.
---@param path string the name of the definition in errors
---@param definition signalbox.Definition
---@param table { flags?: table, flows: table, decide?: function, options?: table }
---@param level integer
local function take(path, definition, table, level)
  local spec <const> = {
    flags = table.flags or { tutorial = false, authorised = false },
    flows = table.flows, decide = table.decide or flows.decide, options = table.options,
  }
  flows.check(path, spec, level + 1)
  local isInherited <const> = definition.launchRules ~= nil
  local additions <const> = {
    launchRules = function() return spec end,
    properties = { flags = { get = function(self) return launchOf(self).flags end } },
    routes = {},
  }
  for key, method in pairs(methods) do
    if definition[key] ~= nil and not isInherited and key ~= "start" then
      error(("%s: %s is defined by instructor; rename yours"):format(path, key), level + 1)
    end
    -- A custom `start` calls `self:launch()`.
    if definition[key] == nil then additions[key] = method end
  end
  local routes <const> = app:routes(definition.name)
  for key, flow in pairs(spec.flows) do
    if routes[key] and not isInherited then
      error(("%s: %s is both a flow and a route"):format(path, key), level + 1)
    end
    additions.routes[key] = route(key, flow)
  end
  local isDone <const>, problem <const> = pcall(definition.extend, definition, additions)
  if not isDone then error(bare(problem), level + 1) end
end

---@param path string
---@param name string
---@param table any
---@return signalbox.Definition
local function define(path, name, table)
  if type(table) ~= "table" then
    error(("%s is followed by %s, expected a table: %s { flows = { … } }")
      :format(path, flows.describe(table), path), 3)
  end
  if type(table.properties) == "table" and table.properties.flags ~= nil then
    error(("%s: the property flags is defined by instructor; rename yours"):format(path), 3)
  end
  local definition <const>, own <const> = {}, {}
  for key, value in pairs(table) do
    if keys[key] then own[key] = value else definition[key] = value end
  end
  local ok <const>, result <const> = pcall(coordinator, name, definition)
  if not ok then error(bare(result), 3) end
  take(path, result, own, 3)
  return result
end

---Makes a launch instructor run the coordinators of any definition, including definitions by other
---plugins. If the definition has its own `start`, it is kept and must call `self:launch()`.
---@param definition signalbox.Definition
---@param table { flags?: table, flows: table, decide?: function, options?: table }
---@return signalbox.Definition definition
function instructor.extend(definition, table)
  local isRead <const>, name <const> =
    pcall(function() return definition.extend and definition.name end)
  if type(definition) ~= "userdata" or not isRead or type(name) ~= "string" then
    error(("instructor.extend: got %s, expected a definition such as coordinator \"Name\" "
      .. "{ … } returns"):format(flows.describe(definition)), 2)
  end
  local path <const> = ("instructor.extend(%s)"):format(name)
  if type(table) ~= "table" then
    error(("%s: the second argument is %s, expected a table with flows")
      :format(path, flows.describe(table)), 2)
  end
  for key in pairs(table) do
    if not keys[key] then
      error(("%s has no key %s; known: %s")
        :format(path, flows.describe(key), flows.known(keys)), 2)
    end
  end
  take(path, definition, table, 2)
  return definition
end

---Defines an application that is run by a launch instructor: `instructor.coordinator "App" { flows
---= { … } }`.
---@param name string
---@param table? table
---@return any
function instructor.coordinator(name, table)
  if type(name) ~= "string" then
    error(("instructor.coordinator: got %s, expected a name: "
      .. "instructor.coordinator \"App\" { … }"):format(flows.describe(name)), 2)
  end
  local path <const> = ("instructor.coordinator %q"):format(name)
  -- There are no tail calls, because errors count the functions up to the script's line.
  local function finish(definition)
    local result <const> = define(path, name, definition)
    return result
  end
  if table == nil then return finish end
  local result <const> = define(path, name, table)
  return result
end

---Returns the application that a coordinator belongs to, which is its nearest ancestor that is an
---application.
---@param coordinator signalbox.Coordinator
---@return signalbox.Coordinator? application nil if there is none
function instructor.of(coordinator)
  local here = coordinator
  while here do
    if here.launchRules then return here end
    here = here.parent
  end
  return nil
end

---Returns the flow that an application shows at its root.
---@param application signalbox.Coordinator
---@return string? flow nil before the launch
function instructor.flow(application)
  for name in pairs(application.launchRules().flows) do
    if application.router:isRoot(name) then return name end
  end
  return nil
end

return instructor
