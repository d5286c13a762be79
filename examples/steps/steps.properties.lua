-- Properties of every state: signalbox explore steps.properties.lua
require "app"

never "a sheet above a sheet" (function(app) return #app:layers() > 2 end)
reachable "the authors" { front = "authors" }
fromEverywhere "no layer above the first" { modal = {} }
within(1, "a sheet can be closed", { when = { modal = any }, reach = { modal = {} } })
explore { start = 'app:launch().step = "showHome"', maxDepth = 4 }
