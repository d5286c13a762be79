-- Properties of every state of the shop: signalbox explore shop.properties.lua
require "app"

never "two checkouts" (function(app)
  local count = 0
  for _, child in ipairs(app:coordinator("Shop").children) do
    if child.type == "Checkout" then count = count + 1 end
  end
  return count > 1
end)

always "a checkout has an item" (function(app)
  local checkout = app:coordinator "Checkout"
  return not checkout or checkout.args.item ~= nil
end)

reachable "the payment" { front = "payment" }
fromEverywhere "the catalog" { front = "catalog", modal = {} }
within(1, "a sheet can be closed", { when = { modal = any }, reach = { modal = {} } })

-- Links push any number of products, so the length of paths is limited.
explore { links = { "shop://product/1" }, maxDepth = 4, ignore = { "routes" } }
