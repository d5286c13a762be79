-- Shows the way from the root to where the user is, and keeps it short.
return {
  name = "crumbs",
  version = "1.0.0",
  api = 1,
  summary = "Shows the way to where the user is, and keeps it short",
  license = "MIT",
  setup = function(host, options)
    local crumbs <const> = require "crumbs"
    local deepest <const> = options.deepest or 4

    -- router:branch("product", { id = 7 }): back to the root and on from there, as one change.
    host:operation("branch", {
      summary = "Goes to a route from the root of the stack",
      parameters = { "route", "args?" },
      run = function(router, route, args)
        router:popToRoot()
        router:navigate(route, args)
      end,
    })

    -- .crumbs at the prompt.
    host:command("crumbs", {
      summary = "Shows the way from the root",
      parameters = "[SEPARATOR]",
      run = function(separator) return crumbs.text(separator ~= "" and separator or nil) end,
    })

    -- app:expect { crumbs = "catalog > product" } in a flow.
    host:matcher("crumbs", {
      summary = "the way from the root, as text",
      match = function(_, expected)
        local actual <const> = crumbs.text()
        return actual == expected, actual
      end,
    })

    -- Rejects whatever would make the way too long.
    host:guard(function(request)
      if request.operation == "navigate" and #app:stack() >= deepest then
        return "the way has " .. deepest .. " screens, which is the most"
      end
    end)
  end,
}
