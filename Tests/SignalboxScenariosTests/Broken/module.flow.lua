local shop = require "flows.support.shpo"

flow "buys" { function(app) shop.buy(app) end }
