-- What `swift run terminal-app` shows: the shop of ../shop with products to tap, and gifts. A gift is
-- wrapped by a coordinator written in Swift (Sources/TerminalStage/GiftWrap.swift), which presents
-- the checkout of the shop, a script again, and gives back what was chosen.
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

---What the coordinator in Swift finished with: the paper, and whether it was paid.
function Shop:giftWrapped(result)
  if not result or not result.paid then return end
  self.router:popToRoot()
  app.main:setBadge("me", "1")
  self.router:present("sold", { text = ("On its way in %s paper"):format(result.paper) }, {
    style = "alert", buttons = { "Fine" },
  })
end
