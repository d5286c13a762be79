require "shop"

suite "Shop" {
  setup = function(app)
    app:launch()
    return function() app:expect { leaks = 0 } end
  end,

  scenario "reads reviews" {
    function(app)
      local shop <const> = app.top
      app:expect { tab = "shop", pages = { "shop", "cart" }, stack = { "catalog" } }
      app:tap "Lamp"
      app:expect { front = { "product", id = 42 }, title = "Product 42", actions = { "Reviews", "Buy" } }
      app:tap "Reviews"
      app:expect { stack = { "catalog", "product", "reviews" }, events = { "entry.pushed reviews" } }
      app:back()
      shop.router:popToRoot()
      app:expect { stack = { "catalog" }, coordinator = "Shop" }
      assert(shop == app.top)
    end,
  },

  scenario "buys" {
    function(app)
      app:open "shop://product/7"
      app:tap "Buy"
      app:expect { modal = { "address" }, layers = { "root", "sheet" } }
      app:tap "Next"
      app:back()
      app:expect { modal = { "payment" } }
      app:tap "Pay"
      app:expect { front = { "product", id = 7 }, result = true }
      app:tapTab "cart"
      app:expect { tab = "cart", stack = { "items" } }
    end,
  },

  scenario "rejects what does not exist" {
    function(app)
      local _, status, reason <const> = app.top.router:navigate("cellar", nil, { try = true })
      assert(status == "rejected" and reason == "unknownRoute", reason)
      app:expect { links = { ["shop://product/7"] = "shop://product/:id", ["shop://cellar"] = false } }
      app.top.router:navigate("product", { id = 9 })
      app:undo()
      app:expect { stack = { "catalog" } }
    end,
  },
}
