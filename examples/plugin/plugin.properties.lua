-- Properties of every state. In this folder, run: signalbox explore plugin.properties.lua
require "app"

never "more screens than the plugin allows" (function(app) return #app:stack() > 3 end)
reachable "the reviews" { front = "reviews" }
-- The application has no actions, so the exploration uses the following steps.
explore {
  actions = function(app)
    return {
      'app.main.router:navigate("product", { id = 1 }, { try = true })',
      'app.main.router:navigate("reviews", nil, { try = true })',
    }
  end,
}
