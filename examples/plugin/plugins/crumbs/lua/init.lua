---The way from the root, for the plugin itself and for whoever requires it.
local crumbs = {}

---The names of the screens on the stack in front, the root first.
---@param separator? string Stands between two names; " > " unless given.
---@return string
function crumbs.text(separator)
  if separator ~= nil and type(separator) ~= "string" then
    error("crumbs.text: separator: string expected, got " .. type(separator), 2)
  end
  return table.concat(app:stack(), separator or " > ")
end

return crumbs
