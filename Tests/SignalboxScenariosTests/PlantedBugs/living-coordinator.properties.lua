-- A coordinator stays alive.
-- violates: nothing stays alive after it has been removed
-- 1: app:tap("Open")
-- 2: app:tap("Again")
local Child = coordinator "Child" { routes = { page = { actions = { "Again" } } } }
function Child:start() self.router:startFlow "page" end
-- The new child is created, and never shown.
function Child:onAgain() if not self.next then self.next = Child:new {} end end
local Main = coordinator "Main" {
  routes = { home = { actions = { "Open" } }, child = { coordinator = "Child" } },
}
function Main:start() self.router:startFlow "home" end
function Main:onOpen() self.router:navigate "child" end
application "Main" { main = "Main" }
