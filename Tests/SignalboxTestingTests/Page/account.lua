local Account = coordinator "Account" {
  routes = {
    home = { title = "Home", actions = { "Sign in" } },
    signIn = { coordinator = "SignIn", onFinish = "signedIn" },
    profile = { title = "Profile", args = { name = "string" } },
  },
}
function Account:start() self.router:startFlow("home") end
function Account:onSignIn() self.router:navigate("signIn") end
function Account:signedIn(user)
  if user then self.router:navigate("profile", user) end
end

application "Account" { main = "Account" }
