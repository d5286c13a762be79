---Passes a link to the coordinators that have the method `startWith`.
local Layers <const> = require "deeplink.layers"
local check <const> = require "deeplink.check"

local delivery <const> = {}

---The error value that ends a batch whose changes are not needed.
local UNWANTED <const> = {}

---Returns all coordinators: from the main coordinator to the top coordinator, followed by the rest
--- of the tree in pre-order.
---@return signalbox.Coordinator[]
local function inOrder()
  local path <const>, isOnPath <const> = {}, {}
  local one = app.top
  while one do
    table.insert(path, 1, one)
    isOnPath[one] = true
    one = one.parent
  end
  local function collect(coordinator)
    if not isOnPath[coordinator] then path[#path + 1] = coordinator end
    for _, child in ipairs(coordinator.children) do collect(child) end
  end
  if app.main then collect(app.main) end
  return path
end

---Returns the coordinators that can be asked, which have the method and are not dismissed.
local function candidates(over, layers)
  local list <const> = {}
  for _, coordinator in ipairs(inOrder()) do
    local survives <const> = over ~= "dismissAll" or layers:under(coordinator) == 1
    if survives and type(coordinator.startWith) == "function" then
      list[#list + 1] = coordinator
    end
  end
  return list
end

---@type table<any, "handled"|"unhandled"|"deferred">
local answers <const> = {
  [true] = "handled", [false] = "unhandled",
  handled = "handled", unhandled = "unhandled", deferred = "deferred",
}

---@return "handled"|"unhandled"|"deferred"
local function read(coordinator, answer)
  if answer == nil then return "unhandled" end
  if answers[answer] then return answers[answer] end
  error(
    ('%s:startWith returned %s, expected "handled", "unhandled" or "deferred" (true, false and '
      .. 'nothing are also accepted)'):format(coordinator.type, check.show(answer)), 0)
end

---A delivery of a link. Each coordinator is asked once, either by the delivery or by another
---coordinator that passes the link on.
---@class deeplink.Delivery
---@field link deeplink.Link
---@field options deeplink.Options
---@field layers deeplink.Layers
---@field asked table<signalbox.Coordinator, boolean>

---Asks a coordinator. The same call asks the coordinators to which that coordinator passes the
--- link.
---@param delivery deeplink.Delivery
---@param coordinator signalbox.Coordinator
---@param top integer the highest layer whose coordinators are not dismissed for this answer
---@param handlers signalbox.Coordinator[]
---@return "handled"|"unhandled"|"deferred"
local function ask(delivery, coordinator, top, handlers)
  if delivery.asked[coordinator] or type(coordinator.startWith) ~= "function"
    or delivery.layers:under(coordinator) > top
  then
    return "unhandled"
  end
  delivery.asked[coordinator] = true
  local count <const> = #handlers
  local answer <const> = read(coordinator, coordinator:startWith(delivery.link, function(other)
    return ask(delivery, other, top, handlers)
  end))
  -- A coordinator that passes a link on to the handler is not the handler itself.
  if answer == "handled" and #handlers == count then handlers[count + 1] = coordinator end
  return answer
end

---Removes the layers above a layer if necessary, or returns the reason why they cannot be removed.
local function clear(over, coordinator, layers)
  if over == "top" then return nil end
  local base <const> = over == "dismissAll" and 1 or layers:under(coordinator)
  if layers.count == base then return nil end
  if not layers:canClear(base) then return "notDismissible" end
  local router <const> = over == "dismissAll" and app.main.router or coordinator.router
  router:dismiss { all = true }
end

---Asks a group of coordinators. Their operations form a single change, which is discarded if no
---coordinator handles the link.
---@param delivery deeplink.Delivery
---@param group signalbox.Coordinator[]
---@return table result
local function attempt(delivery, group)
  local options <const>, layers <const> = delivery.options, delivery.layers
  local result <const> = { handlers = {} }
  local top <const> = options.over == "top" and layers.count
    or options.over == "dismissAll" and 1 or layers:under(group[1])
  local isRecorded = false
  local function record()
    local obstacle <const> = clear(options.over, group[1], layers)
    local deferred
    for _, coordinator in ipairs(group) do
      local answer <const> = ask(delivery, coordinator, top, result.handlers)
      if answer == "deferred" then deferred = deferred or coordinator end
    end
    if #result.handlers == 0 then
      result.status = deferred and "queued" or "unhandled"
      result.reason = deferred and "deferred" or "noHandler"
    elseif obstacle then
      result.handlers, result.status, result.reason = {}, "queued", obstacle
    else
      isRecorded = true
      return
    end
    error(UNWANTED, 0)
  end

  local isDone, problem
  if options.animate == "all" and options.over == "top" then
    isDone, problem = pcall(record)
  else
    local settings <const> = { animated = options.animate ~= "none" }
    if options.completion then
      settings.completion = function(status, reason)
        options.completion(status == "rejected" and reason ~= "unchanged" and reason or nil)
      end
    end
    isDone, problem = pcall(function() app.main.router:batch(record, settings) end)
  end
  if isDone then
    result.status = "handled"
  elseif isRecorded and tostring(problem):find("unchanged: ", 1, true) then
    result.status = "handled"
  elseif isRecorded then
    result.status, result.problem = "rejected", problem
  elseif problem ~= UNWANTED then
    error(problem, 0)
  end
  return result
end

---Passes a link to coordinators one after the other until a coordinator handles it, or to all
--- coordinators.
---@param link deeplink.Link
---@param options deeplink.Options
---@return table result `status`, `handlers` and `reason`
function delivery.run(link, options)
  local layers <const> = Layers.now()
  local own <const> = { link = link, options = options, layers = layers, asked = {} }
  local list <const> = candidates(options.over, layers)
  if options.mode == "broadcast" and #list > 0 then return attempt(own, list) end
  for _, coordinator in ipairs(list) do
    if not own.asked[coordinator] then
      local result <const> = attempt(own, { coordinator })
      if result.status ~= "unhandled" then return result end
    end
  end
  return { status = "unhandled", reason = "noHandler", handlers = {} }
end

return delivery
