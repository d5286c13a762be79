---Which layer a coordinator stands on. Layer 1 is the root layer.
---@class deeplink.Layers
---@field count integer How many layers there are.
---@field list signalbox.Layer[]
---@field states table[] What `app:state()` says of each.
---@field nodes table<string, table> What it says of each coordinator, by id.
---@field private filled table<string, integer> Layers by the id of the coordinator that fills them.
local Layers <const> = {}
Layers.__index = Layers

---@param node table
---@param nodes table<string, table>
local function collect(node, nodes)
  nodes[node.id] = node
  for _, child in ipairs(node.children or {}) do collect(child, nodes) end
end

---The layers as they are now.
---@return deeplink.Layers
function Layers.now()
  local state <const> = app:state()
  local layers <const> = setmetatable(
    { list = app:layers(), states = state.layers, nodes = {}, filled = {} }, Layers)
  layers.count = #layers.list
  if state.main then collect(state.main, layers.nodes) end
  for index, layer in ipairs(state.layers) do
    -- A layer with screens of its own belongs to the coordinator that presented it.
    if index > 1 and not layer.screens then layers.filled[layer.owner] = index end
  end
  return layers
end

---The layer that a coordinator stands on.
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

---Whether the user may swipe away everything above a layer.
---@param index integer
---@return boolean
function Layers:canClear(index)
  for above = index + 1, self.count do
    if not self.list[above].isInteractive then return false end
  end
  return true
end

return Layers
