-- Scenarios for the shop: `signalbox test examples/shop`.
require "app"

local function launched(app)
  app:launch()
  return function() app:expect { leaks = 0 } end
end

suite "Catalog" { tags = { "catalog" }, setup = launched,

  scenario "starts with the catalog" { tags = { "smoke" },
    function(app)
      app:expect { tab = "shop", pages = { "shop", "me" }, stack = { "catalog" }, modal = {} }
      app:expect { title = "Catalog", coordinator = "Shop" }
    end,
  },

  each { 1, 42, 99999 }:scenario "shows product %d" {
    function(app, id)
      app:open("shop://product/" .. id)
      app:expect { front = { "product", id = id }, title = "Product " .. id }
      app:expect { actions = { "Buy", "Reviews (12)" } }
    end,
  },

  scenario "goes from a product to its reviews and back" {
    function(app)
      app:open "shop://product/42"
      app:tap "Reviews (12)"
      app:expect { stack = { "catalog", "product", { "reviews", id = 42 } } }
      app:back()
      app:expect { stack = { "catalog", "product" } }
      app:swipeBack()
      app:expect { stack = { "catalog" }, events = { "entry.pushed reviews", "entry.popped reviews" } }
    end,
  },

  scenario "recognizes its links" {
    function(app)
      app:expect { links = { ["shop://product/7"] = "shop://product/:id", ["shop://cellar"] = false } }
    end,
  },

  scenario "decides routes at run time" {
    function(app)
      app.top.router:navigate("any", { name = "offers" })
      app:expect { front = "offers", exactly = true, stack = { { "catalog" }, { "offers" } } }
    end,
  },
}

suite "Tabs" { tags = { "tabs" }, setup = launched,

  scenario "keeps each tab's stack" {
    function(app)
      app:open "shop://product/42"
      app:tapTab "me"
      app:tap "Orders"
      app:expect { tab = "me", stack = { "profile", "orders" } }
      app:tapTab "shop"
      app:expect { tab = "shop", stack = { "catalog", "product" } }
    end,
  },

  scenario "pops to the root when the tab is tapped again" {
    function(app)
      app:open "shop://product/42"
      app:tapTab "shop"
      app:expect { stack = { "catalog" } }
    end,
  },

  scenario "shows a badge" {
    function(app)
      app.main:setBadge("me", "3")
      app:expect { badges = { me = "3", shop = false } }
      app:snapshot "badge"
    end,
  },
}
