---Routes, as declared with `stinsen.root`, `push`, `modal`, `fullScreen` and `tab`.
local check <const> = require "stinsen.check"

local route <const> = {}

---@class stinsen.Route
---@field kind "root"|"push"|"modal"|"fullScreen"|"tab"
---@field spec table
local Route <const> = {}
Route.__index = Route
Route.__name = "stinsen.Route"

local STYLES <const> = { push = "push", modal = "sheet", fullScreen = "fullScreen" }

---@return string? problem
local function faultOf(kind, spec)
  if type(spec) ~= "table" then
    local others <const> = ", a title or a function that returns the destination"
    return ("got %s, expected a table such as { title = … } or { coordinator = … }%s"):format(
      check.show(spec), kind == "tab" and "" or others)
  end
  if spec.style and STYLES[kind] then
    return ("style is %s, but %s already sets the style; omit it"):format(
      check.show(spec.style), kind)
  end
  if spec.dismissible == nil then return nil end
  if kind ~= "modal" then return "dismissible applies only to stinsen.modal; omit it" end
  if type(spec.dismissible) ~= "boolean" then
    return ("dismissible is %s, expected true or false"):format(check.show(spec.dismissible))
  end
end

---Creates a function that declares a route.
---@param kind string
---@return fun(spec: table|string|function): stinsen.Route
function route.declarator(kind)
  return function(spec)
    if kind ~= "tab" and type(spec) == "string" then spec = { title = spec } end
    if kind ~= "tab" and type(spec) == "function" then spec = { destination = spec } end
    local problem <const> = faultOf(kind, spec)
    if problem then error(("stinsen.%s: %s"):format(kind, problem), 2) end
    return setmetatable({ kind = kind, spec = spec }, Route)
  end
end

---@param value any
---@return boolean
function route.isRoute(value) return getmetatable(value) == Route end

---Returns the table of a route in the form that `coordinator` accepts.
---@param one stinsen.Route
---@return table
function route.table(one)
  local result <const> = {}
  for key, value in pairs(one.spec) do
    if key ~= "dismissible" then result[key] = value end
  end
  result.style = result.style or STYLES[one.kind]
  if one.spec.dismissible ~= false then return result end
  -- A screen prevents the swipe itself. A coordinator has its own screens, so its layer prevents
  -- the swipe.
  if result.coordinator or result.destination then
    result.style = { style = result.style, interactive = false }
  else
    result.dismissDisabled = true
  end
  return result
end

return route
