-- The smallest application: one coordinator, two screens, a push and a pop.
local Hello = coordinator "Hello" {
  routes = { welcome = "Welcome", guest = { title = "Guest", args = { name = "string" } } },
}
function Hello:start() self.router:startFlow("welcome") end

local router = app:launch("Hello").router
router:navigate("guest", { name = "Ada" })
print(app:tree())
print("popped " .. select(3, router:pop()) .. ", back on " .. app.front.name)
