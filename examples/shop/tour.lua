-- Visits the screens of the shop and shows the state: the tree, the screen and the events.
require "app"

local function heading(text) print("\n== " .. text) end

heading "launch"
local home = app:launch()
print(app:tree())

heading "push: product 42, then its reviews"
local shop = home:getCoordinatorSelected()
shop.router:navigate("product", { id = 42 })
app:tap "Reviews (12)"
print("stack:", table.concat(app:stack(), " > "))
app:back()

heading "a sheet: the checkout"
app:tap "Buy"
app:tap "Next"
print(app:screen())
print(app:tree())

heading "the checkout finishes with a result, and the shop pops to the catalog"
app:tap "Pay"
print("paid:", shop.lastResult.paid, "item:", shop.lastResult.item)
print("stack:", table.concat(app:stack(), " > "))

heading "popToView"
shop.router:navigate("product", { id = 1 }):navigate("product", { id = 2 })
print("found catalog:", shop.router:popToView("catalog"))
print("found cellar:", shop.router:popToView("cellar"))

heading "the other tab"
app:tapTab "me"
app:tap "Orders"
print("selected:", home.currentPage, "stack:", table.concat(app:stack(), " > "))
app:tapTab "me"
print("tapped again:", table.concat(app:stack(), " > "))
home.currentPage = "shop"

heading "a deep link while a sheet is shown"
shop.router:navigate("checkout", { item = 7 })
app:open "shop://product/7"
print("front:", app.front, "behind it:", table.concat(app:stack(shop), " > "))

heading "finishFlow below a sheet"
local checkout = app.top
checkout.router:present("payment", { method = "voucher" })
print("layers:", #app:layers())
checkout.router:finishFlow({ paid = false })
print("layers:", #app:layers(), "checkout is alive:", checkout.isAlive)
print(app:screen())

heading "the last events"
local events = app:events { "entry", "layer", "coordinator" }
for i = math.max(1, #events - 8), #events do print(events[i].time, events[i].text) end
