local Payment = coordinator "Payment" { routes = { stub = { actions = { "Done" } } } }

function Payment:start() self.router:startFlow("stub") end
function Payment:onDone() self.router:finishFlow { number = 1 } end
