-- Properties of every state of gifts. In ../shop, run
--   signalbox explore ../terminal-app/gift.properties.lua
require "giftwrap"
require "main"

never "two gifts at a time" (function(app)
  local count = 0
  for _, child in ipairs(app:coordinator("Shop").children) do
    if child.type == "GiftWrap" then count = count + 1 end
  end
  return count > 1
end)
reachable "a gift that is on its way" { layers = { "root", "alert" } }
fromEverywhere "the catalog" { front = "catalog", modal = {} }
explore { start = 'app:launch "Home"', maxDepth = 7, ignore = { "routes" } }
