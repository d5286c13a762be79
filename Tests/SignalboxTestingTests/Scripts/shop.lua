-- A shop in Lua with the payment in a separate coordinator: native in the application, a stub in tests.
local Shop = coordinator "Shop" {
  routes = {
    catalog = { title = "Catalog", actions = { "Buy", "Break" } },
    product = { title = "Product", args = { id = "integer" } },
    thanks  = { title = "Thanks", args = { number = "integer" } },
    payment = { coordinator = "Payment", onFinish = "paid" },
  },
  links = { ["shop://product/:id"] = function(self, link)
    self.router:navigate("product", { id = math.tointeger(link.id) })
  end },
}

function Shop:start() self.router:startFlow("catalog") end
function Shop:onBuy() self.router:navigate("payment", { order = 42, items = { { name = "book", price = 12.5 } } }) end
function Shop:onBreak() error("the shop is broken") end
function Shop:paid(result, reason)
  if reason == "finished" then self.router:navigate("thanks", { number = result.number }) end
end

application "Shop" { main = "Shop" }
