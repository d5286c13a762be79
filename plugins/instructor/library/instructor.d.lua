---@meta instructor

---@class instructor.Flow
---@field coordinator string|signalbox.Definition the coordinator that runs the flow
---@field finishes? string|fun(flags: table<string, any>, result: any) the flag that is set when the flow ends, or a function that changes the flags
---@field onFinish? string|fun(self: instructor.Application, result: any, reason: string) called when the flow has finished
---@field args? table<string, string> the arguments of the flow
---@field style? string|signalbox.StyleTable the style in which `guardFlow` presents the flow (default: fullScreen)

---The table that `instructor.coordinator "App"` accepts.
---@class instructor.ApplicationTable : signalbox.CoordinatorTable
---@field flows table<string, instructor.Flow> the flows, all of which lead to `main`
---@field flags? table<string, any> the initial flags (default: `tutorial` and `authorised`, both false)
---@field decide? fun(flags: table<string, any>): string returns the name of a flow
---@field options? table<string, string|fun(self: instructor.Application, option: any): signalbox.Answer> the options that the root handles itself

---@class instructor.Application : signalbox.Coordinator
---@field flags table<string, any>
local Application = {}

---Evaluates the flags and shows the resulting flow.
---@return string flow
function Application:launch() end

---Runs an action if the flags lead to `main`, or otherwise after the missing flows.
---@param action fun()
---@param otherwise? fun(reason: string)
---@return "done"|"deferred"
function Application:guardFlow(action, otherwise) end

---Handles the option with which the application is started.
---@param option? any a string, or a table with a name, a route or a first element
---@param ask? fun(other: signalbox.Coordinator): signalbox.Answer passes the option on
---@return "handled"|"deferred"|"unhandled"
function Application:startWith(option, ask) end

---@class instructor
local instructor = {}

---Defines an application that is run by a launch instructor.
---@param name string
---@return fun(definition: instructor.ApplicationTable): signalbox.Definition
function instructor.coordinator(name) end

---Makes a launch instructor run the coordinators of any definition, including definitions by other
---plugins. If the definition has its own `start`, it is kept and must call `self:launch()`.
---@param definition signalbox.Definition
---@param table { flows: table<string, instructor.Flow>, flags?: table<string, any>, decide?: function, options?: table }
---@return signalbox.Definition definition
function instructor.extend(definition, table) end

---Returns the application to which a coordinator belongs.
---@param coordinator signalbox.Coordinator
---@return instructor.Application?
function instructor.of(coordinator) end

---Returns the flow that an application shows at its root.
---@param application instructor.Application
---@return string?
function instructor.flow(application) end

---Returns the default decision, which is used if a definition does not provide one.
---@param flags { tutorial: boolean, authorised: boolean }
---@return "auth"|"onboarding"|"main"
function instructor.decide(flags) end

return instructor
