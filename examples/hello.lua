-- The smallest application: two screens, one push, one pop.
local Hello = coordinator "Hello" {
  routes = { greeting = { title = "Hello" }, name = { title = "Who?", args = { name = "string" } } },
}
function Hello:start() self.router:startFlow("greeting") end

local hello = app:launch("Hello")
hello.router:navigate("name", { name = "world" })
print("front:", app.front.name, app.front.args.name)
print("popped:", select(3, hello.router:pop()))
