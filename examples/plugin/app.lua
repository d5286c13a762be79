-- A shop with reviews, for trying the plugin crumbs. Loading this file shows nothing.
local Shop <const> = coordinator "Shop" {
  routes = {
    catalog = { title = "Catalog" },
    product = { title = "Product", args = { id = "integer" } },
    reviews = { title = "Reviews" },
  },
}

function Shop:start() self.router:startFlow("catalog") end

application "Crumbs demo" { main = "Shop" }
