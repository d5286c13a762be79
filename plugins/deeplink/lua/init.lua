---Deep links: input from outside the application is parsed, queued until the application can handle
---it, and either passed to coordinators or opened at the destination that it names.
local Links <const> = require "deeplink.links"
local Reader <const> = require "deeplink.reader"
local check <const> = require "deeplink.check"

local deeplink <const> = {}

---@class deeplink.Spec
---@field links table<string, string|table> The patterns of each link, with `args`, `path`,
---  `requiresMain` and `ttl`.
---@field prefixes string[]? The prefixes for patterns without a scheme, such as `"app://"`.
---@field notification function? Converts a payload to a link.
---@field shortcuts table<string, any>? The links of quick actions, by id.
---@field activities table<string, any>? The links of user activities, by type.
---@field isMain (fun(): boolean)? Returns whether links that require the main flow may be opened.
---@field onResult fun(result: deeplink.Result)? Called with the result of every link.
---@field options deeplink.Options? The default options of `open`.

---@class deeplink.Options
---@field mode "first"|"broadcast"|nil
---@field over "top"|"dismissAll"|"dismissOwn"|nil
---@field animate "last"|"all"|"none"|nil
---@field whenBusy "queue"|"reject"|nil
---@field conflate boolean? Whether the newest waiting link replaces the others.
---@field ttl string|number? The maximum time that the link may wait.
---@field atomic boolean? Whether a path is opened completely or not at all.
---@field from signalbox.Coordinator? The coordinator at which a path begins (default: the main coordinator).
---@field try boolean? Whether to return a rejection instead of raising it.

local KINDS <const> = {
  links = "table", prefixes = "table", notification = "function", shortcuts = "table",
  activities = "table", isMain = "function", onResult = "function", options = "table",
}

---Creates a table of links.
---@param spec deeplink.Spec
---@return deeplink.Links
function deeplink.new(spec)
  local problem = check.fields("deeplink.new", spec, KINDS)
  if problem then error(problem, 2) end
  if not spec.links then
    error("deeplink.new: links is missing, expected a table of patterns, keyed by link name", 2)
  end
  problem = Links.check("deeplink.new: options", spec.options)
  if problem then error(problem, 2) end
  local reader <const>, fault <const> = Reader.new(spec)
  if not reader then error(fault, 2) end
  return Links.new(spec, reader)
end

return deeplink
