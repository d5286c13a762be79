local Shop <const> = coordinator "Shop" {
  routes = {
    catalog = { title = "Catalog", actions = { "Lamp", "Chair" } },
    product = { title = "Product", args = { id = "integer" }, actions = { "Buy", "Gift" } },
    checkout = { coordinator = "Checkout" },
    gift = { coordinator = "Gift" },
  },
  links = {
    ["shop://product/:id"] = function(self, link)
      self.router:navigate("product", { id = link.id })
    end,
  },
}

function Shop:start() self.router:startFlow("catalog") end

function Shop:onLamp() self.router:navigate("product", { id = 1 }) end

function Shop:onChair() self.router:navigate("product", { id = 2 }) end

function Shop:onBuy() self.router:navigate("checkout") end

function Shop:onGift() self.router:navigate("gift") end

local Checkout <const> = coordinator "Checkout" {
  style = "sheet",
  routes = {
    address = { title = "Address", actions = { "Next" } },
    payment = { title = "Payment", actions = { "Pay" } },
  },
}

function Checkout:start() self.router:startFlow("address") end

function Checkout:onNext() self.router:navigate("payment") end

function Checkout:onPay() self.router:finishFlow({ paid = true }) end

application "Shop" { main = "Shop" }
