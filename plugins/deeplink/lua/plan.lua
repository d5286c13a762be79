---Finds the fewest operations that lead from the visible state to a path. Common items remain. The
--- layers above them are removed together, the other screens are removed in a single step, and
--- missing items are added.
local Layers <const> = require "deeplink.layers"
local values <const> = require "deeplink.values"

---@class deeplink.Step
---@field text string A description of the step, such as `present sheet`.
---@field part integer The index of the path component to which the step belongs.
---@field on integer|signalbox.Coordinator The coordinator whose router performs the operation, or the
---  index of the step that created it.
---@field run fun(router: any, options: table): any

---@class deeplink.Plan
---@field steps deeplink.Step[]
---@field failure integer? The part that no route declares. The steps lead to the parts before it.
---@field reason string?
local Plan <const> = {}
Plan.__index = Plan

local function add(plan, on, part, text, run)
  plan.steps[#plan.steps + 1] = { on = on, part = part, text = text, run = run }
  return #plan.steps
end

local function fail(plan, part, reason)
  plan.failure, plan.reason = part, reason
end

---Returns whether a component matches a screen or coordinator. Arguments are compared if either
--- side has arguments.
local function fits(part, args)
  return values.equal(part.args or {}, args or {})
end

---Parses the arguments of all components that a list of routes declares.
local function typed(part, route)
  if route and route.args and part.args then
    part.args = values.read(part.args, route.args) or part.args
  end
  return part
end

-- MARK: - Missing items

---Adds the steps after a step whose coordinator does not exist yet.
---@param plan deeplink.Plan
---@param on integer|signalbox.Coordinator
---@param routes table? The routes that are declared there, if known.
---@param first integer The index of the first missing component.
---@param isCovered boolean? Whether a layer with a screen without a stack covers the coordinator.
local function continue(plan, on, routes, first, isCovered)
  for index = first, #plan.parts do
    local part <const> = plan.parts[index]
    local route <const> = routes and routes[part.name]
    if routes and not route then return fail(plan, index, "unknownRoute") end
    typed(part, route)
    if route and route.style == "page" then
      on = add(plan, on, index, "select " .. part.name, function(router, options)
        return (router:focusFirst(part.name, nil, options))
      end)
    elseif route and route.style == "push" and not route.coordinator and isCovered then
      add(plan, on, index, "navigate " .. part.name, function(router, options)
        options.target = "front"
        return (router:navigate(part.name, part.args, options))
      end)
    else
      local isLayer <const> = route and route.style ~= "push" and not route.isDynamic
      local step <const> = add(
        plan, on, index, (isLayer and "present " or "navigate ") .. part.name,
        function(router, options) return (router:route(part.name, part.args, options)) end)
      local hasOwner <const> = route ~= nil and route.coordinator ~= nil
      isCovered = (isLayer or isCovered) and not hasOwner
      if not route or route.isDynamic then
        on, routes = step, nil
      elseif route.coordinator then
        on = step
      end
    end
    if route and route.coordinator then routes = app:routes(route.coordinator) end
  end
end

-- MARK: - Existing items

---Adds the step that removes the layers above a layer.
local function clear(plan, index, part)
  if plan.layers.count <= index then return end
  local stays <const> = plan.layers.list[index]
  add(plan, app.main, part, "dismiss", function(router, options)
    options.to = stays
    router:dismiss(options)
  end)
  plan.layers.count = index
end

---Adds a push.
local function push(plan, coordinator, index, part)
  add(plan, coordinator, index, "navigate " .. part.name, function(router, options)
    router:navigate(part.name, part.args, options)
  end)
end

---Adds the step that replaces the pushed screens of a coordinator with the screens of the path.
---@param base integer The number of its screens that are the root, which is 0 if the root is a coordinator.
local function restack(plan, coordinator, run, first, common, hasChild, base)
  local stack <const> = coordinator.stack
  local hasExtra <const> = hasChild or #stack - base > common
  local missing <const> = #run - common
  if missing == 0 or base == 0 then
    if hasExtra then
      local text <const> = common == 0 and "popToRoot" or "popTo " .. run[common].name
      add(plan, coordinator, first + common, text, function(router, options)
        router:popTo(common - 1, options)
      end)
    end
    for index = common + 1, #run do push(plan, coordinator, first + index - 1, run[index]) end
  elseif missing == 1 and not hasExtra then
    push(plan, coordinator, first + common, run[#run])
  else
    local screens <const> = table.move(stack, 1, common + 1, 1, {})
    for index = common + 1, #run do
      screens[#screens + 1] = { route = run[index].name, args = run[index].args }
    end
    add(plan, coordinator, first + common, "setStack", function(router, options)
      router:setStack(screens, options)
    end)
  end
end

---Returns the components, starting at an index, that push screens of a coordinator.
local function pushes(plan, routes, first)
  local run <const> = {}
  for index = first, #plan.parts do
    local route <const> = routes[plan.parts[index].name]
    if not route or route.style ~= "push" or route.coordinator then break end
    run[#run + 1] = typed(plan.parts[index], route)
  end
  return run
end

---Returns the child that was pushed onto a coordinator's stack.
local function pushedChild(plan, coordinator)
  local under <const> = plan.layers:under(coordinator)
  for _, child in ipairs(coordinator.children) do
    if child ~= coordinator.child and plan.layers:under(child) == under
      and #child.stack > 0 then
      return child
    end
  end
end

---Returns the layer above a coordinator with which the path continues: the index of the layer and,
---if it shows a coordinator, the coordinator.
local function presented(plan, coordinator, part, route, under)
  local state <const> = plan.layers.states[under + 1]
  if not state or under >= plan.layers.count then return nil end
  if state.screens then
    local screen <const> = state.screens[1]
    local isIt <const> = not route.coordinator and screen.name == part.name
      and state.owner == coordinator.id and fits(part, screen.args)
    return isIt and under + 1 or nil
  end
  local child <const> = plan.layers.list[under + 1].owner
  if child.type ~= route.coordinator or child.parent ~= coordinator then return nil end
  if not fits(part, child.args) then return nil end
  return under + 1, child
end

---Follows the path through an existing coordinator, starting at a component.
---@type fun(plan: deeplink.Plan, coordinator: signalbox.Coordinator, first: integer)
local follow

---Continues above a screen that is presented without a stack.
local function followLayer(plan, coordinator, routes, first, index)
  local part <const> = plan.parts[first]
  local route <const> = part and routes[part.name]
  if route and route.style ~= "push" and not route.isDynamic then
    typed(part, route)
    local above <const>, child <const> = presented(plan, coordinator, part, route, index)
    if child then return follow(plan, child, first + 1) end
    if above then return followLayer(plan, coordinator, routes, first + 1, above) end
  end
  clear(plan, index, first)
  continue(plan, coordinator, routes, first, true)
end

local function followTabs(plan, tabs, node, first)
  local part <const> = plan.parts[first]
  local under <const> = plan.layers:under(tabs)
  if not part then return clear(plan, under, first) end
  for index, page in ipairs(node.pages) do
    if page.id == part.name then
      if page.id ~= node.currentPage then
        clear(plan, under, first)
        add(plan, tabs, first, "select " .. page.id, function(router, options)
          router:select(page.id, { completion = options.completion, try = options.try })
        end)
      end
      local child <const> = tabs.children[index]
      if #child.stack > 0 or plan.layers.nodes[child.id].pages then
        return follow(plan, child, first + 1)
      end
      return continue(plan, child, app:routes(child), first + 1)
    end
  end
  fail(plan, first, "unknownPage")
end

---Returns whether a component and its successors are already shown above a coordinator's screens.
--- If so, continues there.
local function followOn(plan, coordinator, routes, index, under)
  local part <const> = plan.parts[index]
  local route <const> = routes[part.name]
  local child <const> = pushedChild(plan, coordinator)
  if route.isDynamic then return false end
  if route.style == "push" then
    if not child or child.type ~= route.coordinator or not fits(part, child.args) then
      return false
    end
    follow(plan, child, index + 1)
    return true
  end
  if child then return false end
  local above <const>, owner <const> = presented(plan, coordinator, part, route, under)
  if owner then follow(plan, owner, index + 1) end
  if above and not owner then followLayer(plan, coordinator, routes, index + 1, above) end
  return above ~= nil
end

---Returns the number of screens to push that are already on the stack.
local function commonCount(run, stack, base)
  local count = 0
  while run[count + 1] do
    local part <const>, screen <const> = run[count + 1], stack[base + count + 1]
    if not screen or screen.name ~= part.name or not fits(part, screen.args) then break end
    count = count + 1
  end
  return count
end

function follow(plan, coordinator, first)
  local node <const> = plan.layers.nodes[coordinator.id]
  if node.pages then return followTabs(plan, coordinator, node, first) end
  local routes <const>, stack <const> = app:routes(coordinator), coordinator.stack
  local under <const>, hasChild <const> =
    plan.layers:under(coordinator), pushedChild(plan, coordinator) ~= nil
  local isRoot <const> = coordinator.child == coordinator
  local base <const> = isRoot and 1 or 0
  local part = plan.parts[first]
  if part and not isRoot and routes[part.name]
    and coordinator.router:isRoot(part.name, typed(part, routes[part.name]).args) then
    restack(plan, coordinator, {}, first, 0, hasChild, base)
    return follow(plan, coordinator.child, first + 1)
  end

  local run <const> = pushes(plan, routes, first)
  local common <const> = commonCount(run, stack, base)
  local after <const> = first + #run
  part = plan.parts[after]
  local route <const> = part and routes[part.name]
  if route then typed(part, route) end
  if part and not route then fail(plan, after, "unknownRoute") end
  local isSame <const> = common == #run and common == #stack - base
  if isSame and route and followOn(plan, coordinator, routes, after, under) then return end
  clear(plan, under, first + common)
  restack(plan, coordinator, run, first, common, hasChild, base)
  if route then continue(plan, coordinator, routes, after) end
end

---Returns the plan that leads from the visible state to a path, starting at a coordinator.
---@param parts deeplink.Part[]
---@param coordinator signalbox.Coordinator
---@return deeplink.Plan
function Plan.new(parts, coordinator)
  local plan <const> = setmetatable(
    { parts = parts, steps = {}, layers = Layers.now() }, Plan)
  follow(plan, coordinator, 1)
  if plan.failure == 1 then plan.steps = {} end
  return plan
end

return Plan
