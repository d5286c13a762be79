require "shop"

scenario "goes nowhere" {
  function(app)
    app:launch()
    app.top.router:navigate "prodct"
  end,
}
