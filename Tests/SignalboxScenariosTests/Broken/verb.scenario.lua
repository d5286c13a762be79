require "shop"

scenario "looks at the stack" {
  function(app)
    app:launch()
    app:expct { stack = { "catalog" } }
  end,
}
