-- The flow state of a coordinator: the requested link, the visible link, and the transition between
-- them.
--
-- The requested link changes immediately, and the visible link follows, one change at a time. Each
-- assignment has its own token, so that a destination that closes late can only clear the link for
-- which it was opened.

local links <const> = require "activelink.links"

---@class activelink.Shown
---@field link activelink.Link
---@field token table the assignment that opened or updated the link
---@field target signalbox.Screen|signalbox.Coordinator
---@field isFlow boolean whether the target is a coordinator

---@class activelink.State
---@field owner signalbox.Coordinator
---@field wanted? activelink.Link
---@field token table the newest assignment
---@field shown? activelink.Shown
---@field where string the line of the newest assignment, as the beginning of a message
---@field isMoving boolean
---@field isAssigning boolean
---@field failure? string
local State = {}
State.__index = State
State.__name = "activelink.State"

local state = {}

---The states of coordinators that show nothing yet, keyed by id.
---@type table<string, activelink.State>
local waiting = {}
---The message of the newest rejection.
local rejection = ""

---@param owner signalbox.Coordinator
---@return activelink.State
function state.new(owner)
  return setmetatable({
    owner = owner, token = {}, where = "", isMoving = false, isAssigning = false,
  }, State)
end

---Stores the message of a rejection, for the error of the rejected link.
---@param reason string
function state.noteRejection(reason) rejection = reason end

---Called when a coordinator has been attached. Shows the link that was set before the attachment.
---@param id string
function state.release(id)
  local held <const> = waiting[id]
  waiting[id] = nil
  if held then held:follow() end
end

-- MARK: - The requested link

---Returns the active link, which is the link that was assigned last, unless an undo removed its
---destination.
---@return activelink.Link?
function State:link()
  local shown <const> = self.shown
  if shown and not self.isMoving and shown.token == self.token and not shown.target.isAlive then
    return nil
  end
  return self.wanted
end

---@param reason string
function State:report(reason)
  local owner <const> = self.owner
  if owner.isAlive and owner.activeLinkChanged then owner:activeLinkChanged(self.wanted, reason) end
end

---Assigns the active link.
---@param link? activelink.Link
---@param where string
function State:assign(link, where)
  local old <const> = self:link()
  self.wanted, self.token, self.where = link, {}, where
  local isSame <const> = old == link
  -- An error in an observer must not prevent the link from being shown.
  local isReported, problem = true, nil
  if not isSame then isReported, problem = pcall(self.report, self, "assigned") end
  local wasAssigning <const> = self.isAssigning
  self.isAssigning = true
  local isFollowed <const>, mistake <const> = pcall(self.follow, self)
  self.isAssigning = wasAssigning
  local failure <const> = self.failure
  self.failure = nil
  if failure then error(failure, 0) end
  if not isReported then error(problem, 0) end
  if not isFollowed then error(mistake, 0) end
end

-- MARK: - The visible link

---Called when the destination of a link was removed, by any cause. Newer links are not cleared.
---@param shown activelink.Shown
---@param reason string
function State:lose(shown, reason)
  if self.shown == shown then self.shown = nil end
  if self.wanted == nil or self.token ~= shown.token then return end
  self.wanted, self.token = nil, {}
  self:report(reason)
end

---Makes the visible link follow the requested link.
function State:follow()
  if self.isMoving then return end
  local owner <const> = self.owner
  if self.shown and not self.shown.target.isAlive then self.shown = nil end
  local shown <const>, wanted <const> = self.shown, self.wanted
  if shown == nil and wanted == nil then return end
  -- The root may be another coordinator. The coordinator's own stack is then empty although a
  -- screen is shown.
  if #owner.stack == 0 and owner.phase ~= "started" then
    waiting[owner.id] = self
    return
  end
  if shown and wanted and shown.link.id == wanted.id then return self:update(shown, wanted) end
  self:replace(shown, wanted)
end

---@param shown activelink.Shown
---@param link activelink.Link
function State:update(shown, link)
  local token <const> = self.token
  if links.areEqual(shown.link.args, link.args) then
    shown.link, shown.token = link, token
    return
  end
  local target <const> = shown.target
  if shown.isFlow then
    shown.link, shown.token = link, token
    if target.linkUpdated then target:linkUpdated(link.args) end
    return
  end
  self:move(function(completion) target:update(link.args, { completion = completion }) end,
    function() shown.link, shown.token = link, token end)
end

---@param old? activelink.Shown
---@param link? activelink.Link
function State:replace(old, link)
  local token <const> = self.token
  local new = nil
  local function close(opts)
    local target <const> = old.target
    if old.isFlow then
      target.router:dismissCoordinator(opts)
    else
      target:pop(opts)
    end
  end
  local function open(opts)
    local outer <const> = opts.completion
    opts.style = link.style
    opts.onDismiss = function(reason)
      if new then self:lose(new, reason) end
    end
    opts.completion = function(status, value)
      if status == "done" then
        local isFlow <const> = type(value) == "userdata"
        new = {
          link = link, token = token, isFlow = isFlow,
          target = isFlow and value or self:destination(link),
        }
      end
      if outer then outer(status, value) end
    end
    self.owner.router:navigate(link.route, link.args, opts)
  end
  self:move(function(completion)
    if not link then return close { completion = completion } end
    if not old then return open { completion = completion } end
    self.owner.router:batch(function()
      close {}
      open {}
    end, { completion = completion })
  end, function() self.shown = new end)
end

---Returns the screen that was opened for a link, which is the front screen or is covered by a
---layer.
---@param link activelink.Link
---@return signalbox.Screen
function State:destination(link)
  local front <const> = app.front
  local stack <const> = self.owner.stack
  if link.style and link.style ~= "push" then return front end
  if front.owner == self.owner and front ~= stack[#stack] and front.name == link.route then
    return front
  end
  return stack[#stack]
end

---Performs a change, and continues with the next change if another link has been assigned in the
--- meantime.
---@param begin fun(completion: fun(status: signalbox.Status, reason: any))
---@param finish fun()
function State:move(begin, finish)
  local token <const> = self.token
  local place <const> = self.where
  local before <const> = self.shown
  self.isMoving = true
  rejection = ""
  local function settle(status, reason, message)
    self.isMoving = false
    if status == "done" then
      finish()
    elseif status ~= "noop" and (before == nil or before.target.isAlive) then
      self:giveUp(token, status == "rejected" and place .. (message or rejection) or nil, reason)
    end
    if self.owner.isAlive and self.token ~= (self.shown or {}).token then self:follow() end
  end
  local ok <const>, problem <const> = pcall(begin, settle)
  if not ok then
    settle("rejected", "rejected", (tostring(problem):gsub("^[^\n:]+:%d+: ", "", 1)))
  end
  if self.failure and not self.isAssigning then
    local failure <const> = self.failure
    self.failure = nil
    error(failure, 0)
  end
end

---Called when a link was rejected. The visible link remains and becomes the requested link.
---@param token table
---@param failure? string
---@param reason any
function State:giveUp(token, failure, reason)
  if self.token == token then
    local shown <const> = self.shown
    self.wanted, self.token = shown and shown.link, shown and shown.token or {}
    self:report(tostring(reason))
  end
  if failure == nil or reason == "vetoed" or reason == "redirected" then return end
  self.failure = failure
end

return state
