require "shop"

scenario "waits in vain" {
  function(app)
    app:launch()
    after("5s", function() app.top.router:navigate("product", { id = 1 }) end)
    app:eventually({ within = "6s" }, { front = "product" })
    app:eventually({ within = "10s" }, { toast = "Thanks!" })
  end,
}
