---@meta activelink

---@class activelink.Case
---@field base? string The link whose destination this link shows with parameters.
---@field route? string The route that the link leads to (default: the route of its base, or otherwise its name).
---@field style? string The presentation style (default: the style of the route). For a sheet, use "sheet".
---@field id? string|fun(args: table): string|number the identity of the destination (default: its base, or otherwise its name)

---@class activelink.Link
---@field name string
---@field id string|number the identity of the destination. Links with the same id lead to the same destination.
---@field args table the parameters of the link
---@field navigationLink activelink.Link the base link without parameters, or the link itself for a sheet
---@field sheetItem? activelink.Link the link itself if it is presented, or nil if it is pushed
---@operator call(table?): activelink.Link

---The table that `activelink.coordinator "Name"` accepts.
---@class activelink.CoordinatorTable : signalbox.CoordinatorTable
---@field flow table<string, activelink.Link> the result of `activelink.links`, which may be empty

---@class activelink.Coordinator : signalbox.Coordinator
---@field activeLink? activelink.Link the active link. Assigning a link navigates to it, and assigning nil closes it.
local Coordinator = {}

---Closes a link if it is still active.
---@param link activelink.Link
---@return boolean closed
function Coordinator:closeLink(link) end

---@class activelink
local activelink = {}

---Creates the links of a screen.
---@param cases table<string, activelink.Case>
---@return table<string, activelink.Link>
function activelink.links(cases) end

---Defines a coordinator with an active link.
---@param name string
---@return fun(definition: activelink.CoordinatorTable): signalbox.Definition
function activelink.coordinator(name) end

---Adds an active link to the coordinators of any definition, including definitions by other
---plugins.
---@param definition signalbox.Definition
---@param table { flow: table<string, activelink.Link> }
---@return signalbox.Definition definition
function activelink.extend(definition, table) end

---Returns the active link of the frontmost coordinator that has one, or of its nearest ancestor
---with one.
---@return activelink.Link?
function activelink.active() end

return activelink
