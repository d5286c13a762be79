local Checkout <const> = coordinator "Checkout" {
  style = "sheet",
  routes = { address = { title = "Address" } },
}
function Checkout:start() self.router:startFlow("address") end

local Shop <const> = coordinator "Shop" {
  routes = {
    catalog = { title = "Catalog", actions = { "Lamp" } },
    product = { title = "Product", args = { id = "integer" }, actions = { "Buy" } },
    checkout = { coordinator = "Checkout" },
  },
}
function Shop:start() self.router:startFlow("catalog") end
function Shop:onLamp() self.router:navigate("product", { id = 1 }) end
function Shop:onBuy() self.router:navigate("checkout") end

application "Shop" { main = "Shop" }
