require "shop"

flow "is drawn" {
  function(app)
    app:launch()
    app:snapshot "front"
  end,
}
