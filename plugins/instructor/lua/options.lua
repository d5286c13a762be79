-- What an application is started with: a notification, a shortcut, an activity, a link.

local options = {}

---@param option any
---@return any
function options.name(option)
  return type(option) == "table" and (option.name or option[1]) or option
end

---Gives an option to the coordinators below one, parents first, until one handles it.
---@param coordinator signalbox.Coordinator
---@param option any
---@return boolean
function options.offer(coordinator, option)
  for _, child in ipairs(coordinator.children) do
    if child.startWith and child:startWith(option) == true then return true end
    if options.offer(child, option) then return true end
  end
  return false
end

---Handles an option: at the root, below it, or later when the main flow is there.
---@param coordinator signalbox.Coordinator
---@param launch instructor.Launch
---@param option any
---@return "handled"|"waiting"|"unhandled"
function options.handle(coordinator, launch, option)
  local own <const> = (launch.spec.options or {})[options.name(option)]
  if type(own) == "function" then
    return own(coordinator, option) == false and "unhandled" or "handled"
  end
  if own then
    coordinator.router:root(own)
    return "handled"
  end
  if launch:ask(launch.flags) ~= "main" or not coordinator.router:isRoot("main") then
    launch.option = option
    return "waiting"
  end
  if options.offer(coordinator, option) then return "handled" end
  if coordinator.optionUnhandled then coordinator:optionUnhandled(option) end
  return "unhandled"
end

---Handles the option that waits, once everything that waits before it has settled.
---@param coordinator signalbox.Coordinator
---@param launch instructor.Launch
function options.release(coordinator, launch)
  if launch.option == nil then return end
  coordinator.router:batch(function() end, {
    animated = false,
    completion = function()
      local option <const> = launch.option
      launch.option = nil
      if option ~= nil and coordinator.isAlive then options.handle(coordinator, launch, option) end
    end,
  })
end

return options
