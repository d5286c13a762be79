---Deep links: what comes from outside is read, waits until the application can take it, and is
---offered to coordinators or led to where it names.
local Links <const> = require "deeplink.links"
local Reader <const> = require "deeplink.reader"
local check <const> = require "deeplink.check"

local deeplink <const> = {}

---@class deeplink.Spec
---@field links table<string, string|table> Patterns of each link, with `args`, `path`,
---  `requiresMain` and `ttl`.
---@field prefixes string[]? What stands before patterns without a scheme, such as `"app://"`.
---@field notification function? Turns a payload into a link.
---@field shortcuts table<string, any>? What quick actions stand for, by their ids.
---@field activities table<string, any>? What user activities stand for, by their types.
---@field isMain (fun(): boolean)? Whether links that require the main flow may be opened.
---@field onResult fun(result: deeplink.Result)? Observes the result of every link.
---@field options deeplink.Options? Defaults of `open`.

---@class deeplink.Options
---@field mode "first"|"broadcast"|nil
---@field over "top"|"dismissAll"|"dismissOwn"|nil
---@field animate "last"|"all"|"none"|nil
---@field whenBusy "queue"|"reject"|nil
---@field conflate boolean? The newest waiting link replaces the others.
---@field ttl string|number? How long it may wait.
---@field atomic boolean? A path is opened as a whole or not at all.
---@field from signalbox.Coordinator? Where a path begins (default: the main coordinator).
---@field try boolean? Gives a rejection back instead of raising it.

local KINDS <const> = {
  links = "table", prefixes = "table", notification = "function", shortcuts = "table",
  activities = "table", isMain = "function", onResult = "function", options = "table",
}

---A table of links.
---@param spec deeplink.Spec
---@return deeplink.Links
function deeplink.new(spec)
  local problem = check.fields("deeplink.new", spec, KINDS)
  if problem then error(problem, 2) end
  if not spec.links then
    error("deeplink.new: links is missing, expected patterns by the names of links", 2)
  end
  problem = Links.check("deeplink.new: options", spec.options)
  if problem then error(problem, 2) end
  local reader <const>, fault <const> = Reader.new(spec)
  if not reader then error(fault, 2) end
  return Links.new(spec, reader)
end

return deeplink
