-- Properties of every state: signalbox explore application-coordinator.properties.lua
require "app"

never "four layers" (function(app) return #app:layers() > 3 end)
fromEverywhere "no layer above the first" { modal = {} }
explore { maxDepth = 4 }
