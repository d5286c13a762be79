---Opens parsed links, either immediately or as soon as nothing prevents it.
local Layers <const> = require "deeplink.layers"
local Plan <const> = require "deeplink.plan"
local check <const> = require "deeplink.check"
local delivery <const> = require "deeplink.delivery"
local execution <const> = require "deeplink.execution"

---@class deeplink.Result
---@field status "handled"|"unhandled"|"queued"|"partial"|"rejected"|"expired"|"replaced"
---@field reason string?
---@field message string? A description of the error.
---@field link deeplink.Link?
---@field handlers signalbox.Coordinator[] The coordinators that handled the link.
---@field at integer? The index of the path component that was not reached, counted from 1.
---@field steps string[]? The operations that were performed for a path.
local Result <const> = {}
Result.__index = Result
Result.__name = "deeplink.Result"

function Result:__tostring()
  local at <const> = self.at and (" at component %d"):format(self.at) or ""
  local reason <const> = self.reason and ("(%s%s)"):format(self.reason, at) or ""
  return ("%s%s %s"):format(self.status, reason, self.link and tostring(self.link) or "")
    :gsub(" $", "")
end

---Converts a result to the return value of a URL handler.
---@return "handled"|"unhandled"|"deferred"
function Result:answer()
  if self.status == "unhandled" then return "unhandled" end
  return self.status == "queued" and "deferred" or "handled"
end

---@class deeplink.Item
---@field link deeplink.Link
---@field options deeplink.Options
---@field tries integer The number of times that coordinators deferred the link while the same screen was in front.
---@field front signalbox.Screen? The screen that was in front at that time.
---@field deadline number The time at which the link expires, in virtual milliseconds.

---@class deeplink.Opener
---@field spec deeplink.Spec
---@field waiting deeplink.Item[] The waiting links, oldest first.
local Opener <const> = {}
Opener.__index = Opener

---The number of times that a link may be deferred before it is dropped.
local MAX_TRIES <const> = 25

---@param spec deeplink.Spec
---@return deeplink.Opener
function Opener.new(spec) return setmetatable({ spec = spec, waiting = {} }, Opener) end

---Reports the result of a link.
---@param result table
---@return deeplink.Result
function Opener:report(result)
  setmetatable(result, Result)
  result.handlers = result.handlers or {}
  if self.spec.onResult then self.spec.onResult(result) end
  return result
end

---Opens a link, or makes it wait.
---@param link deeplink.Link
---@param options deeplink.Options
---@return deeplink.Result
function Opener:take(link, options)
  local span <const> = check.span(options.ttl or link.declared.ttl or math.huge)
  local item <const> = {
    link = link, options = options, tries = 0, deadline = clock.now() + span,
  }
  local reason <const> = self:obstacle(item)
  if reason then return self:wait(item, reason) end
  return self:go(item)
end

---Returns the reason why a link cannot be opened now.
---@return string?
function Opener:obstacle(item)
  local link <const> = item.link
  if not app.isReady then return "notReady" end
  if link.declared.requiresMain and self.spec.isMain and not self.spec.isMain() then
    return "notMain"
  end
  if item.options.over == "dismissAll" and not link.parts and not Layers.now():canClear(1) then
    return "notDismissible"
  end
end

-- MARK: - Waiting

---Defers a link.
function Opener:wait(item, reason)
  local link <const> = item.link
  if item.options.whenBusy == "reject" then
    return self:report { status = "rejected", reason = reason, link = link }
  end
  if item.tries > MAX_TRIES then
    return self:report { status = "rejected", reason = "deferredTooOften", link = link }
  end
  if item.options.conflate then
    local replaced <const> = self.waiting
    self.waiting = {}
    for _, old in ipairs(replaced) do self:report { status = "replaced", link = old.link } end
  end
  self.waiting[#self.waiting + 1] = item
  self.stop = self.stop
    or app:on({ "app.ready", "didNavigate" }, function(event)
      -- A tap itself changes nothing, because the operations of its action run later.
      if event.subject ~= "tap" then self:flushLater() end
    end)
  return self:report { status = "queued", reason = reason, link = link }
end

---Opens the waiting links after all operations that have been submitted so far, because navigation
---callbacks can affect whether a link can be opened, and can start further navigation.
function Opener:flushLater()
  if self.isDue then return end
  self.isDue = true
  app.main.router:batch(function() end, {
    animated = false,
    completion = function()
      self.isDue = false
      self:flush()
    end,
  })
end

---Opens the waiting links that can be opened, oldest first. If a link fails, the other links are
---still opened.
---@return integer count The number of links that are no longer waiting.
function Opener:flush()
  if self.isFlushing then return 0 end
  self.isFlushing = true
  local items <const>, problem = self.waiting, nil
  self.waiting = {}
  for _, item in ipairs(items) do
    if clock.now() > item.deadline then
      self:report { status = "expired", link = item.link }
    elseif self:obstacle(item) then
      self.waiting[#self.waiting + 1] = item
    else
      local isDone <const>, result <const> = pcall(self.go, self, item)
      if not isDone then problem = problem or result end
    end
  end
  self.isFlushing = false
  if #self.waiting == 0 and self.stop then
    self.stop()
    self.stop = nil
  end
  if problem then error(problem, 0) end
  return math.max(0, #items - #self.waiting)
end

---Drops the waiting links.
function Opener:forget() self.waiting = {} end

-- MARK: - Opening

---Opens a link that can be opened now.
function Opener:go(item)
  if item.link.parts then return self:openPath(item.link, item.options) end
  local result <const> = self:deliver(item.link, item.options)
  if result.status ~= "queued" then return self:report(result) end
  -- The user may visit many screens in the meantime, so a new front screen restarts the count. Only
  -- with "all" can handlers navigate and still defer the link. In this case, each attempt counts.
  local isElsewhere <const> = item.options.animate ~= "all" and item.front ~= app.front
  item.tries = isElsewhere and 1 or item.tries + 1
  item.front = app.front
  return self:wait(item, result.reason)
end

---Opens the path of a link.
function Opener:openPath(link, options)
  local plan <const> = Plan.new(link.parts, options.from or app.main)
  local result <const> = setmetatable(
    { link = link, steps = {}, status = "handled", handlers = {} }, Result)
  execution.run(plan, options, function(progress)
    for index = 1, progress.count do result.steps[index] = plan.steps[index].text end
    if not progress.isArrived then
      local isBegun <const> = not options.atomic and progress.at and progress.at > 1
      result.status = isBegun and "partial" or plan.failure == 1 and "unhandled" or "rejected"
      result.at, result.reason = progress.at, progress.reason
    end
    self:report(result)
  end)
  return result
end

---Passes a link to coordinators.
function Opener:deliver(link, options)
  local result, late
  if options.try or self.spec.onResult then
    local function completion(reason)
      if not result then
        late = reason
      elseif reason then
        result.status, result.reason = "rejected", reason
        self:report(result)
      end
    end
    options = setmetatable({ completion = completion }, { __index = options })
  end
  result = delivery.run(link, options)
  result.link = link
  if late then result.status, result.reason = "rejected", late end
  return result
end

return Opener
