-- A splash screen, an onboarding with a pushed and a modal step, and then two tabs that open on
-- the settings. This file contains only definitions.

local Main = coordinator "Main" {
  routes = {
    splash = { title = "Splash" },
    onboarding = { coordinator = "Onboarding", style = "fullScreen" },
  },
}

function Main:start()
  self.router:startFlow("splash")
  self.router:navigate("onboarding")
end

local Onboarding = coordinator "Onboarding" {
  routes = {
    firstStep = { title = "Welcome", actions = { "Next" } },
    secondStep = { title = "Almost there", style = "modal", actions = { "Go" } },
    home = { coordinator = "HomeTabs", style = "fullScreen" },
  },
}

function Onboarding:start() self.router:startFlow("firstStep") end

function Onboarding:onNext() self.router:navigate("secondStep") end

function Onboarding:onGo() self.router:navigate("home") end

tabs "HomeTabs" {
  pages = {
    { id = "marketplace", title = "Marketplace", icon = "house", position = 0, coordinator = "Marketplace" },
    { id = "settings", title = "Settings", icon = "gearshape", position = 1, coordinator = "Settings" },
  },
  current = "settings",
}

local Marketplace = coordinator "Marketplace" { routes = { offers = { title = "Marketplace" } } }
function Marketplace:start() self.router:startFlow("offers") end

local Settings = coordinator "Settings" {
  routes = { settings = { title = "Settings", actions = { "Log out" } } },
}
function Settings:start() self.router:startFlow("settings") end

function Settings:onLogOut() self.router:restartApp() end

application "Onboarding demo" { main = "Main" }
