-- The content of a coordinator that has a stack without screens: a blank screen, as in an empty
-- navigation controller. The first screen that a step pushes replaces it.

local emptyStack = {}

---The name of the blank screen.
emptyStack.name = "(empty)"

---Shows the blank screen as the root of a coordinator.
---@param coordinator signalbox.Coordinator
---@param animated? boolean
function emptyStack.show(coordinator, animated)
  coordinator.router:startFlow(
    screen(emptyStack.name, { title = "" }), nil, { animated = animated })
end

---Whether a coordinator shows only the blank screen.
---@param coordinator signalbox.Coordinator
---@return boolean
function emptyStack.isEmpty(coordinator)
  local stack <const> = coordinator.stack
  return #stack == 1 and stack[1].name == emptyStack.name
end

return emptyStack
