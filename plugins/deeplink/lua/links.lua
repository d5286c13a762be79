---A table of links, as used by scripts.
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

---Checks the options of `open`.
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

---Checks the receiver and the options of a public function. Errors are raised at its caller's line.
local function checked(self, word, options)
  if getmetatable(self) ~= Links then
    error(("call it with a colon: links:%s(…)"):format(word), 3)
  end
  local problem <const> = Links.check(("links:%s: options"):format(word), options)
  if problem then error(problem, 3) end
end

---Opens a parsed link, or returns a result with the reason why the input is not a link.
---@return deeplink.Result
local function opened(self, link, problem, options)
  if not link then
    return self.opener:report { status = "unhandled", reason = "parse", message = problem }
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

---Parses a link without opening it.
---@param input any
---@return deeplink.Link? link nil if the input is not a link
---@return string? why
function Links:parse(input)
  checked(self, "parse")
  return self.reader:read(input)
end

---Opens a URL, a link name, a path, a table with one of these, or a parsed link.
---@param input any
---@param options deeplink.Options?
---@return deeplink.Result
function Links:open(input, options)
  checked(self, "open", options)
  local link <const>, problem <const> = self.reader:read(input)
  local result <const> = opened(self, link, problem, options)
  return result
end

---Opens the link of a push notification.
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

---Opens the link of a quick action.
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

---Continues a user activity, using the link that is declared for its type, or otherwise its URL.
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

---Returns the waiting links, oldest first.
---@return deeplink.Link[]
function Links:pending()
  checked(self, "pending")
  local list <const> = {}
  for index, item in ipairs(self.opener.waiting) do list[index] = item.link end
  return list
end

---Opens the waiting links that can be opened now. Every navigation does this automatically. Call
---this method if the result of `isMain` changes without a navigation.
---@return integer count The number of links that are no longer waiting.
function Links:flush()
  checked(self, "flush")
  return self.opener:flush()
end

---Drops the waiting links.
function Links:forget()
  checked(self, "forget")
  self.opener:forget()
end

---Installs these links as the links of the application. They receive the links that `app:open`
--- cannot pass to a coordinator, and the links of `app:notify`, `app:shortcut` and
--- `app:continueActivity`.
---@return deeplink.Links self
function Links:install()
  checked(self, "install")
  local problem <const> = application.install(self, self.reader:patternsOfApplication())
  if problem then error(problem, 2) end
  return self
end

---Returns the patterns and the functions that open their links with this table, for the `links` of
---a coordinator: `Main:extend { links = links:handlers() }`. `app:open` then uses this table.
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
