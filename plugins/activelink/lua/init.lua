-- Screens with an active link. Assigning a link navigates to it, assigning another link replaces
-- it, and assigning nil closes it. If the user goes back, the active link becomes nil.
--
--   local activelink = require "activelink"
--   local link = activelink.links { first = {}, info = { style = "sheet" } }
--   local Content = activelink.coordinator "Content" {
--     flow = link,
--     routes = { content = { actions = { "First" } }, first = {}, info = {} },
--   }
--   function Content:start() self.router:startFlow("content") end
--   function Content:onFirst() self.activeLink = link.first { text = "Some param" } end

local links <const> = require "activelink.links"
local state <const> = require "activelink.state"

local activelink = {}

activelink.links = links.new

---@param coordinator signalbox.Coordinator
---@return activelink.State
local function stateOf(coordinator)
  local own = coordinator.flowState
  if own == nil then
    own = state.new(coordinator)
    coordinator.flowState = own
  end
  return own
end

---Returns the line of the calling script as the beginning of a message. Level 1 is the function
---that calls this function. The host function that implements a property counts as a level.
---@param level integer
---@return string
local function where(level) return select(2, pcall(error, "", level + 2)) end

---@param flow table<string, activelink.Link>
---@param value any
---@param name string
---@param level integer
local function check(flow, value, name, level)
  if value == nil then return end
  if not links.isLink(value) then
    error(("activelink: %s is %s, expected a link or nil")
      :format(name, links.describe(value)), level + 1)
  end
  if rawget(flow, value.name) == nil or flow[value.name].case ~= value.case then
    error(("activelink: %s is the link %s of another flow")
      :format(name, tostring(value)), level + 1)
  end
end

---@param flow table<string, activelink.Link>
---@return table
local function members(flow)
  return {
    properties = {
      activeLink = {
        get = function(self) return stateOf(self):link() end,
        set = function(self, link)
          check(flow, link, "activeLink", 3)
          stateOf(self):assign(link, where(3))
        end,
      },
    },
    hasActiveLink = function() return true end,
    closeLink = function(self, link)
      check(flow, link, "the link to close", 2)
      local active <const> = stateOf(self):link()
      if link == nil or active == nil or active.id ~= link.id then return false end
      stateOf(self):assign(nil, where(2))
      return true
    end,
  }
end

---Returns the message of a host error without the line of this plugin at which it was raised.
---@param problem any
---@return string
local function bare(problem) return (tostring(problem):gsub("^[^\n:]+:%d+: ", "", 1)) end

---Adds an active link to the coordinators of a definition.
---@param path string the name of the definition in errors
---@param definition signalbox.Definition
---@param flow any
---@param level integer
local function take(path, definition, flow, level)
  if not links.isFlow(flow) then
    error(("%s: flow is %s, expected a result of activelink.links")
      :format(path, links.describe(flow)), level + 1)
  end
  local additions <const> = members(flow)
  local isInherited <const> = definition.hasActiveLink ~= nil
  for key in pairs(additions) do
    if definition[key] ~= nil and not isInherited then
      error(("%s: %s is defined by activelink; rename yours"):format(path, key), level + 1)
    end
  end
  local isDone <const>, problem <const> = pcall(definition.extend, definition, additions)
  if not isDone then error(bare(problem), level + 1) end
end

---@param name string
---@param table any
---@return signalbox.Definition
local function define(name, table)
  local path <const> = ("activelink.coordinator %q"):format(name)
  if type(table) ~= "table" then
    error(("%s is followed by %s, expected a table: %s { … }")
      :format(path, links.describe(table), path), 3)
  end
  if type(table.properties) == "table" and table.properties.activeLink ~= nil then
    error(("%s: the property activeLink is defined by activelink; rename yours"):format(path), 3)
  end
  local definition <const> = {}
  for key, value in pairs(table) do
    if key ~= "flow" then definition[key] = value end
  end
  local ok <const>, result <const> = pcall(coordinator, name, definition)
  if not ok then error(bare(result), 3) end
  take(path, result, table.flow, 3)
  return result
end

---Adds an active link to the coordinators of any definition, including definitions by other
---plugins: `activelink.extend(App, { flow = link })`.
---@param definition signalbox.Definition
---@param table { flow: table<string, activelink.Link> }
---@return signalbox.Definition definition
function activelink.extend(definition, table)
  local isRead <const>, name <const> =
    pcall(function() return definition.extend and definition.name end)
  if type(definition) ~= "userdata" or not isRead or type(name) ~= "string" then
    error(("activelink.extend: got %s, expected a definition such as coordinator \"Name\" "
      .. "{ … } returns"):format(links.describe(definition)), 2)
  end
  local path <const> = ("activelink.extend(%s)"):format(name)
  for key in pairs(type(table) == "table" and table or {}) do
    if key ~= "flow" then
      error(("%s has no key %s; known: flow"):format(path, links.describe(key)), 2)
    end
  end
  take(path, definition, type(table) == "table" and table.flow, 2)
  return definition
end

---Defines a coordinator with an active link: `activelink.coordinator "Content" { flow = link, … }`.
---
---Its coordinators have a property `activeLink`, which can be read and assigned, and a method
---`closeLink(link)`, which closes a link only if it is still active. If they define the method
---`activeLinkChanged(link, reason)`, it is called for each change.
---@param name string
---@param table? table
---@return any
function activelink.coordinator(name, table)
  if type(name) ~= "string" then
    error(("activelink.coordinator: got %s, expected a name: "
      .. "activelink.coordinator \"Name\" { … }"):format(links.describe(name)), 2)
  end
  -- There are no tail calls, because errors count the functions up to the script's line.
  local function finish(definition)
    local result <const> = define(name, definition)
    return result
  end
  if table == nil then return finish end
  local result <const> = define(name, table)
  return result
end

---Returns the active link of the frontmost coordinator that has one, or of its nearest ancestor
---with one.
---@return activelink.Link?
function activelink.active()
  local coordinator = app.top
  while coordinator do
    if coordinator.closeLink and coordinator.activeLink then return coordinator.activeLink end
    coordinator = coordinator.parent
  end
  return nil
end

return activelink
