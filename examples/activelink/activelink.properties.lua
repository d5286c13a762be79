-- Properties of every state: signalbox explore activelink.properties.lua
require "app"

never "a sheet above a sheet" (function(app) return #app:layers() > 2 end)
reachable "the sheet" { front = "sheet" }
fromEverywhere "the content" { front = "content", modal = {} }
within(1, "a sheet can be closed", { when = { modal = any }, reach = { modal = {} } })
-- The model retains the coordinators that each link creates, so the length of paths is limited.
explore { maxDepth = 3 }
