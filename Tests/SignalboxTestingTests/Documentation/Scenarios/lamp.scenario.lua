require "app"

scenario "a guest opens the address of the checkout" {
  function(app)
    app:launch()
    app:tap "Lamp"
    app:tap "Buy"
    app:expect { front = "address" }
  end,
}
