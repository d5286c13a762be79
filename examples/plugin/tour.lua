-- Shows the members that the plugin crumbs adds. In this folder, run: signalbox run tour.lua
require "app"
local crumbs <const> = require "crumbs"

app:launch()
local router <const> = app.top.router
router:navigate("product", { id = 1 }):navigate("reviews")
print(crumbs.text())

router:branch("product", { id = 2 })
print(crumbs.text(" / "))

app:undo()
print(crumbs.text())

local _, status, why = router:navigate("reviews", nil, { try = true })
print(status, why, crumbs.text())
print(pcall(function() crumbs.text = nil end))
