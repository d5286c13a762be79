---When the view of a coordinator is on screen.
---
---`customize` of the original wraps the view at the coordinator's root, the tab view, or the view
---that a wrapper was made for. What is pushed or presented later is outside of it, so the view of a
---coordinator appears with its root, not with every screen (decision 0181).
local appearance <const> = {}

---The child that is attached in one of some ways, if there is one.
---@param coordinator signalbox.Coordinator
---@param attachments table<string, boolean>
---@return signalbox.Coordinator?
local function childAttached(coordinator, attachments)
  for _, child in ipairs(coordinator.children) do
    if attachments[child.attachment] then return child end
  end
end

local isPage <const> = { page = true }
local isRoot <const> = { root = true }
local isOnStack <const> = { root = true, pushed = true }

---The screen that is visible on the layer of a coordinator, wherever in its subtree.
---@param coordinator signalbox.Coordinator
---@return signalbox.Screen?
local function visibleScreen(coordinator)
  if childAttached(coordinator, isPage) then return visibleScreen(coordinator.child) end
  local stack <const> = coordinator.stack
  for index = #stack, 1, -1 do
    if stack[index].isVisible then return stack[index] end
  end
  for _, child in ipairs(coordinator.children) do
    local found <const> = isOnStack[child.attachment] and visibleScreen(child)
    if found then return found end
  end
end

---The screen by which the view of a coordinator is on screen; nil where it is not.
---@param coordinator signalbox.Coordinator
---@return signalbox.Screen?
function appearance.screen(coordinator)
  if not coordinator.isAlive then return nil end
  if childAttached(coordinator, isPage) then return visibleScreen(coordinator) end
  local root <const> = childAttached(coordinator, isRoot)
  if root then return appearance.screen(root) end
  local screen <const> = coordinator.stack[1]
  return screen and screen.isVisible and screen or nil
end

return appearance
