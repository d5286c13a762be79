require "app"

suite "Products" {
  setup = function(app) app:launch() end,

  each { { "Lamp", 1 }, { "Chair", 2 } }:scenario "%s is product %d" {
    function(app, name, id)
      app:tap(name)
      app:expect { front = { "product", id = id } }
      app:back()
      app:expect { stack = { "catalog" } }
    end,
  },

  each { { 1 }, { 2 } }:scenario "a link opens product %d" {
    function(app, id)
      app:open("shop://product/" .. id)
      app:expect { stack = { "catalog", { "product", id = id } } }
    end,
  },
}
