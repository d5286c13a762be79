local Shop = coordinator "Shop" {
  routes = {
    catalog = { title = "Catalog", actions = { "Buy" } },
    product = { args = { id = "integer" } },
    thanks  = { args = { receipt = "integer" } },
    payment = { coordinator = "Payment", onFinish = "paid" },
  },
  links = {
    ["shop://product/:id"] = function(self, link)
      self.router:navigate("product", { id = math.tointeger(link.id) })
    end,
  },
}

function Shop:start() self.router:startFlow("catalog") end
function Shop:onBuy() self.router:navigate("payment", { order = 42, amount = 12.5 }) end
function Shop:paid(receipt, reason)
  if reason == "finished" then self.router:navigate("thanks", { receipt = receipt.number }) end
end

application "Shop" { main = "Shop" }
