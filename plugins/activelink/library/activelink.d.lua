---@meta activelink

---@class activelink.Case
---@field base? string the link whose destination it shows with parameters
---@field route? string the route that it leads to (default: its base's, else its name)
---@field style? string how to go there (default: the route's own); a sheet says "sheet"
---@field id? string|fun(args: table): string|number what tells it from others (default: its base, else its name)

---@class activelink.Link
---@field name string
---@field id string|number the same id is the same destination
---@field args table its parameters
---@field navigationLink activelink.Link its base without parameters; itself for a sheet
---@field sheetItem? activelink.Link itself for what is presented; nil for what is pushed
---@operator call(table?): activelink.Link

---What `activelink.coordinator "Name"` takes.
---@class activelink.CoordinatorTable : signalbox.CoordinatorTable
---@field flow table<string, activelink.Link> what `activelink.links` returned. It may be empty

---@class activelink.Coordinator : signalbox.Coordinator
---@field activeLink? activelink.Link the active link; assigning goes there, nil closes it
local Coordinator = {}

---Closes a link, but only if it is active still.
---@param link activelink.Link
---@return boolean closed
function Coordinator:closeLink(link) end

---@class activelink
local activelink = {}

---Makes the links of a screen.
---@param cases table<string, activelink.Case>
---@return table<string, activelink.Link>
function activelink.links(cases) end

---Defines a coordinator with an active link.
---@param name string
---@return fun(definition: activelink.CoordinatorTable): signalbox.Definition
function activelink.coordinator(name) end

---Gives the coordinators of any definition an active link, also of one that another plugin has made.
---@param definition signalbox.Definition
---@param table { flow: table<string, activelink.Link> }
---@return signalbox.Definition definition
function activelink.extend(definition, table) end

---The active link of the front coordinator that has one, or of the nearest above it.
---@return activelink.Link?
function activelink.active() end

return activelink
