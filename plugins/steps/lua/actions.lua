-- The actions that a step can lead to. They are plain data that `delivery` performs.

---@class steps.Action
---@field kind string
---@field what? any the destination
---@field args? table the arguments of the route
---@field opts? table options of the router
---@field count? integer the number of screens to pop
---@field step? any the step to pass on
---@field result? any the result for the parent
---@field list? steps.Action[] the parts
---@field start? fun(resume: fun(step: any)) the function that begins a deferral

local actions = {}

local Action = {}
Action.__index = Action
Action.__name = "steps.Action"

---@param kind string
---@param fields? table
---@return steps.Action
local function make(kind, fields)
  fields = fields or {}
  fields.kind = kind
  return setmetatable(fields, Action)
end

function Action:__tostring() return "steps." .. self.kind end

---Returns a short description of a value, for errors.
---@param value any
---@return string
function actions.describe(value)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) == "table" and getmetatable(value) == nil then return "a table" end
  if type(value) == "function" then return "a function" end
  return tostring(value)
end

---@param value any
---@return boolean
function actions.isAction(value) return getmetatable(value) == Action end

---Checks an argument. Level 3 is the script that called the constructor.
---@param name string
---@param what string
---@param value any
---@param ok boolean
---@param expected string
local function check(name, what, value, ok, expected)
  if ok then return end
  local came <const> = actions.describe(value)
  error(("steps.%s: %s is %s, expected %s"):format(name, what, came, expected), 3)
end

local function isTableOrNil(value) return value == nil or type(value) == "table" end

local function isView(value) return type(value) == "string" or type(value) == "userdata" end

local function isDestination(value)
  return type(value) == "string" or type(value) == "userdata"
end

local destination <const> = "a route's name, a screen(…) or a coordinator"

---Pushes a screen or coordinator onto the coordinator's own stack.
---@param what string|signalbox.ScreenDescription|signalbox.Coordinator
---@param args? table
---@param opts? signalbox.navigateOptions
---@return steps.Action
function actions.push(what, args, opts)
  check("push", "the destination", what, isDestination(what), destination)
  check("push", "args", args, isTableOrNil(args), "a table of named values")
  check("push", "opts", opts, isTableOrNil(opts), "a table of options")
  return make("push", { what = what, args = args, opts = opts })
end

---Presents a screen or coordinator above all layers.
---@param what string|signalbox.ScreenDescription|signalbox.Coordinator
---@param args? table
---@param opts? signalbox.presentOptions
---@return steps.Action
function actions.present(what, args, opts)
  check("present", "the destination", what, isDestination(what), destination)
  check("present", "args", args, isTableOrNil(args), "a table of named values")
  check("present", "opts", opts, isTableOrNil(opts), "a table of options")
  return make("present", { what = what, args = args, opts = opts })
end

---Dismisses the topmost layer above the coordinator or, if there is none, the coordinator's own
---layer.
---@param opts? signalbox.dismissOptions
---@return steps.Action
function actions.dismiss(opts)
  check("dismiss", "opts", opts, isTableOrNil(opts), "a table of options")
  return make("dismiss", { opts = opts })
end

---Pops screens of the coordinator's own stack.
---@param count? integer the number of screens, 1 or more (default: 1)
---@param opts? signalbox.popOptions
---@return steps.Action
function actions.pop(count, opts)
  check(
    "pop", "count", count, count == nil or math.type(count) == "integer" and count >= 1,
    "an integer, 1 or more")
  check("pop", "opts", opts, isTableOrNil(opts), "a table of options")
  return make("pop", { count = count, opts = opts })
end

---Intentionally leads nowhere.
---@return steps.Action
function actions.none() return make("none") end

---Passes a step to the parent. The parent handles it after the steps that have been set so far.
---@param step? any the step to pass (default: the current step)
---@return steps.Action
function actions.forward(step)
  return make("forward", { step = step })
end

---Handles another step after this step and after all steps that have been set in the meantime.
---@param step any
---@return steps.Action
function actions.redirect(step)
  check("redirect", "the step", step, step ~= nil, "a step")
  return make("redirect", { step = step })
end

---Finishes the coordinator. The parent decides about the step first.
---@param step? any a step for the parent (default: none)
---@param result? any the result that the parent's `onFinish` receives
---@return steps.Action
function actions.finish(step, result)
  return make("finish", { step = step, result = result })
end

---Pops the coordinator's own screens above the given screen.
---@param view string|signalbox.Screen the name of a route, or a screen
---@param opts? signalbox.popToViewOptions
---@return steps.Action
function actions.popTo(view, opts)
  check("popTo", "the screen", view, isView(view), "a route's name or a screen")
  check("popTo", "opts", opts, isTableOrNil(opts), "a table of options")
  return make("popTo", { what = view, opts = opts })
end

---Pops the coordinator's own screens above its root.
---@param opts? signalbox.popToRootOptions
---@return steps.Action
function actions.popToRoot(opts)
  check("popToRoot", "opts", opts, isTableOrNil(opts), "a table of options")
  return make("popToRoot", { opts = opts })
end

---Replaces the coordinator's whole stack.
---@param routes (string|signalbox.StackTable)[] the root first
---@param opts? signalbox.setStackOptions
---@return steps.Action
function actions.set(routes, opts)
  check("set", "the stack", routes, type(routes) == "table" and #routes > 0, "a list of routes")
  check("set", "opts", opts, isTableOrNil(opts), "a table of options")
  return make("set", { what = routes, opts = opts })
end

---Performs several actions as a single change. If an action is rejected, none is performed.
---@param ... steps.Action
---@return steps.Action
function actions.multiple(...)
  local list <const> = table.pack(...)
  for index = 1, list.n do
    check("multiple", "part " .. index, list[index], actions.isAction(list[index]), "an action")
  end
  return make("multiple", { list = list })
end

---For `adapt`: lets a function provide the step to handle later. Other steps do not wait for it.
---@param start fun(resume: fun(step: any))
---@return steps.Action
function actions.defer(start)
  check("defer", "the function", start, type(start) == "function", "a function")
  return make("defer", { start = start })
end

return actions
