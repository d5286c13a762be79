-- Shows the path from the root to the current screen, and limits its length.
return {
  name = "crumbs",
  version = "1.0.0",
  api = 1,
  summary = "Shows the path to the current screen, and limits its length",
  license = "MIT",
  setup = function(host, options)
    local crumbs <const> = require "crumbs"
    local deepest <const> = options.deepest or 4

    -- `router:branch("product", { id = 7 })` pops to the root and then navigates, as a single
    -- change.
    host:operation("branch", {
      summary = "Goes to a route from the root of the stack",
      parameters = { "route", "args?" },
      run = function(router, route, args)
        router:popToRoot()
        router:navigate(route, args)
      end,
    })

    -- The command `.crumbs` at the prompt.
    host:command("crumbs", {
      summary = "Shows the path from the root",
      parameters = "[SEPARATOR]",
      run = function(separator) return crumbs.text(separator ~= "" and separator or nil) end,
    })

    -- The matcher in `app:expect { crumbs = "catalog > product" }` in a scenario.
    host:matcher("crumbs", {
      summary = "the path from the root, as a string",
      match = function(_, expected)
        local actual <const> = crumbs.text()
        return actual == expected, actual
      end,
    })

    -- Rejects `navigate` once the path has its maximum length. Other operations are not limited.
    host:guard(function(request)
      if request.operation == "navigate" and #app:stack() >= deepest then
        return ("the path already has %d screens, the maximum; pop screens first"):format(deepest)
      end
    end)
  end,
}
