-- Properties of every state: signalbox explore deeplink.properties.lua
require "app"

always "something is shown" (function(app) return app.front ~= nil end)
-- The paths contain no log-out, and the other routes are opened only by links.
explore { ignore = { "traps", "routes" } }
