require "shop"

scenario "looks beneath a sheet" {
  function(app)
    app:launch()
    app:open "shop://product/1"
    app:tap "Buy"
    app:open "shop://product/2"
    app:expect { front = { "product", id = 2 } }
  end,
}
