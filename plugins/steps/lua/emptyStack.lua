-- What a coordinator shows that has a stack and no screen on it yet: a blank screen, as an empty
-- navigation controller does. The first screen that a step pushes takes its place.

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

---Whether a coordinator shows the blank screen and nothing else.
---@param coordinator signalbox.Coordinator
---@return boolean
function emptyStack.isEmpty(coordinator)
  local stack <const> = coordinator.stack
  return #stack == 1 and stack[1].name == emptyStack.name
end

return emptyStack
