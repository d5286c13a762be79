coordinator "Pay" { routes = { card = {} }, start = function(self) self.router:startFlow "card" end }
coordinator "Shop" {
  routes = { list = {}, pay = { coordinator = "Pay" } },
  start = function(self) self.router:startFlow "list" end,
}
