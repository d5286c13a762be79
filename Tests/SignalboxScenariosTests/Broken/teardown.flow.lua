require "shop"

suite "Checkout" {
  fixture = function(app)
    app:launch()
    return function() app:expect { modal = {} } end
  end,

  flow "leaves a sheet" {
    function(app)
      app:open "shop://product/42"
      app:tap "Buy"
    end,
  },
  flow "fails and is cleaned up" { function() error "no" end },
}
