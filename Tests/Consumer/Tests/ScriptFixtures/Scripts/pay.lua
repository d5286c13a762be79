coordinator "Pay" { routes = { free = {} }, start = function(self) self.router:startFlow "free" end }
