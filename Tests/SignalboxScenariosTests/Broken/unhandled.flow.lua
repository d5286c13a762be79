require "shop"

flow "is refused where nobody looks" {
  function(app)
    app:launch()
    app:tap "Cellar"
    app:expect { front = "catalog" }
  end,
}
