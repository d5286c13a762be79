-- The model of the application `ALCoordinator`, with its coordinators, routes, titles and links.
local Settings <const> = coordinator "Settings" {
  routes = { settings = { actions = { "About", "Restart" } }, about = {} },
}

function Settings:start() self.router:startFlow("settings") end

function Settings:onAbout() self.router:navigate("about") end

function Settings:onRestart() self.router:restartApp { animated = false } end

local Marketplace <const> = coordinator "Marketplace" {
  routes = {
    marketplace = { title = "Marketplace", actions = { "Open item" } },
    item = { title = function(args) return "Item " .. args.id end, args = { id = "integer" } },
  },
}

function Marketplace:start() self.router:startFlow("marketplace") end

function Marketplace:onOpenItem() self.router:navigate("item", { id = 42 }) end

tabs "Home" {
  style = "fullScreen",
  pages = {
    { id = "marketplace", title = "Marketplace", icon = "house", coordinator = "Marketplace" },
    { id = "settings", title = "Settings", icon = "gearshape", coordinator = "Settings" },
  },
  current = "settings",
}

local Onboarding <const> = coordinator "Onboarding" {
  style = "fullScreen",
  routes = {
    firstStep = { actions = { "Next" } },
    secondStep = { style = "sheet", actions = { "Start" } },
    home = { coordinator = "Home" },
  },
}

function Onboarding:start() self.router:startFlow("firstStep") end

function Onboarding:onNext() self.router:navigate("secondStep") end

function Onboarding:onStart() self.router:navigate("home") end

local Inbox <const> = coordinator "Inbox" {
  style = "fullScreen", args = { message = "integer" },
  routes = { message = { args = { id = "integer" }, actions = { "Close" } } },
}

function Inbox:start() self.router:startFlow("message", { id = self.args.message }) end

function Inbox:onClose() self.router:finishFlow() end

local Main <const> = coordinator "Main" {
  routes = {
    splash = {},
    onboarding = { coordinator = "Onboarding" },
    inbox = { coordinator = "Inbox", args = { message = "integer" } },
  },
  links = { ["al://message/:id"] = "openMessage" },
}

function Main:start()
  self.router:startFlow("splash", nil, { animated = false })
  self.router:navigate("onboarding")
end

function Main:openMessage(link) self.router:navigate("inbox", { message = link.id }) end

application "ALCoordinator in Swift demo" { main = "Main" }
