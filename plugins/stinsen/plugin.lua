---Returns the name of a coordinator's current root.
---@param coordinator signalbox.Coordinator
---@return string?
local function rootOf(coordinator)
  local names <const> = {}
  for name in pairs(app:routes(coordinator)) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    if coordinator.router:isRoot(name) then return name end
  end
end

return {
  name = "stinsen",
  version = "1.0.0",
  api = 1,
  summary = "Coordinatables: roots, routes, tabs and routers, as in Stinsen",
  license = "MIT",
  setup = function(host)
    host:matcher("root", {
      summary = "the current root of the main coordinator",
      match = function(app, expected)
        local actual <const> = app.main and rootOf(app.main)
        return actual == expected, actual
      end,
    })
  end,
}
