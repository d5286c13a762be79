-- A shop whose first flow depends on two flags, and whose item creation may find that the user is
-- no longer logged in. This file contains only definitions.
local instructor = require "instructor"

local App = instructor.coordinator "App" {
  flows = {
    auth = { coordinator = "Auth", finishes = "authorised", onFinish = "authEnded" },
    onboarding = { coordinator = "Onboarding", finishes = "tutorial" },
    main = { coordinator = "Tabs" },
  },
  options = { onboarding = "onboarding", signUp = "auth" },
}

function App:authEnded(user) self.user = user end

function App:optionUnhandled(option) self.unhandled = option.name or option end

local Auth = coordinator "Auth" {
  routes = {
    logIn = { title = "Log in", actions = { "Log in", "Sign up" } },
    signUp = { title = "Sign up", actions = { "Done" } },
  },
}
function Auth:start() self.router:startFlow("logIn") end
function Auth:onLogIn() self.router:finishFlow("ada") end
function Auth:onSignUp() self.router:navigate("signUp") end
function Auth:onDone() self.router:finishFlow("bob") end

local Onboarding = coordinator "Onboarding" {
  routes = { welcome = { title = "Welcome", actions = { "Got it" } } },
}
function Onboarding:start() self.router:startFlow("welcome") end
function Onboarding:onGotIt() self.router:finishFlow() end

tabs "Tabs" {
  pages = {
    { id = "items", title = "Items", coordinator = "Items" },
    { id = "settings", title = "Settings", coordinator = "Settings" },
  },
}

local Items = coordinator "Items" {
  routes = {
    list = { title = "Items", actions = { "New" } },
    item = { title = function(args) return "Item " .. args.id end, args = { id = "integer" } },
    create = { coordinator = "ItemCreate", onFinish = "created" },
  },
}
function Items:start() self.router:startFlow("list") end
function Items:onNew() self.router:navigate("create") end
function Items:created(id) if id then self.router:navigate("item", { id = id }) end end
function Items:startWith(option)
  if option.name ~= "item" then return option == "items" end
  self.router:navigate("item", { id = option.id })
  return true
end

local ItemCreate = coordinator "ItemCreate" {
  style = "sheet",
  routes = { form = { title = "New item", actions = { "Create" } } },
}
function ItemCreate:start() self.router:startFlow("form") end

-- The server may respond "not authorised". The missing flow is then presented above this form, and
-- the item is created afterwards.
function ItemCreate:onCreate()
  local application = instructor.of(self)
  if application.isExpired then
    application.isExpired, application.flags.authorised = false, false
  end
  application:guardFlow(function() self.router:finishFlow(12) end)
end

local Settings = coordinator "Settings" {
  routes = { settings = { title = "Settings", actions = { "Log out" } } },
}
function Settings:start() self.router:startFlow("settings") end
function Settings:onLogOut()
  local application = instructor.of(self)
  application.flags.authorised = false
  application:launch()
end

application "Instructor demo" { main = "App" }
