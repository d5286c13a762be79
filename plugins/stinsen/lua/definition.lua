---The code that the three kinds of coordinatables share: parsing their tables and defining them.
local View <const> = require "stinsen.view"
local check <const> = require "stinsen.check"
local route <const> = require "stinsen.route"
local store <const> = require "stinsen.store"

local definition <const> = {}

---@param where string
---@param spec any
---@return string? problem
function definition.fault(where, spec)
  if type(spec) ~= "table" then
    return ("%s is followed by %s, expected a table"):format(where, check.show(spec))
  end
  if spec.customize ~= nil and type(spec.customize) ~= "function" then
    return ("%s: customize is %s, expected a function"):format(where, check.show(spec.customize))
  end
  if spec.routerStorable ~= nil and type(spec.routerStorable) ~= "string" then
    return ("%s: routerStorable is %s, expected the name under which to find its router"):format(
      where, check.show(spec.routerStorable))
  end
  if type(spec.start) == "function" then
    return where .. ": start is a function, but the declarations determine the first screen; "
      .. "use customize for other effects"
  end
end

---Splits declarations into routes, properties and other values.
---@param spec table
---@param own table<string, boolean> The keys that the caller parses itself.
---@return table result
---@return string[] roots
---@return table<string, stinsen.Route> tabs
function definition.split(spec, own)
  local result <const>, roots <const>, tabs <const> = { routes = {}, properties = {} }, {}, {}
  for name, value in pairs(spec) do
    if route.isRoute(value) and value.kind == "tab" then
      tabs[name] = value
    elseif route.isRoute(value) then
      result.routes[name] = route.table(value)
      if value.kind == "root" then roots[#roots + 1] = name end
    elseif store.isRouterObject(value) then
      result.properties[name] = { get = function(self) return value:router(self) end }
    elseif (name == "routes" or name == "properties") and type(value) == "table" then
      for key, one in pairs(value) do result[name][key] = one end
    elseif not own[name] and name ~= "customize" and name ~= "routerStorable" then
      result[name] = value
    end
  end
  return result, roots, tabs
end

---Starts the coordinator with `begin`, and attaches its reactions again after a restore.
---@param result table
---@param customize? fun(self: signalbox.Coordinator, view: stinsen.View)
---@param begin fun(self: signalbox.Coordinator, animated: boolean)
function definition.install(result, customize, begin)
  function result.start(self, animated)
    begin(self, animated)
    if customize then customize(self, View.of(self)) end
  end
  local restored <const> = result.restored
  function result.restored(self, ...)
    if restored then restored(self, ...) end
    if customize then customize(self, View.of(self)) end
  end
end

---Defines the coordinator. Rejections by the host are errors of the script.
---@param definer function `coordinator` or `tabs`.
---@param name string
---@param result table
---@param spec table
---@return any defined
---@return string? problem
function definition.define(definer, name, result, spec)
  local isDone <const>, defined <const> = pcall(function() return definer(name)(result) end)
  if not isDone then return nil, check.text(defined) end
  if spec.routerStorable then store.name(name, spec.routerStorable) end
  return defined
end

return definition
