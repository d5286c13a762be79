-- A double tap presents twice.
-- violates: never "two payments"
-- 1: app:tap("Buy")
-- 2: app:tap("Buy")
-- 3: clock.advance(300)
local Payment = coordinator "Payment" { style = "sheet", routes = { form = {} } }
function Payment:start() self.router:startFlow "form" end
local Shop = coordinator "Shop" {
  routes = { list = { actions = { "Buy" } }, payment = { coordinator = "Payment" } },
}
function Shop:start() self.router:startFlow "list" end
-- The action is not disabled while the price is loading.
function Shop:onBuy()
  self.loading = (self.loading or 0) + 1
  if self.loading > 2 then self.loading = 2 return end
  after("300ms", function()
    self.loading = self.loading - 1
    self.router:navigate "payment"
  end)
end
application "Shop" { main = "Shop" }
never "two payments" (function(app)
  local count = 0
  for _, child in ipairs(app:coordinator("Shop").children) do
    if child.type == "Payment" then count = count + 1 end
  end
  return count > 1
end)
explore { maxDepth = 5 }
