-- The example applications of ALCoordinator and SUICoordinator, which contain only definitions.
--
-- `Main` is from ALCoordinator: a splash screen, a full-screen onboarding, and then tabs that open
-- on the settings. `DefaultTabs` is from SUICoordinator: a list of every kind of navigation, and a
-- hub of coordinators.

-- ALCoordinator

local Settings <const> = coordinator "Settings" {
  routes = {
    settings = { title = "Settings", actions = { "About", "Restart" } },
    about = { title = "About" },
  },
}

function Settings:start(animated) self.router:startFlow("settings", nil, { animated = animated }) end
function Settings:onAbout() self.router:navigate("about") end
function Settings:onRestart() self.router:restartApp { animated = false } end

local Marketplace <const> = coordinator "Marketplace" {
  routes = {
    marketplace = { title = "Marketplace", actions = { "Open item" } },
    item = { title = function(args) return "Item " .. args.id end, args = { id = "integer" } },
  },
}

function Marketplace:start(animated) self.router:startFlow("marketplace", nil, { animated = animated }) end
function Marketplace:onOpenItem() self.router:navigate("item", { id = 42 }) end

local Home <const> = tabs "Home" {
  style = "fullScreen",
  pages = {
    { id = "marketplace", title = "Marketplace", icon = "house", position = 0, coordinator = "Marketplace" },
    { id = "settings", title = "Settings", icon = "gearshape", position = 1, coordinator = "Settings" },
  },
  -- The custom tab bar. Its model is the selected page, which changes when its buttons or tabs are
  -- tapped.
  view = {
    name = "tabbar", title = function(args) return "Page " .. args.page end,
    args = { page = "marketplace" }, actions = { "Marketplace tab", "Settings tab" },
  },
}

function Home:start() self.tabView:update { page = self.currentPage } end
function Home:onMarketplaceTab() self.currentPage = "marketplace" end
function Home:onSettingsTab() self.currentPage = "settings" end
function Home:currentPageChanged(page) self.tabView:update { page = page } end

local Onboarding <const> = coordinator "Onboarding" {
  routes = {
    firstStep = { title = "First step", actions = { "Next" } },
    secondStep = { title = "Second step", style = "modal", actions = { "Start" } },
  },
}

function Onboarding:start(animated) self.router:startFlow("firstStep", nil, { animated = animated }) end
function Onboarding:onNext() self.router:navigate("secondStep") end
function Onboarding:onStart() self.router:navigate(Home:new(nil, { currentPage = "settings" })) end

local Inbox <const> = coordinator "Inbox" {
  style = "fullScreen",
  routes = {
    messages = { title = "Messages", actions = { "Close" } },
    message = {
      title = function(args) return "Message " .. args.id end, args = { id = "integer" }, actions = { "Close" },
    },
  },
}

function Inbox:start() self.router:startFlow("messages") end
function Inbox:onClose() self.router:finishFlow() end

local Main <const> = coordinator "Main" {
  routes = { splash = { title = "Splash" } },
  links = { ["al://message/:id"] = "openMessage" },
}

function Main:start(animated)
  self.router:startFlow("splash", nil, { animated = false })
  self.router:navigate(Onboarding:new(nil, { style = "fullScreen" }), nil, { animated = animated })
end

-- A notification presents its flow on top of everything.
function Main:openMessage(link)
  Inbox:new().router:forcePresentation("message", { id = link.id })
end

-- SUICoordinator

local names <const> = { "Push", "Sheet", "Fullscreen", "Detents", "Custom" }

local List <const> = coordinator "List" {
  args = { detents = "string?", animated = "boolean?" },
  routes = {
    list = { title = "Actions", actions = { "Push", "Sheet", "Fullscreen", "Detents", "Custom", "Tabs", "Finish" } },
  },
}

local styles <const> = {
  Push = "push", Sheet = "sheet", Fullscreen = "fullScreenCover",
  Detents = { style = "sheet", detents = { "medium" } }, Custom = "custom",
}
local details <const> = {}
for _, name in ipairs(names) do
  details[name:lower()] = {
    title = function(args) return ("Hello, %s! %d"):format(name, args.count) end,
    args = { count = "integer" }, style = styles[name],
    actions = { "Push", "Sheet", "Fullscreen", "Detents", "Custom", "Tabs", "Finish", "Close", "Restart" },
  }
end
details.greeting = { title = function(args) return args.text end, args = { text = "string" } }
List:extend { routes = details }

function List:start()
  self.counts = {}
  if self.args.detents then
    self.router:startFlow("greeting", { text = self.args.detents })
  else
    self.router:startFlow("list")
  end
end

for _, name in ipairs(names) do
  List["on" .. name] = function(self)
    self.counts[name] = (self.counts[name] or 0) + 1
    self.router:navigate(name:lower(), { count = self.counts[name] }, { animated = self.args.animated ~= false })
  end
end

function List:onTabs() self.router:navigate("tabs") end
function List:onFinish() self.router:finishFlow() end
function List:onClose() self.router:back() end

function List:onRestart()
  self.counts = {}
  self.router:popToRoot { dismissModals = true }
end

List:extend { routes = { tabs = { coordinator = "CustomTabs", style = "sheet" } } }

local Hub <const> = coordinator "Hub" {
  routes = {
    hub = {
      title = "Hub",
      actions = { "Hub", "Actions", "Default tabs", "Custom tabs", "Detents", "Split view", "Finish" },
    },
    again = { coordinator = "Hub", style = "push" },
    list = { coordinator = "List", style = { detents = { "medium", "large" } } },
    tabs = { coordinator = "DefaultTabs", style = "fullScreenCover" },
    custom = { coordinator = "CustomTabs", style = "sheet" },
    split = { coordinator = "SplitView", style = "fullScreenCover" },
  },
}

function Hub:start() self.router:startFlow("hub") end
function Hub:onHub() self.router:navigate("again") end
function Hub:onActions() self.router:navigate("list") end
function Hub:onDefaultTabs() self.router:navigate("tabs") end
function Hub:onCustomTabs() self.router:navigate("custom") end
function Hub:onSplitView() self.router:navigate("split") end
function Hub:onFinish() self.router:finishFlow() end

function Hub:onDetents()
  self.router:navigate(List:new { detents = "Hello, Detents!" }, nil, { style = { detents = { "medium" } } })
end

local pages <const> = {
  { id = "first", icon = "homekit", position = 0, coordinator = "List" },
  { id = "second", icon = "gear", position = 1, coordinator = "Hub" },
}

---Shows the detents of the frontmost list, or of a new list on top of it.
local function openTabs(self)
  local front <const> = app.top
  if front.type == "List" then return front:onDetents() end
  local list <const> = List:new()
  list.router:forcePresentation(nil, nil, { mainCoordinator = self })
  list.router:navigate("detents", { count = 1 })
end

local function openHome(self)
  List:new({ detents = "Hi, there!" }).router
    :forcePresentation(nil, nil, { style = "fullScreenCover", mainCoordinator = self })
end

tabs "DefaultTabs" {
  pages = pages,
  links = { ["app://home"] = openHome, ["app://tabs-coordinator"] = openTabs },
}

local CustomTabs <const> = tabs "CustomTabs" {
  pages = pages, view = { name = "customBar", title = "Custom tabs", actions = { "First", "Second" } },
}

function CustomTabs:onFirst() self.currentPage = "first" end
function CustomTabs:onSecond() self.currentPage = "second" end

-- The badge appears one second after the tabs.
function CustomTabs:start()
  after("1s", function() self:setBadge("first", "2") end)
end

tabs "SplitView" {
  pages = {
    { id = "home", title = "Home", icon = "house.fill", coordinator = "List" },
    { id = "hub", title = "Hub", icon = "network", coordinator = "Hub" },
  },
}

application "ALCoordinator demo" { main = "Main" }
