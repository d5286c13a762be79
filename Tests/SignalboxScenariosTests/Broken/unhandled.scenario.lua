require "shop"

scenario "has a rejection without a handler" {
  function(app)
    app:launch()
    app:tap "Cellar"
    app:expect { front = "catalog" }
  end,
}
