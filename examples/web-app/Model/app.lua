-- The model of web-app, with the same coordinators, routes, titles and links.
local count = 0

---Changes the number of drinks, and shows it as the badge of the tab.
local function setCount(number)
  count = number
  app.main:setBadge("bag", count > 0 and tostring(count) or nil)
end

local Order <const> = coordinator "Order" {
  routes = { size = { actions = { "Small", "Large" } }, extras = { actions = { "Place order" } } },
}

function Order:start() self.router:startFlow("size") end

function Order:onSmall() self.router:navigate("extras") end

function Order:onLarge() self.router:navigate("extras") end

function Order:onPlaceOrder() self.router:finishFlow(true) end

local Menu <const> = coordinator "Menu" {
  routes = {
    menu = { title = "Menu", actions = { "Espresso", "Flat white", "Tea" } },
    drink = { title = function(args) return args.name end, args = { name = "string" }, actions = { "Order" } },
    order = {
      coordinator = "Order", onFinish = "ordered", args = { drink = "string" },
      style = { style = "sheet", detents = { "medium", "large" } },
    },
  },
  links = {
    -- Closes an order and selects the tab, so that an order is always for the drink below it.
    ["cafe://drink/:name"] = function(self, link)
      self.router:forcePresentation()
      self.router:navigate("drink", { name = link.name })
    end,
  },
}

function Menu:start() self.router:startFlow("menu") end

function Menu:onEspresso() self.router:navigate("drink", { name = "Espresso" }) end

function Menu:onFlatWhite() self.router:navigate("drink", { name = "Flat white" }) end

function Menu:onTea() self.router:navigate("drink", { name = "Tea" }) end

function Menu:onOrder(screen) self.router:navigate("order", { drink = screen.args.name }) end

function Menu:ordered(isPlaced)
  if isPlaced then setCount(count + 1) end
end

local BagFlow <const> = coordinator "BagFlow" {
  routes = {
    bag = { title = "Bag", actions = { "Empty" } },
    empty = {
      title = "Empty the bag?", style = "alert",
      actions = { { "Remove all", role = "destructive" }, { "Keep", role = "cancel" } },
    },
  },
}

function BagFlow:start() self.router:startFlow("bag") end

function BagFlow:onEmpty() self.router:navigate("empty") end

function BagFlow:onRemoveAll() setCount(0) end

function BagFlow:onKeep() end

tabs "Home" {
  pages = {
    { id = "menu", title = "Menu", icon = "list", coordinator = "Menu" },
    { id = "bag", title = "Bag", icon = "bag", coordinator = "BagFlow" },
  },
}

application "Café demo" { main = "Home" }
