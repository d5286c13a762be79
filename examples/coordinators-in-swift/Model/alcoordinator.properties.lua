-- Properties of every state of the model: signalbox explore alcoordinator.properties.lua
require "app"

always "something is shown" (function(app) return app.front ~= nil end)
reachable "the settings" { front = "settings" }
explore { maxDepth = 5 }
