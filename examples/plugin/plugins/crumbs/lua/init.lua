---The path from the root, for the plugin itself and for code that requires it.
local crumbs = {}

---Returns the names of the screens on the front stack, starting with the root.
---@param separator? string The separator between two names. The default is " > ".
---@return string
function crumbs.text(separator)
  if separator ~= nil and type(separator) ~= "string" then
    error("crumbs.text: separator: string expected, got " .. type(separator), 2)
  end
  return table.concat(app:stack(), separator or " > ")
end

return crumbs
