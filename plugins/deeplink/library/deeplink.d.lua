---@meta deeplink

---Deep links: input from outside the application is parsed, queued, and either passed to
---coordinators or opened at the destination that it names.
---@class deeplink
local deeplink = {}

---@class deeplink.DeclaredLink
---@field [integer] string The patterns, such as `"app://items/:id"`. Patterns without a scheme are combined with the prefixes.
---@field args? table<string, string> The names and kinds of arguments, as in a route.
---@field path? string|fun(link: deeplink.Link): string|table The destination, such as `"items/item;id=:id"`.
---@field requiresMain? boolean Whether the link waits until `isMain` returns true.
---@field ttl? string|number The maximum time that the link may wait.

---@class deeplink.Spec
---@field links table<string, string|deeplink.DeclaredLink>
---@field prefixes? string[] The prefixes for patterns without a scheme.
---@field notification? fun(payload: table): any, table? Converts a payload to a link.
---@field shortcuts? table<string, any> The links of quick actions.
---@field activities? table<string, any> The links of user activities, by type.
---@field isMain? fun(): boolean
---@field onResult? fun(result: deeplink.Result) Called with the result of every link.
---@field options? deeplink.Options The default options of `open`.

---@class deeplink.Options
---@field mode? "first"|"broadcast"
---@field over? "top"|"dismissAll"|"dismissOwn"
---@field animate? "last"|"all"|"none"
---@field whenBusy? "queue"|"reject"
---@field conflate? boolean
---@field ttl? string|number
---@field atomic? boolean
---@field from? signalbox.Coordinator
---@field try? boolean

---@class deeplink.Link
---@field route string? The name of the declared link, or nil for a path.
---@field args table<string, any>
---@field source "url"|"notification"|"shortcut"|"activity"|"path"|"script"
---@field url string?
---@field query table<string, string|boolean>?
---@field fragment string?

---@class deeplink.Result
---@field status "handled"|"unhandled"|"queued"|"partial"|"rejected"|"expired"|"replaced"
---@field reason string?
---@field message string?
---@field link deeplink.Link?
---@field handlers signalbox.Coordinator[]
---@field at integer? The index of the path component that was not reached, counted from 1.
---@field steps string[]? The operations that were performed for a path.

---@class deeplink.Activity
---@field type string
---@field url? string
---@field info? table

---@class deeplink.Links
local Links = {}

---Creates a table of links.
---@param spec deeplink.Spec
---@return deeplink.Links
function deeplink.new(spec) end

---Parses a link without opening it.
---@param input any
---@return deeplink.Link? link
---@return string? why
function Links:parse(input) end

---Opens a URL, a link name, a path, a table with one of these, or a parsed link.
---@param input any
---@param options? deeplink.Options
---@return deeplink.Result
function Links:open(input, options) end

---Opens the link of a push notification.
---@param payload table
---@param options? deeplink.Options
---@return deeplink.Result
function Links:notify(payload, options) end

---Opens the link of a quick action.
---@param id string
---@param options? deeplink.Options
---@return deeplink.Result
function Links:shortcut(id, options) end

---Continues a user activity.
---@param activity deeplink.Activity
---@param options? deeplink.Options
---@return deeplink.Result
function Links:continueActivity(activity, options) end

---Returns the waiting links, oldest first.
---@return deeplink.Link[]
function Links:pending() end

---Opens the waiting links that can be opened now.
---@return integer count The number of links that are no longer waiting.
function Links:flush() end

---Drops the waiting links.
function Links:forget() end

---Installs these links as the links of the application.
---@return deeplink.Links self
function Links:install() end

---Returns the patterns and the functions that open their links, for the `links` of a coordinator.
---@return table<string, function>
function Links:handlers() end

---@class signalbox.Coordinator
---@field startWith? fun(self: signalbox.Coordinator, link: deeplink.Link, ask: fun(other: signalbox.Coordinator): signalbox.Answer): signalbox.Answer

---@class signalbox.App
local App = {}

---Simulates the arrival of a push notification.
---@param payload table
---@param options? deeplink.Options
---@return deeplink.Result
function App:notify(payload, options) end

---Simulates a quick action on the icon of the application.
---@param id string
---@param options? deeplink.Options
---@return deeplink.Result
function App:shortcut(id, options) end

---Simulates a user activity that the system passes to the application.
---@param activity deeplink.Activity
---@param options? deeplink.Options
---@return deeplink.Result
function App:continueActivity(activity, options) end

return deeplink
