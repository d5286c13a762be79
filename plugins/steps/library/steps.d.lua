---@meta steps

---A step, which is any value except nil.
---@alias steps.Step any

---@class steps.Action

---@class steps.Event
---@field kind "step.received"|"step.willNavigate"|"step.didNavigate"|"step.passed"|"step.deferred"|"step.unhandled"|"step.ignored"
---@field coordinator signalbox.Coordinator the coordinator that received the step
---@field id string the coordinator's id
---@field type string the coordinator's type
---@field step steps.Step
---@field reason? string the reason why the step had no effect

---@class steps.Stepper
---@field screen signalbox.Screen
---@field whenHidden "deliver"|"drop"|"buffer"
local Stepper = {}

---Passes a step to the coordinator of the screen.
---@param step steps.Step?
function Stepper:emit(step) end

---The table that `steps.coordinator "Name"` accepts.
---@class steps.CoordinatorTable : signalbox.CoordinatorTable
---@field steps? (string|table<string, string>)[]|table<string, string|table<string, string>> the closed set of its steps: names, and names with the types of parameters
---@field conflate? boolean whether only the last step that is set before the start is kept
---@field navigate? fun(self: steps.Coordinator, step: steps.Step): steps.Action? returns the action for a step
---@field adapt? fun(self: steps.Coordinator, step: steps.Step): any returns the step to handle, nothing, or `steps.defer(…)`

---@class steps.Coordinator : signalbox.Coordinator
---@field step steps.Step the newest step. Assigning a step passes it to the coordinator.
local Coordinator = {}

---Passes a step to the coordinator.
---@param step steps.Step?
function Coordinator:emit(step) end

---Passes a step to the coordinator and all its descendants, parents first.
---@param step steps.Step
function Coordinator:broadcast(step) end

---@class steps
local steps = {}

---Defines a coordinator that handles steps.
---@param name string
---@return fun(definition: steps.CoordinatorTable): signalbox.Definition
function steps.coordinator(name) end

---Defines a tab coordinator that handles steps.
---@param name string
---@return fun(definition: signalbox.TabsTable): signalbox.Definition
function steps.tabs(name) end

---Makes the coordinators of any definition handle steps, including definitions by other plugins.
---@param definition signalbox.Definition
---@param opts? { steps?: table, conflate?: boolean }
---@return signalbox.Definition definition
function steps.extend(definition, opts) end

---Returns the names of all steps that definitions declare, or nil if a definition does not declare
---its steps.
---@return string[]?
function steps.declared() end

---Passes a step to a coordinator. A coordinator that has finished ignores the step.
---@param coordinator signalbox.Coordinator
---@param step steps.Step?
function steps.emit(coordinator, step) end

---Passes a step to a coordinator and all its descendants, parents first.
---@param coordinator signalbox.Coordinator
---@param step steps.Step
function steps.broadcast(coordinator, step) end

---Pushes onto the coordinator's own stack.
---@param what string|signalbox.ScreenDescription|signalbox.Coordinator
---@param args? table
---@param opts? signalbox.navigateOptions
---@return steps.Action
function steps.push(what, args, opts) end

---Presents a destination above all layers.
---@param what string|signalbox.ScreenDescription|signalbox.Coordinator
---@param args? table
---@param opts? signalbox.presentOptions
---@return steps.Action
function steps.present(what, args, opts) end

---Dismisses the topmost layer above the coordinator or, if there is none, the coordinator's own
---layer.
---@param opts? signalbox.dismissOptions
---@return steps.Action
function steps.dismiss(opts) end

---Pops the coordinator's own screens.
---@param count? integer
---@param opts? signalbox.popOptions
---@return steps.Action
function steps.pop(count, opts) end

---Pops the coordinator's own screens above the given screen.
---@param view string|signalbox.Screen
---@param opts? signalbox.popToViewOptions
---@return steps.Action
function steps.popTo(view, opts) end

---Pops the coordinator's own screens above its root.
---@param opts? signalbox.popToRootOptions
---@return steps.Action
function steps.popToRoot(opts) end

---Replaces the coordinator's stack.
---@param routes (string|signalbox.StackTable)[] the root first
---@param opts? signalbox.setStackOptions
---@return steps.Action
function steps.set(routes, opts) end

---Does nothing, intentionally.
---@return steps.Action
function steps.none() end

---Passes a step to the parent. The default is the current step.
---@param step? steps.Step
---@return steps.Action
function steps.forward(step) end

---Handles another step after this step and after all steps that have been set in the meantime.
---@param step steps.Step
---@return steps.Action
function steps.redirect(step) end

---Finishes the coordinator. The parent receives the step first.
---@param step? steps.Step
---@param result? any
---@return steps.Action
function steps.finish(step, result) end

---Performs several actions as a single change. If an action is rejected, none is performed.
---@param ... steps.Action
---@return steps.Action
function steps.multiple(...) end

---For `adapt`: provides the step to handle later.
---@param start fun(resume: fun(step: steps.Step?))
---@return steps.Action
function steps.defer(start) end

---Creates a stepper for a screen.
---@param screen signalbox.Screen
---@param opts? { whenHidden?: "deliver"|"drop"|"buffer" }
---@return steps.Stepper
function steps.stepper(screen, opts) end

---Calls a function for each event of a kind, or for all events.
---@param filter? string
---@param handler fun(event: steps.Event)
---@return fun() stop
function steps.on(filter, handler) end

---Returns the results of the newest steps, oldest first, such as `App showFirst`.
---@return string[]
function steps.list() end

---Returns a readable description of a step.
---@param step steps.Step
---@return string
function steps.text(step) end

return steps
