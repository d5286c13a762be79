---Whether two lists contain the same strings.
---@param some string[]
---@param others any
---@return boolean
local function areEqual(some, others)
  if type(others) ~= "table" or #some ~= #others then return false end
  for index, text in ipairs(some) do
    if text ~= others[index] then return false end
  end
  return true
end

return {
  name = "steps",
  version = "1.0.0",
  api = 1,
  summary = "Coordinators driven by steps",
  license = "MIT",

  setup = function(host)
    local steps <const> = require "steps"
    local delivery <const> = require "steps.delivery"
    local stepper <const> = require "steps.stepper"

    host:on("coordinator.attached", function(event) delivery.release(event.subject) end)
    host:on("coordinator.finished", function(event) delivery.forget(event.subject) end)
    host:on("didAppear", function(event) stepper.release(event.subject) end)
    host:on("screen.destroyed", function(event) stepper.forget(event.subject) end)
    host:on("op.rejected", function(event) delivery.noteRejection(event.reason) end)

    host:matcher("steps", {
      summary = "the outcomes of the steps so far, as steps.list() returns them",
      match = function(_, expected)
        local actual <const> = steps.list()
        return areEqual(actual, expected), actual
      end,
    })

    host:names("step", {
      summary = "the steps that coordinators declare",
      fields = { "step" },
      calls = {
        [":emit"] = 1, [":broadcast"] = 1, ["steps.redirect"] = 1, ["steps.forward"] = 1,
        ["steps.finish"] = 1, ["steps.emit"] = 2, ["steps.broadcast"] = 2,
      },
      declaredIn = "steps",
      known = steps.declared,
    })

    host:command("steps", {
      summary = "shows the outcomes of the newest steps",
      run = function()
        local list <const> = steps.list()
        if #list == 0 then return "there are no steps yet" end
        return table.concat(list, "\n")
      end,
    })
  end,
}
