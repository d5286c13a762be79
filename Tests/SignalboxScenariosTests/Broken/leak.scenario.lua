local Shop = coordinator "Shop" { routes = { catalog = {} } }
function Shop:start() self.router:startFlow "catalog" end

scenario "makes one too many" {
  function(app)
    app:launch(Shop)
    local never = Shop:new()
    app:expect { leaks = 0 }
    print(never)
  end,
}
