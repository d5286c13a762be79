---Checks arguments. A check returns nil, or a message with the actual value, the expected value and
---a suggested fix. The public function raises the message at its caller's line.
local check <const> = {}

---Returns a description of a value for a message, such as `"text"`, `7` or `a table`.
---@param value any
---@return string
function check.show(value)
  local kind <const> = type(value)
  if kind == "string" then return ('"%s"'):format(value) end
  if kind == "table" or kind == "function" or kind == "thread" then return "a " .. kind end
  return tostring(value)
end

---Returns the sorted names, in quotation marks.
---@param names string[]
---@return string
function check.list(names)
  local list <const> = {}
  for index, name in ipairs(names) do list[index] = ('"%s"'):format(name) end
  table.sort(list)
  return #list > 0 and table.concat(list, ", ") or "none"
end

---Returns the message of a host error, without the location in this plugin.
---@param problem any
---@return string
function check.text(problem)
  return (tostring(problem):gsub("^[^\n:]+:%d+: ", ""))
end

return check
