---@meta instructor

---@class instructor.Flow
---@field coordinator string|signalbox.Definition what the flow is run by
---@field finishes? string|fun(flags: table<string, any>, result: any) the flag that its end sets, or what it does to the flags
---@field onFinish? string|fun(self: instructor.Application, result: any, reason: string) called when it has finished
---@field args? table<string, string> what it takes
---@field style? string|signalbox.StyleTable how `guardFlow` presents it (default fullScreen)

---What `instructor.coordinator "App"` takes.
---@class instructor.ApplicationTable : signalbox.CoordinatorTable
---@field flows table<string, instructor.Flow> `main` is where all lead
---@field flags? table<string, any> what decides, to begin with (default `tutorial` and `authorised`, both false)
---@field decide? fun(flags: table<string, any>): string gives the name of a flow
---@field options? table<string, string|fun(self: instructor.Application, option: any): signalbox.Answer> what the root handles itself

---@class instructor.Application : signalbox.Coordinator
---@field flags table<string, any>
local Application = {}

---Asks the flags again and shows the flow that is due.
---@return string flow
function Application:launch() end

---Runs an action when the flags say `main`, after the flows that are missing.
---@param action fun()
---@param otherwise? fun(reason: string)
---@return "done"|"deferred"
function Application:guardFlow(action, otherwise) end

---Handles what the application is started with.
---@param option? any a text, or a table with a name, a route or a first element
---@param ask? fun(other: signalbox.Coordinator): signalbox.Answer passes the option on
---@return "handled"|"deferred"|"unhandled"
function Application:startWith(option, ask) end

---@class instructor
local instructor = {}

---Defines an application that a launch instructor runs.
---@param name string
---@return fun(definition: instructor.ApplicationTable): signalbox.Definition
function instructor.coordinator(name) end

---Lets a launch instructor run the coordinators of any definition, also of one that another plugin
---has made. A `start` of its own is kept. It calls `self:launch()`.
---@param definition signalbox.Definition
---@param table { flows: table<string, instructor.Flow>, flags?: table<string, any>, decide?: function, options?: table }
---@return signalbox.Definition definition
function instructor.extend(definition, table) end

---The application above a coordinator.
---@param coordinator signalbox.Coordinator
---@return instructor.Application?
function instructor.of(coordinator) end

---Which flow an application shows at its root.
---@param application instructor.Application
---@return string?
function instructor.flow(application) end

---The decision that is made where a definition makes none.
---@param flags { tutorial: boolean, authorised: boolean }
---@return "auth"|"onboarding"|"main"
function instructor.decide(flags) end

return instructor
