---Checks the arguments of scripts. A check returns `nil`, or a message that contains the actual
---value, the expected value and a suggested fix. The public function raises the message at its
---caller's line.
local check <const> = {}

---Returns a description of a value for a message, such as `"text"`, `7` or `a table`.
---@param value any
---@return string
function check.show(value)
  local kind <const> = type(value)
  if kind == "string" then
    return #value > 60 and ('"%s…"'):format(value:sub(1, 57)) or ('"%s"'):format(value)
  end
  if kind == "table" or kind == "function" or kind == "thread" then return "a " .. kind end
  return tostring(value)
end

---Returns the sorted names in a table, in quotation marks.
---@param names table<string, any>
---@return string
function check.names(names)
  local list <const> = {}
  for name in pairs(names) do list[#list + 1] = ('"%s"'):format(name) end
  table.sort(list)
  return #list > 0 and table.concat(list, ", ") or "none"
end

---Whether a value has one of the kinds in a string such as `"string|function"`, or is one of a list
---of strings.
---@param value any
---@param kind string|string[]
---@return boolean
local function isOf(value, kind)
  if type(kind) == "table" then
    for _, word in ipairs(kind) do
      if value == word then return true end
    end
    return false
  end
  for one in kind:gmatch("[^|]+") do
    if type(value) == one or one == "span" and check.span(value) then return true end
  end
  return false
end

---@param kind string|string[]
---@return string
local function expected(kind)
  if type(kind) == "table" then return '"' .. table.concat(kind, '", "') .. '"' end
  local words <const> = kind:gsub("span", 'a duration such as "30s"')
  return (words:gsub("|", " or "))
end

---Checks a table of options against the kinds of its keys.
---@param where string The name of the table, such as `links:open: options`.
---@param value any
---@param kinds table<string, string|string[]>
---@return string? problem
function check.fields(where, value, kinds)
  if type(value) ~= "table" then
    return ("%s: got %s, expected a table with %s"):format(
      where, check.show(value), check.names(kinds))
  end
  for key, field in pairs(value) do
    local kind <const> = kinds[key]
    if not kind then
      return ("%s: there is no %s; known: %s"):format(where, check.show(key), check.names(kinds))
    end
    if not isOf(field, kind) then
      return ("%s: %s is %s, expected %s"):format(where, key, check.show(field), expected(kind))
    end
  end
end

local UNITS <const> = { ms = 1, s = 1000, m = 60000, h = 3600000 }

---Converts a duration in milliseconds or a string such as `"30s"` to virtual milliseconds.
---@param span any
---@return number? milliseconds nil if the value is not a duration
function check.span(span)
  if type(span) == "number" and span >= 0 then return span end
  if type(span) ~= "string" then return nil end
  local amount <const>, unit <const> = span:match("^(%d+%.?%d*)(%a+)$")
  return amount and UNITS[unit] and tonumber(amount) * UNITS[unit]
end

return check
