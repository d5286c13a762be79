require "shop"

scenario "taps a number" {
  function(app)
    app:launch()
    app:tap(5)
  end,
}

scenario "has an error of its own between steps" {
  function(app)
    app:launch()
    local label
    app:tap("Buy" .. label)
  end,
}

scenario "names a step with a number" {
  function(app)
    app:launch()
    app:step(1, function() end)
  end,
}
