require "shop"

scenario "continues after a soft expectation" {
  function(app)
    app:launch()
    app:softExpect { title = "Product" }
    app:softExpect { front = "catalog" }
    app:softExpect { title = match "^Prod", layers = 2 }
    print "still here"
  end,
}
