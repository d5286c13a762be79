-- Properties of every state: signalbox explore cafe.properties.lua
require "app"

never "two orders at a time" (function(app) return #app:layers() > 2 end)

always "an order is for the drink below it" (function(app)
  local order = app:coordinator "Order"
  if not order then return true end
  local screens = app:coordinator("Menu").stack
  return screens[#screens].args.name == order.args.drink
end)

reachable "the badge of the bag" { badges = { bag = "1" } }
fromEverywhere "the menu" { front = "menu", modal = {} }
within(1, "an order can be closed", { when = { modal = any }, reach = { modal = {} } })

-- The number of drinks is not limited, so the length of paths is.
explore { links = { "cafe://drink/Mocha" }, maxDepth = 6 }
