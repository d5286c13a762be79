return {
  name = "instructor",
  version = "1.0.0",
  api = 1,
  summary = "Launch flows that flags determine",
  license = "MIT",

  setup = function(host)
    local instructor <const> = require "instructor"

    ---Returns the flow of the frontmost application.
    ---@return string|boolean
    local function flow()
      local application <const> = app.top and instructor.of(app.top)
      return application and instructor.flow(application) or false
    end

    host:matcher("launchFlow", {
      summary = "the flow at the root of the application; false before the launch",
      match = function(_, expected)
        local actual <const> = flow()
        return actual == expected, actual
      end,
    })

    host:command("flow", {
      summary = "the current flow and the flags that determine it",
      run = function()
        local application <const> = app.top and instructor.of(app.top)
        if not application then return "no instructor application is running" end
        local lines = {}
        for name, value in pairs(application.flags) do
          lines[#lines + 1] = ("  %s = %s"):format(name, tostring(value))
        end
        table.sort(lines)
        return ("flow %s\n%s"):format(flow(), table.concat(lines, "\n"))
      end,
    })
  end,
}
