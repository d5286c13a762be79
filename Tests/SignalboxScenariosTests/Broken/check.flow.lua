require "shop"

flow "goes on after a check" {
  function(app)
    app:launch()
    app:check { title = "Product" }
    app:check { front = "catalog" }
    app:check { title = match "^Prod", layers = 2 }
    print "still here"
  end,
}
