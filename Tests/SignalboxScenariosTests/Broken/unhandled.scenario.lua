require "shop"

scenario "is refused where nobody looks" {
  function(app)
    app:launch()
    app:tap "Cellar"
    app:expect { front = "catalog" }
  end,
}
