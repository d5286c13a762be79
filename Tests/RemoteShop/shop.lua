-- The model of RemoteShop.
local Checkout <const> = coordinator "Checkout" {
  routes = { address = { actions = { "Next" } }, payment = { actions = { "Pay" } } },
}

function Checkout:start() self.router:startFlow("address") end

function Checkout:onNext() self.router:navigate("payment") end

function Checkout:onPay() self.router:finishFlow(true) end

---A payment is finished instead of dismissed.
function Checkout:onBack(screen) return screen.name == "payment" end

local Shop <const> = coordinator "Shop" {
  routes = {
    catalog = { title = "Catalog", actions = { "Lamp" } },
    product = {
      title = function(args) return "Product " .. args.id end,
      args = { id = "integer" },
      actions = { "Reviews", "Buy" },
    },
    reviews = { args = { id = "integer" } },
    checkout = { coordinator = "Checkout", style = "sheet" },
  },
  links = {
    ["shop://product/:id"] = function(self, link) self.router:navigate("product", { id = link.id }) end,
  },
}

function Shop:start() self.router:startFlow("catalog") end

function Shop:onLamp() self.router:navigate("product", { id = 42 }) end

function Shop:onReviews(screen) self.router:navigate("reviews", { id = screen.args.id }) end

function Shop:onBuy() self.router:navigate("checkout") end

local Cart <const> = coordinator "Cart" { routes = { items = {} } }

function Cart:start() self.router:startFlow("items") end

tabs "Home" {
  pages = {
    { id = "shop", title = "Shop", coordinator = "Shop" },
    { id = "cart", title = "Cart", coordinator = "Cart" },
  },
}

application "shop" { main = "Home" }

presentationStyle "toast" {}
