-- A guard lets a path slip.
-- violates: never "an account without a login"
-- 1: app:tap("Menu")
-- 2: app:tap("Shortcut")
local Main = coordinator "Main" {
  routes = {
    home = { actions = { "Menu", "Account", "Log in" } }, menu = { actions = { "Shortcut" } },
    account = {},
  },
}
function Main:start() self.router:startFlow "home" end
function Main:onMenu() self.router:navigate "menu" end
function Main:onAccount() self.router:navigate("account", nil, { try = true }) end
function Main:onLogIn() self.isLoggedIn = true end
function Main:onShortcut() self.router:setStack { "home", "account" } end
application "Main" { main = "Main" }
-- It knows the operation that navigates, and not the one that replaces the stack.
app:guard(function(request)
  if request.operation == "navigate" and request.name == "account" then
    return app:coordinator("Main").isLoggedIn == true
  end
  return true
end)
never "an account without a login" (function(app)
  return app.front.name == "account" and not app:coordinator("Main").isLoggedIn
end)
