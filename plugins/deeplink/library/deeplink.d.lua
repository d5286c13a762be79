---@meta deeplink

---Deep links: what comes from outside is read, waits, and is offered to coordinators or led to where it
---names.
---@class deeplink
local deeplink = {}

---@class deeplink.DeclaredLink
---@field [integer] string Patterns, such as `"app://items/:id"`; without a scheme, the prefixes go before.
---@field args? table<string, string> Names and kinds, as in a route.
---@field path? string|fun(link: deeplink.Link): string|table Where it leads, such as `"items/item;id=:id"`.
---@field requiresMain? boolean Waits while `isMain` says no.
---@field ttl? string|number How long it may wait.

---@class deeplink.Spec
---@field links table<string, string|deeplink.DeclaredLink>
---@field prefixes? string[] What stands before patterns without a scheme.
---@field notification? fun(payload: table): any, table? Turns a payload into a link.
---@field shortcuts? table<string, any> What quick actions stand for.
---@field activities? table<string, any> What user activities stand for, by type.
---@field isMain? fun(): boolean
---@field onResult? fun(result: deeplink.Result) Observes the result of every link.
---@field options? deeplink.Options Defaults of `open`.

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
---@field at integer? The part of a path that was not reached, from 1.
---@field steps string[]? What was done for a path.

---@class deeplink.Activity
---@field type string
---@field url? string
---@field info? table

---@class deeplink.Links
local Links = {}

---Makes a table of links.
---@param spec deeplink.Spec
---@return deeplink.Links
function deeplink.new(spec) end

---Reads a link without opening it.
---@param input any
---@return deeplink.Link? link
---@return string? why
function Links:parse(input) end

---Opens an address, the name of a link, a path, a table with one of them, or a link that was parsed.
---@param input any
---@param options? deeplink.Options
---@return deeplink.Result
function Links:open(input, options) end

---Opens what a push notification carries.
---@param payload table
---@param options? deeplink.Options
---@return deeplink.Result
function Links:notify(payload, options) end

---Opens what a quick action stands for.
---@param id string
---@param options? deeplink.Options
---@return deeplink.Result
function Links:shortcut(id, options) end

---Continues a user activity.
---@param activity deeplink.Activity
---@param options? deeplink.Options
---@return deeplink.Result
function Links:continueActivity(activity, options) end

---What waits, the oldest first.
---@return deeplink.Link[]
function Links:pending() end

---Opens what waits and can go on now.
---@return integer count How many no longer wait.
function Links:flush() end

---Drops what waits.
function Links:forget() end

---Makes these the links of the application.
---@return deeplink.Links self
function Links:install() end

---The patterns with what opens their links, for the `links` of a coordinator.
---@return table<string, function>
function Links:handlers() end

---@class signalbox.Coordinator
---@field startWith? fun(self: signalbox.Coordinator, link: deeplink.Link, ask: fun(other: signalbox.Coordinator): signalbox.Answer): signalbox.Answer

---@class signalbox.App
local App = {}

---A push notification arrives.
---@param payload table
---@param options? deeplink.Options
---@return deeplink.Result
function App:notify(payload, options) end

---The user takes a quick action of the icon.
---@param id string
---@param options? deeplink.Options
---@return deeplink.Result
function App:shortcut(id, options) end

---The system hands over a user activity.
---@param activity deeplink.Activity
---@param options? deeplink.Options
---@return deeplink.Result
function App:continueActivity(activity, options) end

return deeplink
