local Shop = coordinator "Shop" {
  routes = { catalog = { actions = { "Break" } }, product = { args = { id = "integer" } } },
  links = {
    ["shop://raises"] = function() error "the handler failed" end,
    ["shop://rejects"] = function(self) self.router:navigate "prodct" end,
    ["shop://product/:id"] = function(self, link) self.router:navigate("product", { id = link.id }) end,
  },
}
function Shop:start() self.router:startFlow "catalog" end
function Shop:onBreak() error "the action failed" end
application "Shop" { main = "Shop" }

suite "callbacks" {
  setup = function(app)
    app:launch()
    return function() app:expect { leaks = 0 } end
  end,

  scenario "raises in a link" {
    function(app)
      app:open "shop://raises"
      app:expect { front = "product" }
    end,
  },
  scenario "is rejected in a link" {
    function(app)
      app:open "shop://rejects"
      app:expect { front = "product" }
    end,
  },
  scenario "raises in an action and continues" {
    function(app)
      app:tap "Break"
      app:open "shop://product/1"
      app:expect { front = "product" }
    end,
  },
}
