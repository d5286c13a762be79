-- The rows of docs/coming-from/application-coordinator.md, one scenario each, in order.
local deeplink = require "deeplink"
local instructor = require "instructor"

local App = instructor.coordinator "App" {
  flows = {
    auth = { coordinator = "Auth", finishes = "authorised", onFinish = "authEnded" },
    onboarding = { coordinator = "Onboarding", finishes = "tutorial" },
    main = { coordinator = "Tabbar" },
  },
  options = { onboarding = "onboarding", signUp = "auth" },
}
function App:authEnded(result, reason) self.ended = ("%s %s"):format(result, reason) end
function App:optionUnhandled(option) self.unhandled = option.name end

local Auth = coordinator "Auth" {
  routes = {
    login = { actions = { "Log in", "Sign up", "Give up" } },
    signUp = { args = { confirmed = "boolean?" }, actions = { "Create", "Terms" } },
    terms = { args = { confirmed = "boolean?" }, actions = { "Switch" } },
  },
}
function Auth:start() self.router:startFlow("login") end
function Auth:onLogIn() self.router:finishFlow("ada") end
function Auth:onGiveUp() self.router:dismissCoordinator() end
function Auth:onSignUp() self.router:navigate("signUp", { confirmed = false }) end
function Auth:onCreate(screen)
  if screen.args.confirmed then self.router:finishFlow("bob") end
end
function Auth:onTerms(screen)
  self.signUp = screen
  self.router:navigate("terms", { confirmed = screen.args.confirmed })
end
function Auth:onSwitch(screen)
  local confirmed = not screen.args.confirmed
  screen:update { confirmed = confirmed }
  self.signUp:update { confirmed = confirmed }
end

local Onboarding = coordinator "Onboarding" { routes = { welcome = { actions = { "Finish" } } } }
function Onboarding:start() self.router:startFlow("welcome") end
function Onboarding:onFinish() self.router:finishFlow() end

---The number of times that each coordinator was asked for each option.
local asked = {}

local Tabbar = tabs "Tabbar" {
  pages = {
    { id = "items", coordinator = "Items" },
    { id = "settings", coordinator = "Settings", lazy = true },
  },
  routes = { forced = { style = { style = "fullScreen", interactive = false } } },
}
function Tabbar:startWith(option, ask)
  local name = option.route or option.name
  local page = ({ items = 1, item = 1, settings = 2 })[name]
  if not page then return "unhandled" end
  self:select(({ "items", "settings" })[page])
  return ask(self.children[page])
end

local Items = coordinator "Items" {
  routes = {
    list = { actions = { "Item", "Add" } },
    detail = { title = function(args) return "Item " .. args.id end, args = { id = "integer" } },
    sheet = { style = "sheet" },
    create = { coordinator = "Create", onFinish = "created" },
  },
}
function Items:start() self.router:startFlow("list") end
function Items:onItem() self.router:navigate("detail", { id = 1 }) end
function Items:onAdd() self.router:navigate("create") end
function Items:created(id) if id then self.router:navigate("detail", { id = id }) end end
function Items:startWith(option)
  local name = option.route or option.name
  asked[#asked + 1] = "Items " .. name
  if name == "item" then
    self.router:navigate("detail", { id = (option.args or option).id })
    return "handled"
  end
  return name == "items" and "handled" or "unhandled"
end

local Create = coordinator "Create" {
  style = "sheet", routes = { form = { actions = { "Hide", "Create" } } },
}
function Create:start() self.router:startFlow("form") end
function Create:onHide() self.router:finishFlow() end
function Create:onCreate()
  instructor.of(self):guardFlow(function() self.router:finishFlow(12) end)
end

local Settings = coordinator "Settings" { routes = { settings = {} } }
function Settings:start() self.router:startFlow("settings") end
function Settings:startWith(option)
  asked[#asked + 1] = "Settings " .. (option.route or option.name)
  return (option.route or option.name) == "settings"
end

local function makeLinks()
  return deeplink.new {
    prefixes = { "app://", "https://example.org/" },
    links = {
      onboarding = "onboarding", items = "items", settings = "settings", signUp = "sign-up",
      item = { "items/:id", args = { id = "integer" } },
    },
    notification = function(dict) return dict.launch_id, { id = dict.item_id } end,
    shortcuts = { settings = "settings" },
    activities = { ["org.example.item"] = function(activity) return "item", activity.info end },
  }:install()
end

local function launched(app, tutorial, authorised, option)
  return app:launch("App", {
    flags = { tutorial = tutorial, authorised = authorised }, option = option,
  })
end

---The router of the item list, in the main flow.
local function main(app)
  launched(app, true, true)
  return app.top.router
end

-- MARK: - The router

scenario "present(module)" {
  function(app)
    main(app):present("sheet")
    app:expect { modal = { "sheet" }, layers = { "root", "sheet" } }
  end,
}

scenario "present(module, animated: false)" {
  function(app)
    local router, before = main(app), clock.now()
    router:present("sheet", nil, { animated = false })
    app:expect { modal = { "sheet" } }
    assert(clock.now() == before)
  end,
}

scenario "dismissModule()" {
  function(app)
    local router = main(app)
    router:present("sheet")
    router:dismiss()
    app:expect { layers = 1 }
    local _, status, reason = router:dismiss()
    assert(status == "noop" and reason == "nothingPresented")
  end,
}

scenario "dismissModule(animated:completion:)" {
  function(app)
    local router, status = main(app), nil
    router:present("sheet")
    local before = clock.now()
    router:dismiss { animated = false, completion = function(how) status = how end }
    app:expect { layers = 1 }
    assert(status == "done" and clock.now() == before)
  end,
}

scenario "push(module)" {
  function(app)
    main(app):navigate("detail", { id = 3 })
    app:expect { stack = { "list", "detail" }, args = { id = 3 } }
  end,
}

scenario "push(module, animated: false)" {
  function(app)
    local router, before = main(app), clock.now()
    router:navigate("detail", { id = 3 }, { animated = false })
    app:expect { stack = { "list", "detail" } }
    assert(clock.now() == before)
  end,
}

scenario "push(module, animated:completion:)" {
  function(app)
    local router, gone = main(app), {}
    router:navigate("detail", { id = 3 }, { onDismiss = function(reason) gone[#gone + 1] = reason end })
    assert(#gone == 0)
    router:pop()
    app:expect { stack = { "list" } }
    assert(#gone == 1 and gone[1] == "popped")
    router:navigate("detail", { id = 3 }, { onDismiss = function(reason) gone[#gone + 1] = reason end })
    app:swipeBack()
    assert(#gone == 2 and gone[2] == "userSwipe", gone[2])
  end,
}

scenario "push(UINavigationController)" {
  function(app)
    local router = main(app)
    router:navigate("create", nil, { style = "push" })
    app:expect { coordinator = "Create", stack = { "form" }, layers = 1 }
    app:tap "Hide"
    app:expect { stack = { "list" } }
  end,
}

scenario "popModule()" {
  function(app)
    local router = main(app)
    router:navigate("detail", { id = 3 })
    assert(select(3, router:pop()) == "detail")
    app:expect { stack = { "list" } }
    assert(select(3, router:pop()) == "atRoot")
  end,
}

scenario "setRootModule(module)" {
  function(app)
    local router = main(app)
    router:navigate("detail", { id = 3 })
    router:startFlow("list")
    app:expect { stack = { "list" }, layers = 1 }
  end,
}

scenario "popToRootModule(animated:)" {
  function(app)
    local router, gone = main(app), 0
    for id = 1, 3 do
      router:navigate("detail", { id = id }, { onDismiss = function() gone = gone + 1 end })
    end
    router:popToRoot { animated = false }
    app:expect { stack = { "list" } }
    assert(gone == 3)
  end,
}

scenario "toPresent()" {
  function(app)
    local create = Create:new()
    main(app):present(create)
    app:expect { coordinator = "Create", stack = { "form" }, layers = 2 }
    assert(app.top == create)
  end,
}

-- MARK: - The coordinator

scenario "start()" {
  function(app)
    assert(launched(app, true, true) == app.main)
    app:expect { launchFlow = "main", stack = { "list" } }
    assert(app.main:launch() == "main" and #app.main.children == 1)
  end,
}

scenario "start(with: nil)" {
  function(app)
    assert(launched(app, false, true):startWith() == "handled")
    app:expect { launchFlow = "onboarding", stack = { "welcome" } }
  end,
}

scenario "start(with: option)" {
  function(app)
    assert(launched(app, true, true):startWith { name = "item", id = 4 } == "handled")
    app:expect { stack = { "list", "detail" }, args = { id = 4 } }
  end,
}

scenario "childCoordinators" {
  function(app)
    local tabbar = launched(app, true, true).children[1]
    assert(#app.main.children == 1 and tabbar.type == "Tabbar" and #tabbar.children == 2)
  end,
}

scenario "addDependency(coordinator)" {
  function(app)
    local Service = coordinator "Service" {}
    local router, service = main(app), Service:new()
    router:addDependency(service)
    assert(service.parent == app.top and service.phase == "started" and #service.stack == 0)
    app:expect { stack = { "list" }, leaks = 0 }
  end,
}

scenario "addDependency(coordinator) twice" {
  function(app)
    local Service = coordinator "Service" {}
    local router, service = main(app), Service:new()
    router:addDependency(service)
    local _, status, value = router:addDependency(service)
    assert(status == "noop" and (value == "alreadyAttached" or value == service))
    assert(#app.top.children == 1)
  end,
}

scenario "addDependency(self)" {
  function(app)
    local router = main(app)
    local _, status, reason = router:addDependency(app.top, { try = true })
    assert(status == "rejected" and reason == "cycle")
    assert(#app.top.children == 0)
  end,
}

scenario "removeDependency(coordinator)" {
  function(app)
    local Service = coordinator "Service" {}
    local router, service, ended = main(app), Service:new(), nil
    router:addDependency(service, { onFinish = function(_, reason) ended = reason end })
    router:removeDependency(service)
    assert(not service.isAlive and #app.top.children == 0 and ended == "finished")
    assert(select(2, router:removeDependency(service)) == "noop")
  end,
}

scenario "removeDependency(nil)" {
  function(app)
    assert(select(2, main(app):removeDependency(nil)) == "noop")
    app:expect { stack = { "list" } }
  end,
}

scenario "removeDependency(coordinator) with children of its own" {
  function(app)
    local Service = coordinator "Service" {}
    local router, outer, inner = main(app), Service:new(), Service:new()
    router:addDependency(outer)
    outer.router:addDependency(inner)
    router:removeDependency(outer)
    assert(not outer.isAlive and not inner.isAlive)
    app:expect { leaks = 0 }
  end,
}

scenario "finishFlow" {
  function(app)
    launched(app, true, false)
    app:tap "Log in"
    assert(app.main.ended == "ada finished", app.main.ended)
    app:expect { launchFlow = "main" }
  end,
}

scenario "makeAuthCoordinatorBox(router: router)" {
  function(app)
    local Guide = coordinator "Guide" { routes = { one = {}, two = {} } }
    function Guide:begin() self.router:navigate("one") end
    local router, guide = main(app), Guide:new()
    router:addDependency(guide)
    guide:begin()
    guide.router:navigate("two")
    app:expect { coordinator = "Guide", stack = { "one", "two" }, layers = 1 }
    app:back()
    app:back()
    app:expect { stack = { "list" }, leaks = 0 }
    assert(not guide.isAlive)
    local again = Guide:new()
    router:addDependency(again)
    again:begin()
    again.router:finishFlow()
    app:expect { stack = { "list" } }
    assert(not again.isAlive and #app.top.children == 0)
  end,
}

scenario "makeItemCreationCoordinatorBox()" {
  function(app)
    main(app):navigate("create")
    app:expect { coordinator = "Create", stack = { "form" }, layers = { "root", "sheet" } }
    assert(app.top.parent.type == "Items")
  end,
}

scenario "CoordinatorFactory" {
  function(app)
    local made = Create:new { from = "factory" }
    main(app):present(made)
    assert(made.args.from == "factory" and app.top == made)
  end,
}

scenario "ModuleFactory" {
  function(app)
    main(app):navigate("detail", { id = 9 })
    app:expect { title = "Item 9", args = { id = 9 } }
  end,
}

-- MARK: - The launch instructor

each {
  { "tutorialWasShown: true, isAutorized: false", true, false, "auth" },
  { "tutorialWasShown: false, isAutorized: false", false, false, "auth" },
  { "tutorialWasShown: false, isAutorized: true", false, true, "onboarding" },
  { "tutorialWasShown: true, isAutorized: true", true, true, "main" },
}:scenario "%s" {
  function(app, _, tutorial, authorised, name)
    assert(instructor.decide { tutorial = tutorial, authorised = authorised } == name)
    launched(app, tutorial, authorised)
    app:expect { launchFlow = name, layers = 1, leaks = 0 }
  end,
}

scenario "LaunchInstructor.configure" {
  function(app)
    instructor.coordinator "Ages" {
      flags = { age = 0 },
      decide = function(flags) return flags.age >= 18 and "main" or "ask" end,
      flows = {
        ask = { coordinator = "Auth", finishes = function(flags, age) flags.age = age end },
        main = { coordinator = "Items" },
      },
    }
    app:launch "Ages"
    app:expect { launchFlow = "ask" }
    app.top.router:finishFlow(18)
    app:expect { launchFlow = "main" }
  end,
}

scenario "onboardingWasShown, isAutorized" {
  function(app)
    local application = launched(app, true, true)
    assert(application.flags.tutorial and application.flags.authorised)
    application.flags.authorised = false
    application:launch()
    app:expect { launchFlow = "auth" }
    assert(select(2, pcall(function() application.flags.autorized = true end))
      :find("there is no flag \"autorized\"", 1, true))
  end,
}

scenario "runAuthFlow()" {
  function(app)
    local application = launched(app, true, false)
    local auth = app.top
    app:tap "Log in"
    app:expect { launchFlow = "main", leaks = 0 }
    assert(application.flags.authorised and not auth.isAlive and #application.children == 1)
  end,
}

scenario "runOnboardingFlow()" {
  function(app)
    local application = launched(app, false, true)
    app:tap "Finish"
    app:expect { launchFlow = "main", leaks = 0 }
    assert(application.flags.tutorial and #application.children == 1)
  end,
}

scenario "runMainFlow()" {
  function(app)
    launched(app, true, true)
    app:expect { launchFlow = "main", tab = "items", stack = { "list" }, layers = 1 }
  end,
}

scenario "authNeed" {
  function(app)
    local application, done = launched(app, true, true), nil
    application.flags.authorised = false
    local answer = application:guardFlow(function() done = app.front.name end)
    assert(answer == "deferred" and done == nil)
    app:expect { front = "login", layers = 2 }
    app:tap "Log in"
    app:expect { layers = 1, stack = { "list" } }
    assert(done == "list" and application:guardFlow(function() done = "at once" end) == "done")
    assert(done == "at once")
  end,
}

-- MARK: - Deep links

scenario "DeepLinkOption.build(with: dict)" {
  function(app)
    makeLinks()
    main(app)
    assert(tostring(app:notify { launch_id = "settings" }) == "handled settings")
    app:expect { tab = "settings" }
  end,
}

scenario "case item(String?)" {
  function(app)
    makeLinks()
    main(app)
    app:notify { launch_id = "item", item_id = "7" }
    app:expect { stack = { "list", "detail" }, args = { id = 7 } }
  end,
}

scenario "default: return nil" {
  function(app)
    local links = makeLinks()
    main(app)
    local before = app:saveState()
    assert(links:parse "nonsense://x" == nil)
    assert(app:notify({ launch_id = "nonsense" }).status == "unhandled")
    assert(app:saveState() == before)
  end,
}

scenario "DeepLinkOption.build(with: userActivity)" {
  function(app)
    makeLinks()
    main(app)
    app:continueActivity { type = "NSUserActivityTypeBrowsingWeb", url = "https://example.org/items/5" }
    app:expect { args = { id = 5 } }
    app:continueActivity { type = "org.example.item", info = { id = 6 } }
    app:expect { args = { id = 6 } }
  end,
}

scenario "a URL" {
  function(app)
    makeLinks()
    main(app)
    app:open "app://items/8"
    app:expect { stack = { "list", "detail" }, args = { id = 8 } }
  end,
}

scenario "a quick action" {
  function(app)
    makeLinks()
    main(app)
    app:shortcut "settings"
    app:expect { tab = "settings", stack = { "settings" } }
  end,
}

scenario "start(with: .onboarding)" {
  function(app)
    makeLinks()
    main(app)
    app:open "app://onboarding"
    app:expect { launchFlow = "onboarding", leaks = 0 }
  end,
}

scenario "start(with: .signUp)" {
  function(app)
    makeLinks()
    main(app)
    app:open "app://sign-up"
    app:expect { launchFlow = "auth", stack = { "login" }, leaks = 0 }
  end,
}

scenario "default: childCoordinators.forEach { $0.start(with: option) }" {
  function(app)
    makeLinks()
    main(app)
    asked = {}
    app:open "app://items/2"
    app:expect { stack = { "list", "detail" }, args = { id = 2 } }
    assert(table.concat(asked, ", ") == "Items item", table.concat(asked, ", "))
  end,
}

scenario "didFinishLaunchingWithOptions" {
  function(app)
    makeLinks()
    app:notify { launch_id = "item", item_id = "7" }
    launched(app, true, true)
    app:expect { stack = { "list", "detail" }, args = { id = 7 }, pendingLinks = {} }
  end,
}

scenario "didReceiveRemoteNotification" {
  function(app)
    makeLinks()
    main(app)
    app:notify { launch_id = "items" }
    app:expect { tab = "items", stack = { "list" } }
  end,
}

scenario "continue userActivity" {
  function(app)
    makeLinks()
    launched(app, true, false)
    app:continueActivity { type = "org.example.item", info = { id = 6 } }
    app:expect { stack = { "login" }, pendingLinks = { "item" } }
    app:tap "Log in"
    app:expect { stack = { "list", "detail" }, args = { id = 6 }, pendingLinks = {} }
  end,
}

-- MARK: - The example

scenario "showLogin()" {
  function(app)
    launched(app, false, false)
    app:expect { coordinator = "Auth", stack = { "login" } }
    app:tap "Log in"
    app:expect { launchFlow = "onboarding" }
  end,
}

scenario "showSignUp()" {
  function(app)
    launched(app, false, false)
    app:tap "Sign up"
    app:expect { stack = { "login", "signUp" }, args = { confirmed = false } }
    app:tap "Create"
    app:expect { launchFlow = "auth" }
  end,
}

scenario "showTerms()" {
  function(app)
    launched(app, true, false)
    app:tap "Sign up"
    app:tap "Terms"
    app:tap "Switch"
    app:expect { stack = { "login", "signUp", "terms" }, args = { confirmed = true } }
    app:back()
    app:expect { args = { confirmed = true } }
    app:tap "Create"
    app:expect { launchFlow = "main" }
    assert(app.main.ended == "bob finished")
  end,
}

scenario "showOnboarding()" {
  function(app)
    launched(app, false, true)
    app:expect { coordinator = "Onboarding", stack = { "welcome" } }
  end,
}

scenario "onViewDidLoad: runItemFlow()" {
  function(app)
    launched(app, true, true)
    assert(app:coordinator("Items").phase == "started")
    assert(app:coordinator("Settings").phase == "created")
  end,
}

scenario "onSettingsFlowSelect: runSettingsFlow()" {
  function(app)
    launched(app, true, true)
    local settings = app:coordinator "Settings"
    app:tapTab "settings"
    app:expect { tab = "settings", stack = { "settings" } }
    app:tapTab "items"
    app:tapTab "settings"
    assert(app.top == settings)
    app:expect { stack = { "settings" } }
  end,
}

scenario "showItemDetail(item)" {
  function(app)
    main(app)
    app:tap "Item"
    app:expect { stack = { "list", "detail" }, title = "Item 1" }
  end,
}

scenario "runCreationFlow()" {
  function(app)
    main(app)
    app:tap "Add"
    app:tap "Hide"
    app:expect { layers = 1, stack = { "list" } }
    app:tap "Add"
    app:tap "Create"
    app:expect { layers = 1, stack = { "list", "detail" }, args = { id = 12 }, leaks = 0 }
  end,
}

scenario "an unauthorized response during item creation" {
  function(app)
    main(app)
    app:tap "Add"
    app.main.flags.authorised = false
    app:tap "Create"
    app:expect { front = "login", layers = 3 }
    app:tap "Log in"
    app:expect { layers = 1, stack = { "list", "detail" }, args = { id = 12 }, leaks = 0 }
  end,
}

-- MARK: - Defects of the original

scenario "an unknown link on a running application starts the main flow again and leaks the old one" {
  function(app)
    local application = launched(app, true, true)
    local child, before = app.top, app:saveState()
    assert(application:startWith { name = "nonsense" } == "unhandled")
    assert(app.top == child and app:saveState() == before and application.unhandled == "nonsense")
  end,
}

scenario "a cold start with a child's link shows nothing" {
  function(app)
    launched(app, true, false, { name = "item", id = 3 })
    app:expect { launchFlow = "auth", stack = { "login" } }
    app:tap "Log in"
    app:expect { stack = { "list", "detail" }, args = { id = 3 }, leaks = 0 }
  end,
}

scenario "swiping back leaves dependencies behind" {
  function(app)
    main(app)
    app:tap "Add"
    app:swipeDown()
    app:expect { layers = 1, stack = { "list" }, leaks = 0 }
    assert(#app.top.children == 0)
  end,
}

scenario "starting twice attaches the flow twice" {
  function(app)
    local application = launched(app, true, true)
    local child = app.top
    application:launch()
    application:startWith()
    assert(app.top == child and #application.children == 1)
  end,
}

scenario "a second action that needs a login opens a second login flow" {
  function(app)
    local application, done = launched(app, true, true), {}
    application.flags.authorised = false
    application:guardFlow(function() done[#done + 1] = "one" end)
    application:guardFlow(function() done[#done + 1] = "two" end)
    app:expect { layers = 2 }
    app:tap "Log in"
    app:expect { layers = 1 }
    assert(table.concat(done, " ") == "one two")
  end,
}

scenario "a flow that ends without setting its flag is repeated forever" {
  function(app)
    instructor.coordinator "Looping" {
      flows = { auth = { coordinator = "Auth" }, main = { coordinator = "Items" } },
    }
    app:launch "Looping"
    app:tap "Log in"
    app:expect { launchFlow = "auth" }
    local isFine, problem = pcall(function() app.top.router:finishFlow() end)
    assert(not isFine and tostring(problem):find("instructorLoop", 1, true), problem)
    app:expect { launchFlow = "auth" }
  end,
}

scenario "a forced screen is dismissed by a link" {
  function(app)
    local links = makeLinks()
    main(app)
    app.main.children[1].router:present("forced")
    assert(tostring(links:open("app://items/1", { over = "dismissAll" }))
      == "queued(notDismissible) app://items/1")
    app:expect { modal = { "forced" } }
    app.main.children[1].router:dismiss()
    app:expect { layers = 1, args = { id = 1 }, pendingLinks = {} }
  end,
}
