local shop = require "scenarios.support.shpo"

scenario "buys" { function(app) shop.buy(app) end }
