require "shop"

scenario "looks at the stack" {
  function(app)
    app:launch()
    app:expect { stak = { "catalog" } }
  end,
}
