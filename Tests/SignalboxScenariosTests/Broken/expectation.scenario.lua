require "shop"

scenario "buys from the catalog" { tags = { "smoke" },
  function(app)
    app:launch()
    app.top.router:navigate("product", { id = 42 })
    app:tap "Buy"
    app:expect { modal = { "confirm" }, stack = { "catalog", { "product", id = 1 } } }
    app:tap "Pay"
  end,
}
