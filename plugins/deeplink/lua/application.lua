---The additions of the plugin to the application: the gestures and URLs of the installed table of
---links, a matcher and a command.
local values <const> = require "deeplink.values"

---@class deeplink.Application
---@field host table? The registrar, or nil before the plugin has been set up.
---@field links deeplink.Links? The installed table of links.
---@field private patterns table<string, true> The patterns of URLs to handle.
local application <const> = { patterns = {} }

---Returns the installed links. If there are none, raises an error at the line of the calling
---script.
---@param word string
---@return deeplink.Links
local function installed(word)
  if application.links then return application.links end
  error(("app:%s: no links are installed; call links:install() on a table of links"):format(word),
    0)
end

---Installs a table of links as the target of the application's URLs and gestures.
---@param links deeplink.Links
---@param patterns string[]
---@return string? problem
function application.install(links, patterns)
  if not application.host then
    return "links:install: the plugin is not set up; use links:handlers() in a coordinator's links"
  end
  for _, pattern in ipairs(patterns) do
    if not application.patterns[pattern] then
      application.host:link(pattern, function(match)
        return application.links:open(match.url):answer()
      end)
      application.patterns[pattern] = true
    end
  end
  application.links = links
end

---@return string[]
local function waiting()
  local list <const> = {}
  for index, link in ipairs(application.links and application.links:pending() or {}) do
    list[index] = tostring(link)
  end
  return list
end

---@return string
local function described()
  if not application.links then return "no links are installed" end
  local lines <const> = {}
  for pattern in pairs(application.patterns) do lines[#lines + 1] = pattern end
  table.sort(lines)
  for _, text in ipairs(waiting()) do lines[#lines + 1] = "waits: " .. text end
  return table.concat(lines, "\n")
end

---Adds all members using the plugin's host.
---@param host table
function application.setup(host)
  application.host = host
  host:gesture("notify", {
    summary = "Simulates a push notification: app:notify(payload, opts?).",
    run = function(_, payload, options) return installed "notify":notify(payload, options) end,
  })
  host:gesture("shortcut", {
    summary = "Simulates a quick action of the app icon: app:shortcut(id, opts?).",
    run = function(_, id, options) return installed "shortcut":shortcut(id, options) end,
  })
  host:gesture("continueActivity", {
    summary = "Simulates a user activity from the system: app:continueActivity(activity, opts?).",
    run = function(_, activity, options)
      return installed "continueActivity":continueActivity(activity, options)
    end,
  })
  host:matcher("pendingLinks", {
    summary = "the pending links, the oldest first",
    match = function(_, expected)
      local actual <const> = waiting()
      return values.equal(actual, expected), actual
    end,
  })
  host:command("links", {
    summary = "shows the link patterns and the pending links",
    run = described,
  })
end

return application
