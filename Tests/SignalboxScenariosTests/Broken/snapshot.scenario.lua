require "shop"

scenario "is drawn" {
  function(app)
    app:launch()
    app:snapshot "front"
  end,
}
