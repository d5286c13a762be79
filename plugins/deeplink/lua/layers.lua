---Determines the layer of a coordinator. Layer 1 is the root layer.
---@class deeplink.Layers
---@field count integer The number of layers.
---@field list signalbox.Layer[]
---@field states table[] The tables that `app:state()` returns for the layers.
---@field nodes table<string, table> The tables that it returns for the coordinators, by id.
---@field private filled table<string, integer> The layers, keyed by the id of the coordinator whose content they show.
local Layers <const> = {}
Layers.__index = Layers

---@param node table
---@param nodes table<string, table>
local function collect(node, nodes)
  nodes[node.id] = node
  for _, child in ipairs(node.children or {}) do collect(child, nodes) end
end

---Returns the current layers.
---@return deeplink.Layers
function Layers.now()
  local state <const> = app:state()
  local layers <const> = setmetatable(
    { list = app:layers(), states = state.layers, nodes = {}, filled = {} }, Layers)
  layers.count = #layers.list
  if state.main then collect(state.main, layers.nodes) end
  for index, layer in ipairs(state.layers) do
    -- A layer with its own screens belongs to the coordinator that presented it.
    if index > 1 and not layer.screens then layers.filled[layer.owner] = index end
  end
  return layers
end

---Returns the layer of a coordinator.
---@param coordinator signalbox.Coordinator
---@return integer index
function Layers:under(coordinator)
  local one = coordinator
  while one do
    local index <const> = self.filled[one.id]
    if index then return index end
    one = one.parent
  end
  return 1
end

---Whether the user may swipe away all layers above a layer.
---@param index integer
---@return boolean
function Layers:canClear(index)
  for above = index + 1, self.count do
    if not self.list[above].isInteractive then return false end
  end
  return true
end

return Layers
