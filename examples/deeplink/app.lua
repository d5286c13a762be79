-- A shop with a login and a tutorial, which links can reach from anywhere: URLs, notifications,
-- quick actions and activities. This file contains only definitions.
local deeplink <const> = require "deeplink"

---The flags that determine which flow comes first.
local flags <const> = { authorised = false, tutorial = false }

local function decide()
  if not flags.authorised then return "auth" end
  return flags.tutorial and "main" or "onboarding"
end

local Auth <const> = coordinator "Auth" {
  routes = {
    login = { title = "Log in", actions = { "Log in" } },
    signUp = { title = "Sign up", actions = { "Create account" } },
  },
}

function Auth:start() self.router:startFlow("login") end

function Auth:onLogIn() self.parent:passed("authorised") end

function Auth:onCreateAccount() self.parent:passed("authorised") end

---Only users who are not logged in can sign up.
function Auth:startWith(link)
  if link.route ~= "signUp" then return "unhandled" end
  self.router:navigate("signUp")
  return "handled"
end

local Onboarding <const> = coordinator "Onboarding" {
  routes = { tutorial = { title = "Welcome", actions = { "Start" } } },
}

function Onboarding:start() self.router:startFlow("tutorial") end

function Onboarding:onStart() self.parent:passed("tutorial") end

local Items <const> = coordinator "Items" {
  routes = {
    list = { title = "Items" },
    item = {
      title = function(args) return "Item " .. args.id end, args = { id = "integer" },
      actions = { "Terms" },
    },
    offer = { title = "Offer", style = "sheet" },
    terms = { title = "Terms", style = { style = "fullScreen", interactive = false } },
  },
}

function Items:start() self.router:startFlow("list") end

function Items:onTerms() self.router:navigate("terms") end

function Items:startWith(link)
  if link.route ~= "items" and link.route ~= "item" then return "unhandled" end
  self.parent:select("items")
  self.router:popToRoot()
  if link.route == "item" then self.router:navigate("item", { id = link.args.id }) end
  return "handled"
end

local Settings <const> = coordinator "Settings" { routes = { settings = { title = "Settings" } } }

function Settings:start() self.router:startFlow("settings") end

function Settings:startWith(link)
  if link.route ~= "settings" then return "unhandled" end
  self.parent:select("settings")
  return "handled"
end

tabs "Shop" {
  pages = {
    { id = "items", title = "Items", coordinator = "Items" },
    { id = "settings", title = "Settings", coordinator = "Settings" },
  },
}

local Application <const> = coordinator "Application" {
  routes = {
    auth = { coordinator = "Auth" },
    onboarding = { coordinator = "Onboarding" },
    main = { coordinator = "Shop" },
    news = { title = "News", style = "sheet" },
  },
}

function Application:start() self.router:root(decide()) end

---When a flow ends, its flag is set and the next flow replaces it.
function Application:passed(flag)
  flags[flag] = true
  self.router:root(decide())
end

---Handles the links that the root accepts itself. All other links are passed to its children.
function Application:startWith(link)
  if link.route ~= "news" then return "unhandled" end
  self.router:navigate("news")
  return "handled"
end

application "Deep link demo" { main = "Application" }

local links <const> = deeplink.new {
  prefixes = { "app://", "https://*.example.org/" },
  links = {
    signUp = "sign-up",
    news = "news",
    items = { "items", requiresMain = true },
    item = { "items/:id", args = { id = "integer" }, requiresMain = true, ttl = "10m" },
    settings = { "settings", requiresMain = true },
    offer = {
      "offers/:id", args = { id = "integer" }, requiresMain = true,
      path = "main/items/item;id=:id/offer",
    },
  },
  -- A notification contains its subject and the item that it refers to.
  notification = function(payload) return payload.id, { id = payload.item_id } end,
  shortcuts = { browse = "items", settings = "app://settings" },
  activities = {
    ["org.example.item"] = function(activity) return "item", activity.info end,
  },
  isMain = function() return decide() == "main" end,
}

links:install()

return { links = links, flags = flags }
