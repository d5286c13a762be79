---A table of links, as scripts hold it.
local Opener <const> = require "deeplink.opener"
local application <const> = require "deeplink.application"
local check <const> = require "deeplink.check"

---@class deeplink.Links
---@field private spec deeplink.Spec
---@field private reader deeplink.Reader
---@field private opener deeplink.Opener
local Links <const> = {}
Links.__index = Links
Links.__name = "deeplink.Links"

local KINDS <const> = {
  mode = { "first", "broadcast" }, over = { "top", "dismissAll", "dismissOwn" },
  animate = { "last", "all", "none" }, whenBusy = { "queue", "reject" },
  conflate = "boolean", ttl = "span", atomic = "boolean", from = "userdata", try = "boolean",
}

local DEFAULTS <const> = { mode = "first", over = "top", animate = "last", whenBusy = "queue" }

---Checks options of `open`.
---@param where string
---@param options any
---@return string? problem
function Links.check(where, options)
  if options == nil then return nil end
  local problem <const> = check.fields(where, options, KINDS)
  if problem then return problem end
  if options.mode == "broadcast" and options.over == "dismissOwn" then
    return where .. ': over = "dismissOwn" needs mode = "first": a broadcast has no single owner'
  end
end

---@param spec deeplink.Spec
---@param reader deeplink.Reader
---@return deeplink.Links
function Links.new(spec, reader)
  return setmetatable({ spec = spec, reader = reader, opener = Opener.new(spec) }, Links)
end

---Checks the receiver and the options of a public function; what is wrong is raised at its caller.
local function checked(self, word, options)
  if getmetatable(self) ~= Links then
    error(("call it with a colon: links:%s(…)"):format(word), 3)
  end
  local problem <const> = Links.check(("links:%s: options"):format(word), options)
  if problem then error(problem, 3) end
end

---Opens what has been read, or says that it is no link.
---@return deeplink.Result
local function opened(self, link, problem, options)
  if not link then
    return self.opener:tell { status = "unhandled", reason = "parse", message = problem }
  end
  local settings <const> = {}
  for _, source in ipairs { DEFAULTS, self.spec.options or {}, options or {} } do
    for key, value in pairs(source) do settings[key] = value end
  end
  local result <const> = self.opener:take(link, settings)
  if result.problem then
    local text <const> = tostring(result.problem):gsub("^[^\n:]+:%d+: ", "")
    error(text, 3)
  end
  return result
end

---Reads a link without opening it.
---@param input any
---@return deeplink.Link? link nil where it is none
---@return string? why
function Links:parse(input)
  checked(self, "parse")
  return self.reader:read(input)
end

---Opens a link: an address, the name of a link, a path, a table with one of them, or a link that
---was parsed.
---@param input any
---@param options deeplink.Options?
---@return deeplink.Result
function Links:open(input, options)
  checked(self, "open", options)
  local link <const>, problem <const> = self.reader:read(input)
  local result <const> = opened(self, link, problem, options)
  return result
end

---Opens what a push notification carries.
---@param payload table
---@param options deeplink.Options?
---@return deeplink.Result
function Links:notify(payload, options)
  checked(self, "notify", options)
  if type(payload) ~= "table" then
    error(("links:notify: payload is %s, expected a table"):format(check.show(payload)), 2)
  end
  local link <const>, problem <const> =
    self.reader:of(self.spec.notification or payload, payload, "notification")
  local result <const> = opened(self, link, problem, options)
  return result
end

---Opens what a quick action stands for.
---@param id string
---@param options deeplink.Options?
---@return deeplink.Result
function Links:shortcut(id, options)
  checked(self, "shortcut", options)
  local shortcuts <const> = self.spec.shortcuts or {}
  if shortcuts[id] == nil then
    error(("links:shortcut: there is no shortcut %s; known: %s"):format(
      check.show(id), check.names(shortcuts)), 2)
  end
  local link <const>, problem <const> = self.reader:of(shortcuts[id], id, "shortcut")
  local result <const> = opened(self, link, problem, options)
  return result
end

---Continues a user activity: as its type is declared, else at its address.
---@param activity { type: string, url: string?, info: table? }
---@param options deeplink.Options?
---@return deeplink.Result
function Links:continueActivity(activity, options)
  checked(self, "continueActivity", options)
  local fault <const> = check.fields(
    "links:continueActivity: activity", activity,
    { type = "string", url = "string", info = "table" })
  if fault then error(fault, 2) end
  local handler <const> = (self.spec.activities or {})[activity.type] or activity.url
  local link, problem = nil, ("nothing is declared for activity %s"):format(
    check.show(activity.type))
  if handler then link, problem = self.reader:of(handler, activity, "activity") end
  local result <const> = opened(self, link, problem, options)
  return result
end

---What waits, the oldest first.
---@return deeplink.Link[]
function Links:pending()
  checked(self, "pending")
  local list <const> = {}
  for index, item in ipairs(self.opener.waiting) do list[index] = item.link end
  return list
end

---Opens what waits and can go on now. Every navigation does so by itself. A change of what `isMain`
---says needs it where nothing navigates.
---@return integer count How many no longer wait.
function Links:flush()
  checked(self, "flush")
  return self.opener:flush()
end

---Drops what waits.
function Links:forget()
  checked(self, "forget")
  self.opener:forget()
end

---Makes these the links of the application: `app:open` comes here with what no coordinator takes,
---and so do `app:notify`, `app:shortcut` and `app:continueActivity`.
---@return deeplink.Links self
function Links:install()
  checked(self, "install")
  local problem <const> = application.install(self, self.reader:patternsOfApplication())
  if problem then error(problem, 2) end
  return self
end

---The patterns, with what opens their links here, for the `links` of a coordinator:
---`Main:extend { links = links:handlers() }`. `app:open` then comes here.
---@return table<string, function>
function Links:handlers()
  checked(self, "handlers")
  local handlers <const> = {}
  for _, pattern in ipairs(self.reader:patternsOfApplication()) do
    handlers[pattern] = function(_, match)
      return self:open(match.url):answer()
    end
  end
  return handlers
end

return Links
