---The pushed and presented items above the root of a coordinator, lowest first, which the original
---stores in its `NavigationStack`.
local items <const> = {}

---@class stinsen.Item
---@field route string The route that created the item.
---@field id string The id of the screen or coordinator.

---Returns the presented children of a coordinator, keyed by id.
local function presented(coordinator)
  local children <const> = {}
  for _, child in ipairs(coordinator.children) do
    if child.attachment == "modal" then children[child.id] = child end
  end
  return children
end

---@param coordinator signalbox.Coordinator
---@return stinsen.Item[]
function items.of(coordinator)
  local list <const> = {}
  local hasRootChild, pushed = false, nil
  for _, child in ipairs(coordinator.children) do
    if child.attachment == "root" then hasRootChild = true end
    if child.attachment == "pushed" then pushed = child end
  end
  for index, screen in ipairs(coordinator.stack) do
    if index > 1 or hasRootChild then list[#list + 1] = { route = screen.name, id = screen.id } end
  end
  if pushed then list[#list + 1] = { route = pushed.routeName, id = pushed.id } end
  local children <const> = presented(coordinator)
  for _, layer in ipairs(app:state().layers) do
    local child <const> = children[layer.owner]
    if child then list[#list + 1] = { route = child.routeName, id = child.id } end
    for _, screen in ipairs(layer.owner == coordinator.id and layer.screens or {}) do
      list[#list + 1] = { route = screen.name, id = screen.id }
    end
  end
  return list
end

---Whether a coordinator can be dismissed, because it was pushed or presented, or is inside a
---wrapper that was.
---@param coordinator signalbox.Coordinator
---@return boolean
function items.canDismiss(coordinator)
  local attachment <const> = coordinator.attachment
  if attachment == "root" and coordinator.parent.isWrapper then
    return items.canDismiss(coordinator.parent)
  end
  return attachment == "pushed" or attachment == "modal"
end

---Adds the queries of `NavigationStack` to a definition, unless it has a member of the same name.
---@param definition table
function items.addMembers(definition)
  local properties <const> = definition.properties
  local function property(name, get)
    if definition[name] == nil and properties[name] == nil then properties[name] = { get = get } end
  end
  property("currentRoute", function(self)
    local list <const> = items.of(self)
    return #list > 0 and list[#list].route or nil
  end)
  property("hasParent", function(self) return self.parent ~= nil end)
  property("canDismiss", items.canDismiss)
  definition.isInStack = definition.isInStack or function(self, route)
    for _, item in ipairs(items.of(self)) do
      if item.route == route then return true end
    end
    return false
  end
end

return items
