-- Properties of every state. Run it in its folder: signalbox explore plugin.properties.lua
require "app"

never "more screens than the plugin allows" (function(app) return #app:stack() > 3 end)
reachable "the reviews" { front = "reviews" }
-- The application declares no actions.
explore {
  actions = function(app)
    return {
      'app.main.router:navigate("product", { id = 1 }, { try = true })',
      'app.main.router:navigate("reviews", nil, { try = true })',
    }
  end,
}
