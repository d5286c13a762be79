require "shop"

suite "Checkout" {
  setup = function(app)
    app:launch()
    return function() app:expect { modal = {} } end
  end,

  scenario "leaves a sheet" {
    function(app)
      app:open "shop://product/42"
      app:tap "Buy"
    end,
  },
  scenario "fails and is cleaned up" { function() error "no" end },
}
