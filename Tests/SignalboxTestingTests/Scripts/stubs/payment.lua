-- A stub for the payment of the application.
local Payment = coordinator "Payment" {
  routes = { stub = { title = "Pay nothing", actions = { "Done" } } },
}

function Payment:start() self.router:startFlow("stub") end
function Payment:onDone() self.router:finishFlow { number = 1 } end
