---@meta

---@class signalbox.Router
local Router = {}

---Navigates to a route from the root of the stack, as a single change.
---@param route string
---@param args? table
---@return signalbox.Router
---@return signalbox.Status status
function Router:branch(route, args) end
