-- An onFinish is lost.
-- violates: always "a payment is shown while one is running"
-- 1: app:tap("Pay")
-- 2: app:back()
local Payment = coordinator "Payment" { style = "sheet", routes = { form = { actions = { "Cancel" } } } }
function Payment:start() self.router:startFlow "form" end
function Payment:onCancel() self.router:finishFlow "cancelled" end
local Shop = coordinator "Shop" {
  routes = {
    list = { actions = { "Pay" } }, payment = { coordinator = "Payment", onFinish = "paid" },
  },
}
function Shop:start() self.router:startFlow "list" end
function Shop:onPay()
  if self.isPaying then return end
  self.isPaying = true
  self.router:navigate "payment"
end
-- A payment that the user closes has no result.
function Shop:paid(result) if result then self.isPaying = false end end
application "Shop" { main = "Shop" }
always "a payment is shown while one is running" (function(app)
  return not app:coordinator("Shop").isPaying or app:coordinator "Payment" ~= nil
end)
