-- The application that `swift run terminal-app` shows: the shop of ../shop with products to tap,
-- and gifts. A gift is wrapped by a coordinator that is written in Swift
-- (Sources/TerminalStage/GiftWrap.swift). It presents the shop's checkout, which is scripted, and
-- returns the user's choices.
local Shop <const> = require "app".Shop

Shop:extend {
  routes = {
    catalog = { title = "Catalog", actions = { "Lamp", "Chair" } },
    product = {
      title = function(args) return "Product " .. args.id end,
      args = { id = "integer" },
      actions = { "Buy", "Wrap as a gift", { "Reviews (12)", "showReviews" } },
    },
    gift = { coordinator = "GiftWrap", args = { item = "integer" }, onFinish = "giftWrapped" },
    sold = { title = function(args) return args.text end, args = { text = "string" } },
  },
}

function Shop:onLamp() self.router:navigate("product", { id = 1 }) end

function Shop:onChair() self.router:navigate("product", { id = 2 }) end

function Shop:onWrapAsAGift(screen) self.router:navigate("gift", { item = screen.args.id }) end

---The result of the coordinator in Swift: the paper, and whether the checkout was completed.
function Shop:giftWrapped(result)
  if not result or not result.paid then return end
  self.router:popToRoot()
  app.main:setBadge("me", "1")
  self.router:present("sold", { text = ("On its way in %s paper"):format(result.paper) }, {
    style = "alert", buttons = { "Fine" },
  })
end
