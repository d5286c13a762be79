-- The closed set of steps that a definition declares: their names and parameters.

local actions <const> = require "steps.actions"

local cases = {}

---@alias steps.Cases table<string, table<string, string>|true>

local kinds <const> = {
  string = true, integer = true, number = true, boolean = true, table = true, any = true,
}

---Returns the name of a step, which is the string itself, the first element of a table, or the only
---key of a table.
---@param step any
---@return string? name nil if it has no name
---@return table? parameters the parameters of the step, or nil for a string
function cases.name(step)
  if type(step) == "string" then return step end
  if type(step) ~= "table" then return nil end
  if type(step[1]) == "string" then
    local parameters <const> = {}
    for key, value in pairs(step) do
      if key ~= 1 then parameters[key] = value end
    end
    return step[1], parameters
  end
  local name <const>, value <const> = next(step)
  if type(name) ~= "string" or next(step, name) ~= nil then return nil end
  return name, type(value) == "table" and value or { value }
end

---Returns the number of letters that must change to turn one string into another, up to a limit.
---@param one string
---@param other string
---@return integer
local function distance(one, other)
  local row <const> = {}
  for column = 0, #other do row[column] = column end
  for index = 1, #one do
    local diagonal = row[0]
    row[0] = index
    for column = 1, #other do
      local cost <const> = one:byte(index) == other:byte(column) and 0 or 1
      diagonal, row[column] =
        row[column], math.min(row[column] + 1, row[column - 1] + 1, diagonal + cost)
    end
  end
  return row[#other]
end

---Returns the sorted names of a set.
---@param set table<string, any>
---@return string[]
function cases.names(set)
  local names <const> = {}
  for name in pairs(set) do names[#names + 1] = name end
  table.sort(names)
  return names
end

---Returns a hint for a name that a set does not contain.
---@param name string
---@param set table<string, any>
---@return string
local function hint(name, set)
  local best, least
  for _, known in ipairs(cases.names(set)) do
    local far <const> = distance(name:lower(), known:lower())
    if far <= math.max(2, #known // 3) and (least == nil or far < least) then
      best, least = known, far
    end
  end
  if best then return ("did you mean %q?"):format(best) end
  return "known: " .. table.concat(cases.names(set), ", ")
end

---Parses the steps that a definition declares.
---@param path string the name of the definition in errors
---@param declared any
---@param level integer
---@return steps.Cases? set nil if no steps are declared, in which case every step is allowed
function cases.read(path, declared, level)
  if declared == nil then return nil end
  if type(declared) ~= "table" then
    error(("%s: steps is %s, expected a list of names such as { \"showFirst\" }")
      :format(path, actions.describe(declared)), level + 1)
  end
  local set <const> = {}
  for key, value in pairs(declared) do
    if type(key) == "string" and type(value) == "table" then
      for parameter, kind in pairs(value) do
        if type(kind) ~= "string" or not kinds[(kind:gsub("%?$", ""))] then
          error(("%s: steps.%s.%s is %s, expected \"string\", \"integer\", \"number\", "
            .. "\"boolean\", \"table\" or \"any\", followed by ? if optional")
            :format(path, key, tostring(parameter), actions.describe(kind)), level + 1)
        end
      end
      set[key] = value
    elseif math.type(key) == "integer" and type(value) == "string" then
      set[value] = set[value] or true
    else
      error(("%s: steps[%s] is %s, expected a name, or name = { parameter = \"type\" }")
        :format(path, actions.describe(key), actions.describe(value)), level + 1)
    end
  end
  return set
end

---@param value any
---@param kind string
---@return boolean
local function isOf(value, kind)
  if kind == "any" then return value ~= nil end
  if kind == "integer" then return math.type(value) == "integer" end
  return type(value) == kind
end

---@param name string
---@param declared table<string, string>
---@param parameters table
---@return string? problem
local function checkParameters(name, declared, parameters)
  for parameter in pairs(parameters) do
    if declared[parameter] == nil then
      return ("the step %s has no parameter %s; %s")
        :format(name, actions.describe(parameter), hint(tostring(parameter), declared))
    end
  end
  for parameter, declaration in pairs(declared) do
    local kind <const> = declaration:gsub("%?$", "")
    local value <const> = parameters[parameter]
    if not (value == nil and kind ~= declaration) and not isOf(value, kind) then
      return ("the step %s: %s is %s, expected %s")
        :format(name, parameter, actions.describe(value), declaration)
    end
  end
  return nil
end

---Returns the problem with a step of a coordinator that declares its steps.
---@param type string
---@param set steps.Cases?
---@param step any
---@return string? problem
function cases.problem(type, set, step)
  if set == nil then return nil end
  local name <const>, parameters <const> = cases.name(step)
  if name == nil then
    return ("unknownStep: %s: got %s, expected one of its steps %s")
      :format(type, actions.describe(step), table.concat(cases.names(set), ", "))
  end
  local declared <const> = set[name]
  if declared == nil then
    return ("unknownStep: %s declares no step %q; %s"):format(type, name, hint(name, set))
  end
  if declared == true then return nil end
  local problem <const> = checkParameters(name, declared, parameters or {})
  return problem and ("badStep: %s: %s"):format(type, problem)
end

return cases
