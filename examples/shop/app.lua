-- A shop with two tabs. This file contains only definitions: loading it changes no state, so the
-- same file is used by the prompt, scripts and tests.

local Checkout = coordinator "Checkout" {
  style = "sheet",
  args = { item = "integer?" },
  routes = {
    address = { title = "Address", actions = { "Next" } },
    payment = { title = "Payment", args = { method = "string" }, actions = { "Pay" } },
  },
}

function Checkout:start(animated) self.router:startFlow("address", nil, { animated = animated }) end

function Checkout:onNext() self.router:navigate("payment", { method = "card" }) end

function Checkout:onPay() self.router:finishFlow({ paid = true, item = self.args.item }) end

local Shop = coordinator "Shop" {
  routes = {
    catalog = { title = "Catalog" },
    product = {
      title = function(args) return "Product " .. args.id end,
      args = { id = "integer" },
      actions = { "Buy", { "Reviews (12)", "showReviews" } },
    },
    reviews = { title = "Reviews", args = { id = "integer" } },
    checkout = { coordinator = "Checkout", onFinish = "checkedOut" },
    any = function(self, args) return screen(args.name, { title = args.name }), "push" end,
  },
  links = {
    ["shop://product/:id"] = function(self, link) self.router:navigate("product", { id = link.id }) end,
  },
}

function Shop:start() self.router:startFlow("catalog") end

function Shop:onBuy(screen) self.router:navigate("checkout", { item = screen.args.id }) end

function Shop:showReviews(screen) self.router:navigate("reviews", { id = screen.args.id }) end

function Shop:checkedOut(result, reason)
  self.lastResult = result
  if reason == "finished" then self.router:popToView("catalog") end
end

local Profile = coordinator "Profile" {
  routes = { profile = { title = "Me", actions = { "Orders" } }, orders = { title = "Orders" } },
}

function Profile:start() self.router:startFlow("profile") end

function Profile:onOrders() self.router:navigate("orders") end

tabs "Home" {
  pages = {
    { id = "shop", title = "Shop", icon = "bag", coordinator = "Shop" },
    { id = "me", title = "Me", icon = "person", coordinator = "Profile" },
  },
  current = "shop",
}

application "Shop demo" { main = "Home" }

return { Shop = Shop, Profile = Profile }
