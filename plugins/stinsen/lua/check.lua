---Checks of arguments. A check returns nil, or a message with the value, what was expected and what to
---do; the public function raises it at its caller's line.
local check <const> = {}

---A value in a message: `"text"`, `7`, `a table`.
---@param value any
---@return string
function check.show(value)
  local kind <const> = type(value)
  if kind == "string" then return ('"%s"'):format(value) end
  if kind == "table" or kind == "function" or kind == "thread" then return "a " .. kind end
  return tostring(value)
end

---Names in order, in quotation marks.
---@param names string[]
---@return string
function check.list(names)
  local list <const> = {}
  for index, name in ipairs(names) do list[index] = ('"%s"'):format(name) end
  table.sort(list)
  return #list > 0 and table.concat(list, ", ") or "none"
end

---The message of a host's error, without the location in this plugin.
---@param problem any
---@return string
function check.text(problem)
  return (tostring(problem):gsub("^[^\n:]+:%d+: ", ""))
end

return check
