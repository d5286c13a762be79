-- Properties of every state: signalbox explore alcoordinator.properties.lua
require "app"

reachable "the settings" { front = "settings" }
explore { maxDepth = 6 }
