-- Properties of every state: signalbox explore deeplink.properties.lua
require "app"

always "something is shown" (function(app) return app.front ~= nil end)
-- No user logs out, and links open the other routes.
explore { ignore = { "traps", "routes" } }
