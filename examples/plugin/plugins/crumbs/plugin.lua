-- Shows the path from the root to the current screen, and limits its length.
return {
  name = "crumbs",
  version = "1.0.0",
  api = 1,
  summary = "Shows the way to where the user is, and keeps it short",
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
      summary = "Shows the way from the root",
      parameters = "[SEPARATOR]",
      run = function(separator) return crumbs.text(separator ~= "" and separator or nil) end,
    })

    -- The matcher in `app:expect { crumbs = "catalog > product" }` in a scenario.
    host:matcher("crumbs", {
      summary = "the way from the root, as text",
      match = function(_, expected)
        local actual <const> = crumbs.text()
        return actual == expected, actual
      end,
    })

    -- Rejects operations that would make the path too long.
    host:guard(function(request)
      if request.operation == "navigate" and #app:stack() >= deepest then
        return "the way has " .. deepest .. " screens, which is the most"
      end
    end)
  end,
}
