-- Properties of every state: signalbox explore instructor.properties.lua
require "app"

always "something is shown" (function(app) return app.front ~= nil end)
explore { maxDepth = 5 }
