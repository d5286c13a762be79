-- The rows of docs/coming-from/alcoordinator.md, one scenario each, in the order of the page.

local function row(name, body) scenario(name) { body } end

local function text(value)
  if type(value) ~= "table" then return tostring(value) end
  local parts <const> = {}
  for index = 1, #value do parts[index] = text(value[index]) end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

---Compares whole lists.
local function same(actual, expected)
  if text(actual) ~= text(expected) then
    error(("expected %s, got %s"):format(text(expected), text(actual)), 2)
  end
end

local function define(name, spec, first)
  local made <const> = coordinator(name)(spec)
  function made:start(animated)
    self.started, self.animated, self.log = true, animated, {}
    self.router:startFlow(first)
  end
  function made:childFinished(type, _, reason) self.log[#self.log + 1] = type .. " " .. reason end
  return made
end

local Flow <const> = define("Flow", {
  args = { kind = "string?" },
  routes = {
    home = {}, detail = {}, other = {}, card = { style = "modal" }, cover = { style = "modalFullScreen" },
    item = {
      title = function(args) return "Item " .. args.id end, args = { id = "integer" }, actions = { "Buy" },
    },
  },
}, "home")
function Flow:onBuy(screen) self.bought = screen.args.id end

local Child <const> = define("Child", { style = "fullScreen", routes = { first = {}, second = {} } }, "first")
local Other <const> = define("Other", { routes = { first = {} } }, "first")

local Home <const> = tabs "Home" {
  pages = {
    { id = "shop", title = "Marketplace", icon = "house", position = 0, coordinator = "Flow" },
    {
      id = "settings", title = "Settings", icon = "gearshape", position = 1, coordinator = "Flow",
      args = { kind = "settings" },
    },
  },
}

local Custom <const> = tabs "Custom" {
  pages = { { id = "shop", coordinator = "Flow" }, { id = "settings", coordinator = "Flow" } },
  view = {
    name = "bar", title = function(args) return "On " .. args.page end,
    args = { page = "shop" }, actions = { "Shop", "Settings" },
  },
}
function Custom:start() self.changes = {} end
function Custom:onShop() self.currentPage = "shop" end
function Custom:onSettings() self.currentPage = "settings" end
function Custom:currentPageChanged(page, source)
  self.changes[#self.changes + 1] = page .. " " .. source
  self.tabView:update { page = page }
end

row("router.navigate(to: route)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail")
  main.router:navigate("card")
  app:expect { stack = { "home", "detail" }, modal = { "card" }, layers = { "root", "sheet" } }
end)

row("router.navigate(transitionStyle:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("card", nil, { style = "push" })
  main.router:navigate("detail", nil, { style = "fullScreen" })
  app:expect { stack = { "home", "card" }, modal = { "detail" }, layers = { "root", "fullScreen" } }
end)

row("router.navigate(animated:)", function(app)
  local main <const> = app:launch(Flow)
  local before <const> = clock.now()
  main.router:navigate("detail", nil, { animated = false })
  assert(clock.now() == before)
  main.router:navigate("card")
  assert(clock.now() == before + 350)
end)

row("router.navigate(completion:)", function(app)
  local main <const> = app:launch(Flow)
  local log <const> = {}
  local function note(status, value) log[#log + 1] = ("%s %s"):format(status, value) end
  main.router:navigate("detail", nil, { completion = note })
  main.router:navigate("card", nil, { completion = note })
  main.router:navigate("nowhere", nil, { completion = note })
  same(log, { "done nil", "done nil", "rejected unknownRoute" })
end)

row("router.navigate(to: coordinator)", function(app)
  local main <const> = app:launch(Flow)
  local child <const> = Child:new()
  assert(main.router:navigate(child) == child)
  assert(child.parent == main and main.children[1] == child and child.started)
  app:expect { coordinator = "Child", modal = { "first" }, layers = { "root", "fullScreen" } }
end)

row("router.navigate(to: coordinator, animated:)", function(app)
  local main <const> = app:launch(Flow)
  local child <const> = Child:new()
  main.router:navigate(child, nil, { animated = false })
  assert(child.animated == false)
  child.router:finishFlow()
  assert(main.router:navigate(Child:new()).animated == true)
end)

row("router.startFlow(route:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail"):navigate("card")
  main.router:startFlow("detail")
  app:expect { stack = { "detail" }, modal = {} }
  main.router:navigate("card")
  main.router:startFlow("home", nil, { keepModals = true })
  assert(table.concat(app:stack(main), " ") == "home")
  app:expect { modal = { "card" } }
end)

row("router.startFlow(transitionStyle:)", function(app)
  local main <const> = app:launch(Flow)
  local Sheet <const> = coordinator "Sheet" { style = "fullScreen", routes = { first = {} } }
  function Sheet:start() self.router:startFlow("first", nil, { style = "sheet" }) end
  main.router:navigate(Sheet:new())
  app:expect { layers = { "root", "sheet" } }
end)

row("router.startFlow(animated:)", function(app)
  local main <const> = app:launch(Flow)
  local before <const> = clock.now()
  main.router:startFlow("detail", nil, { animated = false })
  assert(clock.now() == before)
  app:expect { stack = { "detail" } }
end)

row("router.present(_ view:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:present(screen("help", { title = "Help" }))
  app:expect { modal = { "help" }, title = "Help" }
  main.router:present("detail")
  app:expect { modal = { "help", "detail" } }
end)

row("router.present(animated:completion:)", function(app)
  local main <const> = app:launch(Flow)
  local before <const>, log <const> = clock.now(), {}
  main.router:present("card", nil, { animated = false, completion = function(s) log[1] = s end })
  assert(clock.now() == before)
  same(log, { "done" })
end)

row("router.pop(animated:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail"):navigate("detail")
  local before <const> = clock.now()
  main.router:pop()
  assert(clock.now() == before + 350)
  main.router:pop(1, { animated = false })
  assert(clock.now() == before + 350)
  app:expect { stack = { "home" } }
  same({ select(2, main.router:pop()) }, { "noop", "atRoot" })
end)

row("router.popToRoot(animated:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail"):navigate("detail")
  local before <const> = clock.now()
  local _ <const>, status <const>, names <const> = main.router:popToRoot { animated = false }
  assert(status == "done" and clock.now() == before)
  same(names, { "detail", "detail" })
  app:expect { stack = { "home" } }
end)

row("router.popToRoot(completion:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail")
  local log <const> = {}
  main.router:popToRoot { completion = function(status, name) log[#log + 1] = status .. " " .. name end }
  main.router:popToRoot { completion = function(status, name) log[#log + 1] = status .. " " .. name end }
  same(log, { "done detail", "noop atRoot" })
end)

row("router.popToView(_ view:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail"):navigate("other"):navigate("detail"):navigate("other")
  assert(main.router:popToView("detail") == true)
  app:expect { stack = { "home", "detail", "other", "detail" } }
  assert(main.router:popToView("detail", { which = "first" }) == true)
  app:expect { stack = { "home", "detail" } }
  assert(main.router:popToView("nowhere") == false)
  app:expect { stack = { "home", "detail" } }
end)

row("router.popToView(animated:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail"):navigate("other")
  local before <const> = clock.now()
  assert(main.router:popToView("home", { animated = false }) == true)
  assert(clock.now() == before)
  app:expect { stack = { "home" } }
end)

row("router.dismiss(animated:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("card"):navigate("card")
  local before <const> = clock.now()
  main.router:dismiss { animated = false }
  assert(clock.now() == before)
  app:expect { modal = { "card" } }
  main.router:dismiss()
  app:expect { modal = {} }
  same({ select(2, main.router:dismiss()) }, { "noop", "nothingPresented" })
end)

row("router.dismiss(completion:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("card")
  local log <const> = {}
  local function note(status, value) log[#log + 1] = ("%s %s"):format(status, value) end
  main.router:dismiss { completion = note }
  main.router:dismiss { completion = note }
  same(log, { "done 1", "noop nothingPresented" })
end)

row("router.finishFlow(animated:)", function(app)
  local main <const> = app:launch(Flow)
  local child <const> = main.router:navigate(Child:new())
  child.router:navigate("second")
  local before <const> = clock.now()
  child.router:finishFlow("saved", { animated = false })
  assert(clock.now() == before and not child.isAlive and #main.children == 0)
  app:expect { modal = {}, stack = { "home" }, result = "saved" }
  same({ select(2, main.router:finishFlow()) }, { "noop", "atRoot" })
end)

row("router.finishFlow(completion:)", function(app)
  local main <const> = app:launch(Flow)
  local child <const> = main.router:navigate(Child:new())
  local log <const> = {}
  child.router:finishFlow(nil, { completion = function(s) log[#log + 1] = s .. " " .. tostring(child.isAlive) end })
  same(log, { "done false" })
end)

row("router.finishFlow(withDissmis:)", function(app)
  local main <const> = app:launch(Flow)
  local child <const> = main.router:navigate(Child:new())
  local _ <const>, status <const> = child.router:finishFlow(nil, { withDismiss = false, try = true })
  assert(status == "rejected" and child.isAlive)
  app:expect { modal = { "first" } }
end)

row("router.stackViews", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail")
  same(app:stack(main), { "home", "detail" })
  assert(main.stack[2].name == "detail" and main.stack[2] == app.front)
end)

row("NavigationTransitionStyle.push", function(app)
  app:launch(Flow).router:navigate("detail")
  app:expect { stack = { "home", "detail" }, layers = 1 }
end)

row("NavigationTransitionStyle.modal", function(app)
  app:launch(Flow).router:navigate("card")
  app:expect { layers = { "root", "sheet" } }
end)

row("NavigationTransitionStyle.modalFullscreen", function(app)
  app:launch(Flow).router:navigate("cover")
  app:expect { layers = { "root", "fullScreen" } }
end)

row("NavigationTransitionStyle.custom(style:)", function(app)
  local main <const> = app:launch(Flow)
  for _, style in ipairs { "popover", "formSheet", "currentContext", "overFullScreen", "custom" } do
    main.router:navigate("card", nil, { style = style })
    app:expect { layers = { "root", style } }
    main.router:dismiss()
  end
  same({ select(2, main.router:navigate("card", nil, { style = "none", try = true })) },
    { "rejected", "unknownStyle" })
end)

row("case firstStep(viewModel:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("item", { id = 7 })
  app:expect { front = { "item", id = 7 }, title = "Item 7" }
  same({ select(2, main.router:navigate("item", { id = "x" }, { try = true })) }, { "rejected", "badArgument" })
end)

row("NavigationRoute.view()", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("item", { id = 1 })
  app:expect { title = "Item 1", actions = { "Buy" } }
  app:tap "Buy"
  assert(main.bought == 1)
end)

row("The first route of an empty stack", function(app)
  local First <const> = coordinator "First" { routes = { card = { style = "modal" } } }
  local log <const> = {}
  function First:start()
    self.router:navigate("card", nil, { completion = function(status) log[#log + 1] = status end })
  end
  app:launch(First)
  app:expect { stack = { "card" }, layers = 1 }
  same(log, { "done" })
end)

row("start(animated:)", function(app)
  assert(app:launch(Flow, nil, { animated = false }).animated == false)
  app:launch(Other)
  assert(app:launch(Flow).animated == true)
end)

row("NavigationCoordinator(presentationStyle:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate(Child:new(nil, { style = "sheet" }))
  main.router:navigate(Child:new())
  main.router:navigate(Other:new())
  app:expect { layers = { "root", "sheet", "fullScreen", "sheet" } }
end)

row("NavigationCoordinator(parent:)", function(app)
  local main <const> = app:launch(Flow)
  local child <const> = Child:new()
  assert(child.parent == nil)
  main.router:navigate(child)
  assert(child.parent == main)
end)

row("coordinator.parent, coordinator.children", function(app)
  local main <const> = app:launch(Flow)
  local child <const> = main.router:navigate(Child:new())
  local grandchild <const> = child.router:navigate(Other:new())
  assert(grandchild.parent == child and child.parent == main and main.parent == nil)
  assert(#main.children == 1 and child.children[1] == grandchild)
  child.router:finishFlow()
  assert(#main.children == 0 and not grandchild.isAlive)
end)

row("coordinator.uuid", function(app)
  local main <const> = app:launch(Flow)
  local one <const>, two <const> = Child:new(), Child:new()
  assert(one.id ~= two.id and one.id ~= main.id and one.id:find("^c%d+$"))
end)

row("coordinator.root", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail")
  assert(main.stack[1].name == "home" and main.child == main)
end)

row("BaseCoordinator.mainCoordinator", function(app)
  local flow <const> = app:launch(Flow)
  assert(app.main == flow)
  local other <const> = app:launch(Other)
  assert(app.main == other and not flow.isAlive)
  app:expect { coordinator = "Other", layers = 1 }
end)

row("forcePresentation(startWith:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("card")
  local child <const> = Child:new()
  child.router:forcePresentation("second")
  assert(child.parent == main and child.started)
  app:expect { coordinator = "Child", modal = { "card", "second" } }
  child.router:navigate(Other:new())
  child.router:forcePresentation()
  app:expect { modal = { "card", "second" }, coordinator = "Child" }
end)

row("forcePresentation(transitionStyle:)", function(app)
  app:launch(Flow)
  Child:new().router:forcePresentation("first", nil, { style = "sheet" })
  app:expect { layers = { "root", "sheet" }, modal = { "first" } }
end)

row("forcePresentation(animated:)", function(app)
  app:launch(Flow)
  local before <const> = clock.now()
  local child <const> = Child:new()
  child.router:forcePresentation(nil, nil, { animated = false })
  assert(child.animated == false and clock.now() == before)
end)

row("forcePresentation(mainCoordinator:)", function(app)
  local home <const> = app:launch(Home)
  local settings <const> = home.children[2]
  local child <const> = Child:new()
  child.router:forcePresentation(nil, nil, { mainCoordinator = settings })
  assert(child.parent == settings)
  app:expect { front = "first" }
end)

row("getTopCoordinator(mainCoordinator:)", function(app)
  local home <const> = app:launch(Home)
  local shop <const>, settings <const> = home.children[1], home.children[2]
  assert(home.router:getTopCoordinator() == shop and app.top == shop)
  assert(home.router:getTopCoordinator { mainCoordinator = settings } == settings)
  local child <const> = shop.router:navigate(Child:new())
  assert(home.router:getTopCoordinator() == child)
end)

row("topCoordinator(pCoodinator:)", function(app)
  local main <const> = app:launch(Flow)
  local child <const> = main.router:navigate(Child:new())
  local grandchild <const> = child.router:navigate(Other:new())
  assert(child.router:getTopCoordinator { mainCoordinator = child } == grandchild)
end)

row("restartApp(mainCoordinator:animated:completion:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail")
  local child <const> = main.router:navigate(Child:new())
  local log <const> = {}
  child.router:restartApp { animated = false, completion = function(status) log[#log + 1] = status end }
  same(log, { "done" })
  assert(main.isAlive and not child.isAlive and main.animated == false)
  app:expect { stack = { "home" }, layers = 1 }
  local home <const> = app:launch(Home)
  home.children[2].router:navigate("detail")
  home.router:restartApp { mainCoordinator = home.children[2] }
  same(app:stack(home.children[2]), { "home" })
end)

row("presentationControllerDidDismiss(_:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate(Child:new(nil, { style = "sheet" }))
  app:swipeDown()
  same(main.log, { "Child userSwipe" })
  app:expect { layers = 1 }
end)

row("TabbarCoordinator(pages:)", function(app)
  app:launch(Home)
  app:expect { pages = { "shop", "settings" }, tab = "shop" }
end)

row("TabbarCoordinator(currentPage:)", function(app)
  local main <const> = app:launch(Flow)
  local home <const> = Home:new(nil, { currentPage = "settings" })
  main.router:navigate(home)
  app:expect { tab = "settings" }
  assert(app:launch(Home).currentPage == "shop")
end)

row("TabbarCoordinator(presentationStyle:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate(Home:new(nil, { style = "fullScreen" }))
  main.router:navigate(Home:new())
  app:expect { layers = { "root", "fullScreen", "sheet" } }
end)

row("TabbarCoordinator(customView:)", function(app)
  local custom <const> = app:launch(Custom)
  app:expect { tab = "shop", front = "home" }
  assert(custom.tabView.name == "bar" and custom.tabView.isVisible)
  app:tap "Settings"
  app:expect { tab = "settings" }
  assert(app:tree():find("in bar", 1, true) and app:screen():find("[Shop]", 1, true))
end)

row("viewModel.$currentPage.sink { self.currentPage = $0 }", function(app)
  local custom <const> = app:launch(Custom)
  app:tap "Settings"
  assert(custom.currentPage == "settings" and app.top == custom.children[2])
end)

row("viewModel.currentPage = currentPage", function(app)
  local custom <const> = app:launch(Custom)
  app:tapTab "settings"
  custom:select("shop")
  same(custom.changes, { "settings user", "shop operation" })
  assert(custom.tabView.args.page == "shop" and custom.tabView.title == "On shop")
end)

row("currentPage", function(app)
  local home <const> = app:launch(Home)
  home.currentPage = "settings"
  assert(home.currentPage == "settings")
  app:expect { tab = "settings" }
  same({ select(2, home:select("nowhere", { try = true })) }, { "rejected", "unknownPage" })
  assert(home.currentPage == "settings")
end)

row("getCoordinatorSelected()", function(app)
  local home <const> = app:launch(Home)
  assert(home:getCoordinatorSelected() == home.children[1])
  home.currentPage = "settings"
  assert(home:getCoordinatorSelected() == home.children[2])
  assert(home:getCoordinatorSelected { mainCoordinator = home.children[1] } == nil)
  home:setPages {}
  assert(home:getCoordinatorSelected() == nil)
end)

row("setPages(_:)", function(app)
  local home <const> = app:launch(Home)
  local settings <const> = home.children[2]
  home:setPages { { id = "settings", coordinator = "Flow" }, { id = "more", coordinator = "Other" } }
  assert(home.children[1] == settings)
  app:expect { pages = { "settings", "more" } }
  home:setPages({ { id = "settings", coordinator = "Flow" } }, { recreate = true })
  assert(not settings.isAlive)
  home:setPages(nil)
  app:expect { pages = { "shop", "settings" } }
end)

row("setPages(completion:)", function(app)
  local home <const> = app:launch(Home)
  local log <const> = {}
  home:setPages({}, { completion = function(status) log[#log + 1] = status .. " " .. #home.children end })
  same(log, { "done 0" })
end)

row("forcePresentation(animated:mainCoordinator:) of tabs", function(app)
  local main <const> = app:launch(Flow)
  local home <const> = Home:new()
  home.router:forcePresentation(nil, nil, { animated = false, mainCoordinator = main })
  assert(home.parent == main)
  app:expect { tab = "shop", layers = { "root", "sheet" } }
  same({ select(2, home.router:forcePresentation("home", nil, { try = true })) }, { "rejected", "wrongKind" })
end)

row("TabbarPage.title, TabbarPage.icon", function(app)
  app:launch(Home)
  local pages <const> = app:state().main.pages
  same({ pages[1].title, pages[1].icon, pages[2].title, pages[2].icon },
    { "Marketplace", "house", "Settings", "gearshape" })
end)

row("TabbarPage.position", function(app)
  local home <const> = app:launch(Home)
  home:setPages {
    { id = "last", position = 9, coordinator = "Flow" }, { id = "first", position = 2, coordinator = "Flow" },
  }
  app:expect { pages = { "first", "last" } }
end)

row("TabbarPage.coordinator()", function(app)
  local home <const> = app:launch(Home)
  assert(home.children[1].type == "Flow" and home.children[1].parent == home)
  assert(home.children[2].args.kind == "settings")
end)

row("CaseIterable.itemsSorted", function(app)
  app:launch(Home)
  local ids <const> = {}
  for _, page in ipairs(app:state().main.pages) do ids[#ids + 1] = page.id end
  same(ids, { "shop", "settings" })
end)

row("tabBarController(_:didSelect:)", function(app)
  local home <const> = app:launch(Home)
  app:tapTab "settings"
  app:expect { tab = "settings", events = { "tab.userSelected", "tab.changed" } }
  home.children[2].router:navigate("detail")
  app:tapTab "settings"
  app:expect { stack = { "home" } }
end)

row("A coordinator to which a tab navigates", function(app)
  local main <const> = app:launch(Flow)
  local home <const> = main.router:navigate(Home:new())
  home.children[1].router:navigate(Child:new())
  app:expect { modal = { "home", "first" } }
  home.children[2].router:finishFlow(nil, { scope = "self" })
  app:expect { pages = { "shop" } }
  home.children[1].router:finishFlow()
  assert(not home.isAlive)
  app:expect { layers = 1 }
end)

row("@Coordinator(HomeRoute.self)", function(app)
  local One <const> = coordinator "One" { routes = { only = "Only" } }
  function One:start() self.router:startFlow("only") end
  app:launch(One)
  app:expect { coordinator = "One", title = "Only" }
end)

row("startFlow(route:) of a running flow", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail")
  main.router:startFlow("other")
  app:expect { stack = { "other" } }
end)

row("navigate(to:presentationStyle:animated:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate(Child:new(), nil, { style = "sheet", animated = false })
  app:expect { layers = { "root", "sheet" } }
end)

row("TransitionPresentationStyle.fullScreenCover", function(app)
  app:launch(Flow).router:navigate("card", nil, { style = "fullScreenCover" })
  app:expect { layers = { "root", "fullScreen" } }
end)

row("TransitionPresentationStyle.detents([.medium, .large])", function(app)
  app:launch(Flow).router:navigate("card", nil, { style = { detents = { "medium", "large" } } })
  same(app:layers()[2].detents, { "medium", "large" })
  app:expect { layers = { "root", "sheet" } }
end)

row("TransitionPresentationStyle.custom(transition:animation:fullScreen:)", function(app)
  presentationStyle "slide" { covering = true }
  local main <const> = app:launch(Flow)
  main.router:navigate("card", nil, { style = { style = "custom", covering = true } })
  main.router:navigate("card", nil, { style = "slide" })
  app:expect { layers = { "root", "custom", "slide" } }
  assert(app:layers()[2].isCovering and app:layers()[3].isCovering)
end)

row("close(animated:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail"):navigate("card")
  main.router:back { animated = false }
  app:expect { modal = {}, stack = { "home", "detail" } }
  main.router:back()
  app:expect { stack = { "home" } }
  same({ select(2, main.router:back()) }, { "noop", "exit" })
end)

row("restart(animated:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail"):navigate("card")
  main.router:popToRoot { dismissModals = true }
  app:expect { modal = {}, stack = { "home" } }
end)

row("finishFlow(animated:)", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail"):navigate("card")
  main.router:finishFlow(nil, { animated = false })
  app:expect { stack = { "home" }, layers = 1, coordinator = "Flow" }
end)

row("forcePresentation(presentationStyle:rootCoordinator:)", function(app)
  local main <const> = app:launch(Flow)
  Other:new().router:forcePresentation(nil, nil, { style = "fullScreen", mainCoordinator = main })
  app:expect { layers = { "root", "fullScreen" }, coordinator = "Other" }
end)

row("getCoordinatorPresented(customRootCoordinator:)", function(app)
  local home <const> = app:launch(Home)
  home.currentPage = "settings"
  assert(app.top == home.children[2])
  local child <const> = home.children[2].router:navigate(Child:new())
  assert(app.top == child)
end)

row("TabCoordinator(viewContainer:)", function(app)
  local custom <const> = app:launch(Custom)
  assert(custom.tabView.title == "On shop")
  same(custom.tabView.actions, { "Shop", "Settings" })
end)

row("router.items", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("detail"):navigate("other")
  same({ table.unpack(app:stack(main), 2) }, { "detail", "other" })
end)

row("setPages(_:currentPage:)", function(app)
  local home <const> = app:launch(Home)
  home:setPages({ { id = "shop", coordinator = "Flow" }, { id = "more", coordinator = "Other" } },
    { current = "more" })
  app:expect { pages = { "shop", "more" }, tab = "more" }
end)

row("setCurrentPage(_:)", function(app)
  local home <const> = app:launch(Home)
  assert(home:select("settings") == home.children[2])
  same({ select(2, home:select("settings")) }, { "noop", "alreadySelected" })
end)

row("getCoordinator(with:)", function(app)
  local home <const> = app:launch(Home)
  assert(home.children[2].args.kind == "settings" and home:select("shop") == home.children[1])
end)

row("setBadge(for:with:), badges", function(app)
  local home <const> = app:launch(Home)
  home:setBadge("shop", "2")
  app:expect { badges = { shop = "2" }, events = { "tab.badge" } }
  home:setBadge("shop")
  app:expect { badges = { shop = false } }
end)

row("popToRoot() of tabs", function(app)
  local home <const> = app:launch(Home)
  home.children[1].router:navigate("detail")
  home:popToRoot()
  app:expect { stack = { "home" } }
end)

row("TabCoordinatorError.coordinatorSelected", function(app)
  local home <const> = app:launch(Home)
  home:setPages {}
  assert(home:getCoordinatorSelected() == nil)
  app:expect { pages = {} }
end)

row("navigate(to: coordinator) from tabs adds a tab", function(app)
  local home <const> = app:launch(Home)
  home.router:navigate(Child:new())
  app:expect { modal = { "first" } }
  home.children[3].router:finishFlow()
  app:expect { pages = { "shop", "settings" }, layers = 1 }
end)

row("forcePresentation of an attached coordinator attaches it twice", function(app)
  local home <const> = app:launch(Home)
  home.children[1].router:navigate(Child:new())
  home.children[2].router:forcePresentation()
  app:expect { tab = "settings", layers = 1 }
  assert(#home.children == 2)
end)

row("startFlow keeps the modals of the old flow", function(app)
  local main <const> = app:launch(Flow)
  main.router:navigate("card")
  main.router:startFlow("other")
  app:expect { layers = 1, stack = { "other" } }
end)

row("A swipe leaves the children of the removed screens behind", function(app)
  local main <const> = app:launch(Flow)
  local child <const> = main.router:navigate(Child:new())
  local other <const> = child.router:navigate(Other:new())
  app:swipeDown()
  assert(not other.isAlive and child.isAlive)
  same(child.log, { "Other userSwipe" })
end)

row("currentPage of an unknown page becomes nil", function(app)
  local home <const> = app:launch(Home)
  local isDone <const>, problem <const> = pcall(function() home.currentPage = "setings" end)
  assert(not isDone and problem:find('did you mean "settings"?', 1, true))
  assert(home.currentPage == "shop")
end)
