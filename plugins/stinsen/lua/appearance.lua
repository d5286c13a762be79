---Determines when the view of a coordinator is visible.
---
---In the original, `customize` wraps the view at the coordinator's root, the tab view, or the view
--- for which a wrapper was created. Screens that are pushed or presented later are outside this
--- view, so the view of a coordinator appears with its root, not with every screen (decision 0181).
local appearance <const> = {}

---Returns the child that is attached in one of the given ways, if any.
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

---Returns the visible screen in the layer of a coordinator, anywhere in its subtree.
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

---Returns the screen that makes the view of a coordinator visible, or nil if the view is not
---visible.
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
