-- Properties of every state: signalbox explore application-coordinator.properties.lua
require "app"

never "three layers" (function(app) return #app:layers() > 3 end)
fromEverywhere "no layer above the first" { modal = {} }
explore { maxDepth = 4 }
