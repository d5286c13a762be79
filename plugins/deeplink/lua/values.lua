---Converts the values in links to the arguments that routes declare.
local values <const> = {}

local BOOLEANS <const> = { ["true"] = true, ["1"] = true, ["false"] = false, ["0"] = false }

---Parses a decimal integer in its shortest form, as the application's own links do.
---@param text any
---@return integer?
local function integer(text)
  if type(text) ~= "string" or not text:find("^%-?%d+$") then return nil end
  local number <const> = math.tointeger(tonumber(text))
  return number and tostring(number) == text and number or nil
end

---Converts a value to a kind. The value may already be of that kind, or be a string.
local function converted(value, kind)
  if kind == "any" then return value end
  if kind == "integer" then return math.type(value) == "integer" and value or integer(value) end
  if kind == "number" then
    if type(value) == "number" then return value end
    if type(value) ~= "string" or not value:find("^%-?%d+%.?%d*$") then return nil end
    return tonumber(value)
  end
  if kind == "boolean" then
    if type(value) == "boolean" then return value end
    return BOOLEANS[value]
  end
  if type(value) == kind then return value end
  return nil
end

---Whether a string is a kind of argument, such as `string` or `integer?`.
---@param kind any
---@return boolean
function values.isKind(kind)
  local name <const> = type(kind) == "string" and kind:match("^(%l+)%??$")
  return ({ string = 1, integer = 1, number = 1, boolean = 1, table = 1, any = 1 })[name] ~= nil
end

---Converts arguments.
---@param given table<string, any> The received values, which are usually text.
---@param declared table<string, string>? The kinds by name. Without kinds, all
---  values are accepted, and decimal integers become integers.
---@return table<string, any>? args nil if the values do not match the declaration
---@return string? problem
function values.read(given, declared)
  local args <const> = {}
  if not declared then
    for name, value in pairs(given) do args[name] = integer(value) or value end
    return args
  end
  for name, declaration in pairs(declared) do
    local kind <const>, isOptional <const> = declaration:match("^(%l+)(%??)$")
    local value <const> = given[name]
    if value == nil then
      if isOptional == "" then return nil, ("%s is missing, expected %s"):format(name, kind) end
    else
      args[name] = converted(value, kind)
      if args[name] == nil then
        return nil, ("%s is %s, expected %s"):format(name, tostring(value), kind)
      end
    end
  end
  return args
end

---Returns whether two values are equal. Tables are compared by their contents.
---@param left any
---@param right any
---@return boolean
function values.equal(left, right)
  if left == right then return true end
  if type(left) ~= "table" or type(right) ~= "table" then return false end
  for key, value in pairs(left) do
    if not values.equal(value, right[key]) then return false end
  end
  for key in pairs(right) do
    if left[key] == nil then return false end
  end
  return true
end

return values
