---`NavigationCoordinatable` and `ViewWrapperCoordinator`.
local check <const> = require "stinsen.check"
local definition <const> = require "stinsen.definition"
local items <const> = require "stinsen.items"

local coordinatable <const> = {}

---Returns the first root, as declared by `stack`.
---@return fun(self: signalbox.Coordinator): string, table?
local function initial(stack)
  if type(stack) == "function" then return stack end
  if type(stack) == "string" then return function() return stack end end
  return function() return stack.route, stack.args end
end

---@return string? problem
local function stackFault(where, stack, roots)
  if type(stack) == "function" then return nil end
  local name <const> = type(stack) == "table" and stack.route or stack
  if type(name) ~= "string" then
    return ('%s: stack is %s, expected the name of a root, { route = …, args = … } or a function')
      :format(where, check.show(stack))
  end
  for _, root in ipairs(roots) do
    if root == name then return nil end
  end
  return ('%s: stack contains "%s", which is not a root; declared with stinsen.root: %s'):format(
    where, name, check.list(roots))
end

---`NavigationCoordinatable`: a stack with an initial root, and routes.
---@param name string
---@return fun(spec: table): any
function coordinatable.navigation(name)
  local where <const> = ('stinsen.navigation "%s"'):format(tostring(name))
  return function(spec)
    local problem = definition.fault(where, spec)
    if problem then error(problem, 2) end
    local result <const>, roots <const>, tabs <const> = definition.split(spec, { stack = true })
    local tab <const> = next(tabs)
    if tab then
      error(('%s: "%s" is a tab; declare it with stinsen.tabs'):format(where, tab), 2)
    end
    problem = stackFault(where, spec.stack, roots)
    if problem then error(problem, 2) end
    if result.unifiedStack == nil then result.unifiedStack = true end
    items.addMembers(result)
    local first <const> = initial(spec.stack)
    definition.install(result, spec.customize, function(self, animated)
      local route <const>, args <const> = first(self)
      self.router:root(route, args, { animated = animated })
    end)
    local defined <const>, fault <const> = definition.define(coordinator, name, result, spec)
    if not defined then error(fault, 2) end
    return defined
  end
end

---`ViewWrapperCoordinator`: a coordinator that shows and decorates another coordinator.
---@param name string
---@return fun(spec: { child: string|function, args: table?, customize: function? }): any
function coordinatable.wrapper(name)
  local where <const> = ('stinsen.wrapper "%s"'):format(tostring(name))
  return function(spec)
    local problem <const> = definition.fault(where, spec)
    if problem then error(problem, 2) end
    local child <const> = spec.child
    if type(child) ~= "string" and type(child) ~= "function" then
      error(("%s: child is %s, expected the name of a coordinator or a function that returns one")
        :format(where, check.show(child)), 2)
    end
    local result <const> = definition.split(spec, { child = true })
    result.wrapper = true
    result.properties.isWrapper = { get = function() return true end }
    result.routes.child = { style = "push",
      [type(child) == "string" and "coordinator" or "destination"] = child,
    }
    definition.install(result, spec.customize, function(self, animated)
      local args <const> = next(self.args) and self.args or nil
      self.router:root("child", args, { animated = animated })
    end)
    local defined <const>, fault <const> = definition.define(coordinator, name, result, spec)
    if not defined then error(fault, 2) end
    return defined
  end
end

return coordinatable
