require "app"

scenario "a gift is chosen, and the product is still there" {
  function(app)
    app:launch()
    app:tap "Lamp"
    app:tap "Gift"
    app:expect { coordinator = "Gift", modal = { "papers" } }
    app:tap "Stripes"
    app:expect { modal = {}, result = { paper = "stripes" }, front = "product" }
  end,
}
