require "shop"

scenario "is recorded" {
  function(app)
    app:launch()
    app:run {
      { open = "shop://product/1" },
      { tapp = "Buy" },
    }
  end,
}
