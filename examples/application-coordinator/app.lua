-- The complete application coordinator of Panov's tutorial: a launch instructor, login and sign-up
-- with terms, onboarding, tabs with items and settings, item creation, and deep links from every
-- source. A single coordinator decides which flow comes first and handles links. This file contains
-- only definitions.
local deeplink <const> = require "deeplink"
local instructor <const> = require "instructor"

local Application <const> = instructor.coordinator "ApplicationCoordinator" {
  flows = {
    auth = { coordinator = "AuthCoordinator", finishes = "authorised" },
    onboarding = { coordinator = "OnboardingCoordinator", finishes = "tutorial" },
    main = { coordinator = "TabbarCoordinator" },
  },
  options = { onboarding = "onboarding", signUp = "auth" },
}

function Application:optionUnhandled(option) self.unhandled = option.name or option.route end

---The user is no longer authorized.
function Application:logOut()
  self.flags.authorised = false
  self:launch()
end

-- MARK: - Login, and sign-up with its terms

local Auth <const> = coordinator "AuthCoordinator" {
  routes = {
    login = { title = "Login", actions = { "Log in", "Sign up" } },
    signUp = {
      title = function(args) return args.confirmed and "SignUp, terms agreed" or "SignUp" end,
      args = { confirmed = "boolean?" },
      actions = { "Create account", "Terms" },
    },
    terms = {
      title = function(args) return args.confirmed and "Terms, agreed" or "Terms" end,
      args = { confirmed = "boolean?" },
      actions = { "Agree" },
    },
  },
}

function Auth:start() self.router:startFlow("login") end

function Auth:onLogIn() self.router:finishFlow() end

function Auth:onSignUp() self.router:navigate("signUp", { confirmed = false }) end

---The button is enabled once the user has agreed to the terms.
function Auth:onCreateAccount(screen)
  if screen.args.confirmed then self.router:finishFlow() end
end

function Auth:onTerms(screen)
  self.signUp = screen
  self.router:navigate("terms", { confirmed = screen.args.confirmed })
end

---The switch on the terms screen notifies the sign-up screen behind it.
function Auth:onAgree(screen)
  local confirmed <const> = not screen.args.confirmed
  screen:update { confirmed = confirmed }
  self.signUp:update { confirmed = confirmed }
end

function Auth:startWith(option)
  if option.route ~= "login" and option.route ~= "terms" then return "unhandled" end
  self.router:popToRoot()
  if option.route == "terms" then self.router:navigate("terms") end
  return "handled"
end

-- MARK: - Onboarding

local Onboarding <const> = coordinator "OnboardingCoordinator" {
  routes = { onboarding = { title = "Onboarding", actions = { "Finish" } } },
}

function Onboarding:start() self.router:startFlow("onboarding") end

function Onboarding:onFinish() self.router:finishFlow() end

-- MARK: - Tabs

local Tabbar <const> = tabs "TabbarCoordinator" {
  pages = {
    { id = "items", title = "Items", coordinator = "ItemCoordinator" },
    -- The flow of a tab starts when the tab is first selected.
    { id = "settings", title = "Settings", coordinator = "SettingsCoordinator", lazy = true },
  },
}

---Selects the tab for an option, and passes the option to the tab.
function Tabbar:startWith(option, ask)
  local tabs <const> = { items = "items", item = "items", settings = "settings" }
  local tab <const> = tabs[option.route or option.name]
  if not tab then return "unhandled" end
  self:select(tab)
  return ask(self.children[tab == "items" and 1 or 2])
end

-- MARK: - Items

local items <const> = {}
for index = 0, 10 do
  items[index] = { id = index, title = ("Item № %d"):format(index) }
end

local actions <const> = { { "Add", "runCreationFlow" } }
for index = 0, #items do
  actions[#actions + 1] = { items[index].title, function(self) self:showItemDetail(index) end }
end

local Items <const> = coordinator "ItemCoordinator" {
  routes = {
    list = { title = "Items", actions = actions },
    detail = {
      title = function(args) return items[args.id] and items[args.id].title or "Detail" end,
      args = { id = "integer?" },
    },
    create = { coordinator = "ItemCreateCoordinator", onFinish = "itemCreated" },
  },
}

function Items:start() self.router:startFlow("list") end

function Items:showItemDetail(id) self.router:navigate("detail", { id = id }) end

---Creating an item requires the main flow. A user who is not authorized logs in first.
function Items:runCreationFlow()
  instructor.of(self):guardFlow(function() self.router:navigate("create") end)
end

function Items:itemCreated(id) if id then self:showItemDetail(id) end end

function Items:startWith(option)
  local name <const> = option.route or option.name
  if name ~= "items" and name ~= "item" then return "unhandled" end
  self.router:popToRoot()
  if name == "item" then self:showItemDetail((option.args or option).item_id) end
  return "handled"
end

-- MARK: - Creating an item

local ItemCreate <const> = coordinator "ItemCreateCoordinator" {
  style = "sheet",
  routes = { form = { title = "Create", actions = { "Hide", "Create" } } },
}

function ItemCreate:start() self.router:startFlow("form") end

function ItemCreate:onHide() self.router:finishFlow() end

---The server may respond that the user is not authorized. In this case, the login is presented
---above the form, and the item is created afterwards.
function ItemCreate:onCreate()
  local application <const> = instructor.of(self)
  if application.isExpired then
    application.isExpired, application.flags.authorised = false, false
  end
  application:guardFlow(function() self.router:finishFlow(#items) end)
end

-- MARK: - Settings

local Settings <const> = coordinator "SettingsCoordinator" {
  routes = { settings = { title = "Settings", actions = { "Log out" } } },
}

function Settings:start() self.router:startFlow("settings") end

function Settings:onLogOut() instructor.of(self):logOut() end

function Settings:startWith(option)
  return (option.route or option.name) == "settings" and "handled" or "unhandled"
end

-- MARK: - Deep links

local links <const> = deeplink.new {
  prefixes = { "app://", "https://items.example.org/" },
  links = {
    onboarding = "onboarding",
    items = "items",
    item = { "items/:item_id", args = { item_id = "integer?" } },
    settings = "settings",
    login = "login",
    terms = "terms",
    signUp = "sign-up",
  },
  -- A notification contains the name of its option and, optionally, an item.
  notification = function(payload)
    return payload.launch_id, { item_id = payload.item_id }
  end,
  shortcuts = { items = "items", settings = "settings" },
  activities = {
    ["org.example.item"] = function(activity) return "item", activity.info end,
  },
}

links:install()

application "Application coordinator demo" { main = "ApplicationCoordinator" }

return { links = links, items = items }
