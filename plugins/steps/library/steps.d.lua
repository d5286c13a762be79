---@meta steps

---A step is any value but nil.
---@alias steps.Step any

---@class steps.Action

---@class steps.Event
---@field kind "step.received"|"step.willNavigate"|"step.didNavigate"|"step.passed"|"step.deferred"|"step.unhandled"|"step.ignored"
---@field coordinator signalbox.Coordinator whom the step was given to
---@field id string the coordinator's id
---@field type string the coordinator's type
---@field step steps.Step
---@field reason? string why nothing came of it

---@class steps.Stepper
---@field screen signalbox.Screen
---@field whenHidden "deliver"|"drop"|"buffer"
local Stepper = {}

---Gives a step to the coordinator of the screen.
---@param step steps.Step?
function Stepper:emit(step) end

---What `steps.coordinator "Name"` takes.
---@class steps.CoordinatorTable : signalbox.CoordinatorTable
---@field steps? (string|table<string, string>)[]|table<string, string|table<string, string>> the closed set of its steps: names, and names with the types of parameters
---@field conflate? boolean keeps only the last of the steps that are set before the start
---@field navigate? fun(self: steps.Coordinator, step: steps.Step): steps.Action? says what a step leads to
---@field adapt? fun(self: steps.Coordinator, step: steps.Step): any gives the step to handle, nothing, or `steps.defer(…)`

---@class steps.Coordinator : signalbox.Coordinator
---@field step steps.Step the newest step; assigning gives it one
local Coordinator = {}

---Gives it a step.
---@param step steps.Step?
function Coordinator:emit(step) end

---Gives a step to it and to all below it, parents first.
---@param step steps.Step
function Coordinator:broadcast(step) end

---@class steps
local steps = {}

---Defines a coordinator that takes steps.
---@param name string
---@return fun(definition: steps.CoordinatorTable): signalbox.Definition
function steps.coordinator(name) end

---Defines a tab coordinator that takes steps.
---@param name string
---@return fun(definition: signalbox.TabsTable): signalbox.Definition
function steps.tabs(name) end

---Lets the coordinators of any definition take steps, also of one that another plugin has made.
---@param definition signalbox.Definition
---@param opts? { steps?: table, conflate?: boolean }
---@return signalbox.Definition definition
function steps.extend(definition, opts) end

---The names of all steps that definitions declare; nil where one does not declare its steps.
---@return string[]?
function steps.declared() end

---Gives a step to a coordinator; one that has finished ignores it.
---@param coordinator signalbox.Coordinator
---@param step steps.Step?
function steps.emit(coordinator, step) end

---Gives a step to a coordinator and all below it, parents first.
---@param coordinator signalbox.Coordinator
---@param step steps.Step
function steps.broadcast(coordinator, step) end

---Pushes onto the coordinator's own stack.
---@param what string|signalbox.ScreenDescription|signalbox.Coordinator
---@param args? table
---@param opts? signalbox.navigateOptions
---@return steps.Action
function steps.push(what, args, opts) end

---Presents above all that is up.
---@param what string|signalbox.ScreenDescription|signalbox.Coordinator
---@param args? table
---@param opts? signalbox.presentOptions
---@return steps.Action
function steps.present(what, args, opts) end

---Dismisses the topmost layer above the coordinator, else its own.
---@param opts? signalbox.dismissOptions
---@return steps.Action
function steps.dismiss(opts) end

---Pops the coordinator's own screens.
---@param count? integer
---@param opts? signalbox.popOptions
---@return steps.Action
function steps.pop(count, opts) end

---Pops the coordinator's own screens above one of them.
---@param view string|signalbox.Screen
---@param opts? signalbox.popToViewOptions
---@return steps.Action
function steps.popTo(view, opts) end

---Pops the coordinator's own screens down to its root.
---@param opts? signalbox.popToRootOptions
---@return steps.Action
function steps.popToRoot(opts) end

---Replaces the coordinator's stack.
---@param routes (string|signalbox.StackTable)[] the root first
---@param opts? signalbox.setStackOptions
---@return steps.Action
function steps.set(routes, opts) end

---Nothing, on purpose.
---@return steps.Action
function steps.none() end

---Passes a step to the parent, this one when left out.
---@param step? steps.Step
---@return steps.Action
function steps.forward(step) end

---Handles another step when this one is done, behind all steps that were set by then.
---@param step steps.Step
---@return steps.Action
function steps.redirect(step) end

---Ends the coordinator. The parent has the step first.
---@param step? steps.Step
---@param result? any
---@return steps.Action
function steps.finish(step, result) end

---Does several things as one change, or none where one is rejected.
---@param ... steps.Action
---@return steps.Action
function steps.multiple(...) end

---For `adapt`: says later which step it is.
---@param start fun(resume: fun(step: steps.Step?))
---@return steps.Action
function steps.defer(start) end

---Makes a stepper of a screen.
---@param screen signalbox.Screen
---@param opts? { whenHidden?: "deliver"|"drop"|"buffer" }
---@return steps.Stepper
function steps.stepper(screen, opts) end

---Calls a function for each event of a kind, or for all.
---@param filter? string
---@param handler fun(event: steps.Event)
---@return fun() stop
function steps.on(filter, handler) end

---What became of the newest steps, the oldest first: `App showFirst`.
---@return string[]
function steps.list() end

---A step as people read it.
---@param step steps.Step
---@return string
function steps.text(step) end

return steps
