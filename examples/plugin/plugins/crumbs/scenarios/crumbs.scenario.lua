require "app"

suite "Crumbs" {
  setup = function(app) app:launch() end,

  scenario "returns the path" {
    function(app)
      app.top.router:navigate("product", { id = 1 })
      app:expect { crumbs = "catalog > product" }
    end,
  },

  scenario "branches off in one change" {
    function(app)
      app.top.router:navigate("product", { id = 1 }):navigate("reviews")
      app.top.router:branch("product", { id = 2 })
      app:expect { crumbs = "catalog > product", args = { id = 2 } }
      app:undo()
      app:expect { crumbs = "catalog > product > reviews" }
    end,
  },

  scenario "limits the length of the path" {
    function(app)
      local router <const> = app.top.router
      router:navigate("product", { id = 1 }):navigate("reviews")
      local _, status, why = router:navigate("reviews", nil, { try = true })
      app:expect { crumbs = "catalog > product > reviews" }
      assert(status == "rejected" and why == "vetoed")
    end,
  },
}
