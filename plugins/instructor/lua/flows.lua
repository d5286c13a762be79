-- The flows that an application's definition declares, which are checked once.

---@class instructor.Flow
---@field coordinator string|signalbox.Definition the coordinator that runs the flow
---@field finishes? string|fun(flags: table, result: any) the flag that is set when the flow ends, or a function that changes the flags
---@field onFinish? string|function called with the result and the reason when the flow has finished
---@field args? table<string, string> the arguments of the flow
---@field style? string|signalbox.StyleTable the style in which `guardFlow` presents the flow (default: fullScreen)

local flows = {}

---Returns a short description of a value, for errors.
---@param value any
---@return string
function flows.describe(value)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) == "table" and getmetatable(value) == nil then return "a table" end
  if type(value) == "function" then return "a function" end
  return tostring(value)
end

---Returns the sorted names in a table, for errors.
---@param names table<string, any>
---@return string
function flows.known(names)
  local list = {}
  for name in pairs(names) do list[#list + 1] = tostring(name) end
  table.sort(list)
  return table.concat(list, ", ")
end

---Panov's table: unauthorized users log in, users who have not seen the tutorial see it, and all
--- other users continue.
---@param flags { tutorial: boolean, authorised: boolean }
---@return "auth"|"onboarding"|"main"
function flows.decide(flags)
  if not flags.authorised then return "auth" end
  return flags.tutorial and "main" or "onboarding"
end

local expectations <const> = {
  coordinator = { string = true, userdata = true, text = "a coordinator's name" },
  finishes = { string = true, ["function"] = true, text = "a flag or a function of the flags" },
  onFinish = { string = true, ["function"] = true, text = "a function or a method's name" },
  args = { table = true, text = "a table of names and types" },
  style = { string = true, table = true, text = "a style" },
}

---@param path string
---@param flow any
---@param flags table<string, any>
---@param level integer
local function checkFlow(path, flow, flags, level)
  if type(flow) ~= "table" then
    error(("%s is %s, expected a table"):format(path, flows.describe(flow)), level)
  end
  for key, value in pairs(flow) do
    local expected <const> = expectations[key]
    if expected == nil then
      error(("%s has no key %s; known: %s")
        :format(path, flows.describe(key), flows.known(expectations)), level)
    end
    if not expected[type(value)] then
      error(("%s: %s is %s, expected %s")
        :format(path, key, flows.describe(value), expected.text), level)
    end
  end
  if flow.coordinator == nil then error(path .. " names no coordinator", level) end
  if type(flow.finishes) == "string" and flags[flow.finishes] == nil then
    error(("%s: there is no flag %q; known: %s")
      :format(path, flow.finishes, flows.known(flags)), level)
  end
end

---Checks the contents of a definition. Errors are raised at `level`, counted from the caller.
---@param path string
---@param table { flags: table, flows: table<string, instructor.Flow>, decide: function, options?: table }
---@param level integer
function flows.check(path, table, level)
  local expected <const> = { flags = "table", flows = "table", decide = "function" }
  for _, key in ipairs { "flags", "flows", "decide" } do
    if type(table[key]) ~= expected[key] then
      error(("%s: %s is %s, expected a %s")
        :format(path, key, flows.describe(table[key]), expected[key]), level + 1)
    end
  end
  for name, flow in pairs(table.flows) do
    checkFlow(("%s: flow %s"):format(path, flows.describe(name)), flow, table.flags, level + 2)
  end
  if table.flows.main == nil then
    error(path .. ": flows has no main, the flow that all others lead to", level + 1)
  end
  for name, option in pairs(table.options or {}) do
    local isFlow <const> = type(option) == "string" and table.flows[option] ~= nil
    if not isFlow and type(option) ~= "function" then
      error(("%s: option %s is %s, expected a function or one of the flows %s")
        :format(path, flows.describe(name), flows.describe(option), flows.known(table.flows)),
        level + 1)
    end
  end
end

---Returns a table of flags whose names are checked.
---@param initial table<string, any>
---@param given? table<string, any>
---@return table<string, any>
function flows.flags(initial, given)
  local function reject(name, level)
    error(("instructor: there is no flag %s; known: %s")
      :format(flows.describe(name), flows.known(initial)), level + 1)
  end
  local flags <const> = {}
  for name, value in pairs(initial) do flags[name] = value end
  for name, value in pairs(given or {}) do
    if initial[name] == nil then reject(name, 2) end
    flags[name] = value
  end
  return setmetatable(flags, {
    -- A declared flag whose value is nil is absent from the table.
    __index = function(_, name)
      if initial[name] == nil then reject(name, 2) end
      return nil
    end,
    __newindex = function(own, name, value)
      if initial[name] == nil then reject(name, 2) end
      rawset(own, name, value)
    end,
  })
end

---Returns the flags after the end of a flow, in a separate table.
---@param flow instructor.Flow
---@param flags table<string, any>
---@param result any
---@return table<string, any>
function flows.after(flow, flags, result)
  local copy <const> = {}
  for name, value in pairs(flags) do copy[name] = value end
  setmetatable(copy, getmetatable(flags))
  if type(flow.finishes) == "string" then
    copy[flow.finishes] = true
  elseif flow.finishes then
    flow.finishes(copy, result)
  end
  return copy
end

---@param some table<string, any>
---@param others table<string, any>
---@return boolean
function flows.areEqual(some, others)
  for name, value in pairs(some) do
    if rawget(others, name) ~= value then return false end
  end
  for name in pairs(others) do
    if rawget(some, name) == nil then return false end
  end
  return true
end

return flows
