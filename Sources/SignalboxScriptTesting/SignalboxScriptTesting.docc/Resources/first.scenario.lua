require "app"

scenario "the shop begins with its catalog" {
  function(app)
    app:launch()
    app:expect { stack = { "catalog" }, actions = { "Lamp", "Chair" } }
  end,
}
