-- The rows of docs/coming-from/goodcoordinator.md, one scenario each, in order.
local steps = require "steps"

---An application coordinator with two steps, as in the original's example.
local App = steps.coordinator "App" {
  routes = {
    home = {}, first = {}, second = {}, item = { args = { id = "integer" } },
    about = { coordinator = "About" },
  },
}
function App:start() self.router:startFlow("home") end
function App:navigate(step)
  if self.action then return self.action(self, step) end
  if step == "showFirst" then return steps.push "first" end
  if step == "showSecond" then return steps.present("about", nil, { style = "automatic" }) end
end

local About = steps.coordinator "About" {
  routes = { about = {}, terms = {}, authors = {} },
}
function About:start() self.router:startFlow("about") end
function About:navigate(step)
  if step == "showTerms" then return steps.push "terms" end
  if step == "showAuthors" then return steps.push "authors" end
  if step == "dismiss" then return steps.dismiss() end
  if step == "up" then return steps.forward "showFirst" end
  if step == "end" then return steps.finish("showFirst", "read") end
end

---Launches the application. If an action is specified, all steps lead to this action.
local function launched(app, action)
  app:launch "App"
  if action then app.main.action = function() return action end end
  return app.main
end

local function raises(text, body)
  local ok, problem = pcall(body)
  assert(not ok, "nothing was raised")
  assert(tostring(problem):find(text, 1, true), ("raised %q"):format(problem))
end

-- MARK: - The coordinator

scenario "class AppCoordinator: Coordinator<AppStep>" {
  function(app)
    local main = launched(app)
    main.step = "showFirst"
    app:expect { coordinator = "App", stack = { "home", "first" }, steps = { "App showFirst" } }
  end,
}

scenario "enum AppStep { case showFirst, showSecond }" {
  function(app)
    local Closed = steps.coordinator "Closed" {
      routes = { home = {} }, steps = { "showFirst", "showSecond" },
    }
    function Closed:start() self.router:startFlow("home") end
    local main = app:launch "Closed"
    main.step = "showFirst"
    raises("Closed declares no step \"showFrist\"; did you mean \"showFirst\"?",
      function() main.step = "showFrist" end)
    app:expect { steps = { "Closed showFirst (unhandled)" } }
  end,
}

scenario "case showItem(id: Int)" {
  function(app)
    local Items = steps.coordinator "Items" {
      extends = "App", steps = { showItem = { id = "integer" } },
    }
    function Items:navigate(step) return steps.push("item", { id = step.id }) end
    local main = app:launch "Items"
    main.step = { "showItem", id = 7 }
    app:expect { args = { id = 7 }, steps = { "Items { showItem, id = 7 }" } }
    raises("the step showItem: id is \"7\", expected integer",
      function() main.step = { "showItem", id = "7" } end)
  end,
}

scenario "case about(AboutStep)" {
  function(app)
    local main = launched(app)
    main.action = function(_, step)
      local about = About:new()
      for _, inner in ipairs(step.about) do about.step = inner end
      return steps.present(about)
    end
    main.step = { about = { "showTerms", "showAuthors" } }
    app:expect {
      stack = { "about", "terms", "authors" }, layers = 2,
      steps = { "App { about = { showTerms, showAuthors } }", "About showTerms", "About showAuthors" },
    }
  end,
}

scenario "@Published var step: Step?" {
  function(app)
    local main = launched(app)
    assert(main.step == nil)
    main.step = "showFirst"
    assert(main.step == "showFirst")
    main.step = "showFirst"
    app:expect { stack = { "home", "first", "first" }, steps = { "App showFirst", "App showFirst" } }
  end,
}

scenario "step = nil" {
  function(app)
    launched(app).step = nil
    app:expect { stack = { "home" }, steps = {} }
  end,
}

scenario "perform(step:)" {
  function(app)
    local main = launched(app)
    main:emit "showFirst"
    steps.emit(main, "showFirst")
    app:expect { stack = { "home", "first", "first" }, steps = { "App showFirst", "App showFirst" } }
  end,
}

scenario "init(rootViewController: nil, parentCoordinator: nil)" {
  function(app)
    local about = About:new { from = "menu" }
    assert(about.phase == "created" and about.parent == nil and about.args.from == "menu")
    launched(app).router:present(about)
    assert(about.phase == "started" and about.parent == app.main)
    app:expect { coordinator = "About", stack = { "about" } }
  end,
}

scenario "parentCoordinator" {
  function(app)
    local main = launched(app)
    main.step = "showSecond"
    assert(app.top.parent == main and main.parent == nil)
  end,
}

scenario "rootViewController" {
  function(app)
    local main = launched(app)
    main.step = "showFirst"
    assert(main.stack[1].name == "home" and main.stack[1].owner == main)
  end,
}

scenario "rootNavigationController" {
  function(app)
    local main = launched(app)
    main.step = "showFirst"
    local names = {}
    for index, screen in ipairs(main.stack) do names[index] = screen.name end
    assert(table.concat(names, " ") == "home first")
  end,
}

scenario "rootNavigationController == nil" {
  function(app)
    local Service = steps.coordinator "Service" { routes = { notice = {} } }
    function Service:navigate() return steps.push "notice" end
    local main = launched(app)
    local service = Service:new()
    main.router:addDependency(service)
    assert(#service.stack == 0)
    service.step = "notify"
    app:expect { stack = { "notice" }, layers = 1, steps = { "Service notify" } }
    app:back()
    app:expect { stack = { "home" }, leaks = 0 }
    assert(not service.isAlive)
  end,
}

scenario "an empty navigation controller" {
  function(app)
    local Scene = steps.coordinator "Scene" { extends = "App" }
    function Scene:start() end
    local main = app:launch "Scene"
    app:expect { stack = { "(empty)" }, title = "" }
    main.step = "showFirst"
    app:expect { stack = { "first" } }
    app:back()
    app:expect { stack = { "first" } }
  end,
}

scenario "start() -> UIViewController?" {
  function(app)
    local main = app:launch "App"
    assert(main == app.main and app.front.owner == main)
    app:expect { front = "home", layers = 1 }
  end,
}

scenario "start() subscribes" {
  function(app)
    local main = launched(app)
    main.router:restartApp()
    main.step = "showFirst"
    app:expect { stack = { "home", "first" }, steps = { "App showFirst" } }
  end,
}

scenario "a step that start() sets" {
  function(app)
    local Scene = steps.coordinator "Scene" { extends = "App" }
    function Scene:start() self.step = "showFirst" end
    app:launch "Scene"
    app:expect { stack = { "first" }, steps = { "Scene showFirst" } }
  end,
}

scenario "navigate(to:) -> StepAction" {
  function(app)
    local seen = {}
    local main = launched(app)
    main.action = function(self, step)
      seen[#seen + 1] = step
      return self == main and steps.push "second"
    end
    main.step = "anything"
    app:expect { stack = { "home", "second" } }
    assert(#seen == 1 and seen[1] == "anything")
  end,
}

scenario "navigate(to:) by default" {
  function(app)
    local Quiet = steps.coordinator "Quiet" { routes = { home = {} } }
    function Quiet:start() self.router:startFlow("home") end
    app:launch "Quiet"
    app.main.step = "anything"
    app:expect { stack = { "home" }, steps = { "Quiet anything (unhandled)" } }
  end,
}

scenario "class ShopCoordinator: AppCoordinator" {
  function(app)
    local Shop = steps.coordinator "Shop" { extends = App, routes = { cart = {} } }
    function Shop:navigate(step)
      if step == "showCart" then return steps.push "cart" end
    end
    app:launch "Shop"
    app.main.step = "showCart"
    app.main.step = "showFirst"
    app:expect {
      stack = { "home", "cart", "first" }, steps = { "Shop showCart", "Shop showFirst" },
    }
  end,
}

scenario "super.navigate(to:)" {
  function(app)
    local Counting = steps.coordinator "Counting" { extends = App }
    function Counting:navigate(step)
      self.count = (self.count or 0) + 1
      return Counting.base.navigate(self, step)
    end
    app:launch "Counting"
    app.main.step = "showFirst"
    app:expect { stack = { "home", "first" } }
    assert(app.main.count == 1)
  end,
}

scenario "firstCoordinatorOfType(type:)" {
  function(app)
    local main = launched(app)
    main.step = "showSecond"
    local outer = app.top
    outer.router:present(About:new())
    assert(app.top.router:firstCoordinator("About") == app.top and app.top ~= outer)
    assert(app.top.router:firstCoordinator("App") == main)
  end,
}

scenario "lastCoordinatorOfType(type:)" {
  function(app)
    launched(app).step = "showSecond"
    local outer = app.top
    outer.router:present(About:new())
    assert(app.top.router:lastCoordinator("About") == outer)
    assert(app.main.router:lastCoordinator("About") == nil)
  end,
}

-- MARK: - Actions

scenario ".push(controller)" {
  function(app)
    launched(app, steps.push("item", { id = 3 })).step = "go"
    app:expect { stack = { "home", "item" }, args = { id = 3 }, layers = 1 }
  end,
}

scenario ".pushWithCompletion(controller, completion)" {
  function(app)
    local calls = {}
    local completion = function(status) calls[#calls + 1] = status .. " " .. app.front.name end
    launched(app, steps.push("first", nil, { completion = completion })).step = "go"
    app:expect { stack = { "home", "first" } }
    assert(#calls == 1 and calls[1] == "done first", calls[1])
  end,
}

scenario ".present(controller, style, transitioningDelegate)" {
  function(app)
    launched(app, steps.present("first", nil, { style = "fullScreen" })).step = "go"
    app:expect { modal = { "first" }, layers = { "root", "fullScreen" } }
  end,
}

scenario ".present(controller, .automatic)" {
  function(app)
    launched(app, steps.present("first", nil, { style = "automatic" })).step = "go"
    app:expect { modal = { "first" }, layers = { "root", "sheet" } }
  end,
}

scenario ".dismiss" {
  function(app)
    local main = launched(app, steps.dismiss())
    main.router:present("first")
    main.step = "go"
    app:expect { layers = 1, stack = { "home" } }
  end,
}

scenario ".dismiss where nothing is presented" {
  function(app)
    local main = launched(app)
    main.step = "showSecond"
    app.top.step = "dismiss"
    app:expect { layers = 1, stack = { "home" } }
    main.action = function() return steps.dismiss() end
    main.step = "go"
    app:expect {
      layers = 1, stack = { "home" },
      steps = { "App showSecond", "About dismiss", "App go (nothingPresented)" },
    }
  end,
}

scenario ".pop" {
  function(app)
    local main = launched(app, steps.pop())
    main.router:navigate("first")
    main.step = "go"
    app:expect { stack = { "home" }, steps = { "App go" } }
  end,
}

scenario ".pop at the root" {
  function(app)
    launched(app, steps.pop()).step = "go"
    app:expect { stack = { "home" }, steps = { "App go (atRoot)" } }
  end,
}

scenario ".popTo(controller)" {
  function(app)
    local main = launched(app, steps.popTo "first")
    main.router:navigate("first"):navigate("second"):navigate("second")
    main.step = "go"
    app:expect { stack = { "home", "first" }, steps = { "App go" } }
  end,
}

scenario ".popTo(controller) of another stack" {
  function(app)
    local main = launched(app, steps.popTo "second")
    raises("viewNotFound: popToView: \"second\" is not on the stack of App; known: \"home\"",
      function() main.step = "go" end)
    app:expect { stack = { "home" }, steps = { "App go (viewNotFound)" } }
  end,
}

scenario ".popToRoot" {
  function(app)
    local main = launched(app, steps.popToRoot())
    main.router:navigate("first"):navigate("second")
    main.step = "go"
    app:expect { stack = { "home" }, steps = { "App go" } }
  end,
}

scenario ".set([controllers])" {
  function(app)
    local main = launched(app, steps.set { "home", "second", { route = "item", args = { id = 1 } } })
    main.router:navigate("first")
    main.step = "go"
    app:expect { stack = { "home", "second", "item" }, args = { id = 1 } }
  end,
}

scenario ".safari(url)" {
  function(app)
    local function safari(url) return screen("safari", { title = url }) end
    launched(app, steps.present(safari "https://example.org")).step = "go"
    app:expect { modal = { "safari" }, title = "https://example.org" }
    app:swipeDown()
    app:expect { layers = 1 }
  end,
}

scenario ".call(number)" {
  function(app)
    local called = {}
    local main = launched(app)
    main.action = function(_, step)
      called[#called + 1] = step.call
      return steps.none()
    end
    main.step = { call = "112" }
    app:expect { stack = { "home" }, steps = { "App { call = 112 }" } }
    assert(#called == 1 and called[1] == "112")
  end,
}

scenario ".none" {
  function(app)
    launched(app, steps.none()).step = "go"
    app:expect { stack = { "home" }, steps = { "App go" } }
  end,
}

scenario "animated: false" {
  function(app)
    local main = launched(app, steps.push("first", nil, { animated = false }))
    local before = clock.now()
    main.step = "go"
    app:expect { stack = { "home", "first" } }
    assert(clock.now() == before)
  end,
}

-- MARK: - Order

scenario "two steps set one after the other" {
  function(app)
    local main = launched(app)
    main.step, main.step = "showFirst", "showSecond"
    app:expect { stack = { "about" }, layers = 2 }
    app:swipeDown()
    app:expect { stack = { "home", "first" } }
  end,
}

scenario "a step set inside navigate(to:)" {
  function(app)
    local main = launched(app)
    main.action = function(self, step)
      if step == "outer" then self.step = "inner" end
      return steps.push(step == "outer" and "first" or "second")
    end
    main.step = "outer"
    app:expect { stack = { "home", "first", "second" }, steps = { "App outer", "App inner" } }
  end,
}

scenario "steps before start()" {
  function(app)
    local about = About:new()
    about.step = "showTerms"
    about.step = "showAuthors"
    launched(app).router:present(about)
    app:expect { stack = { "about", "terms", "authors" } }
  end,
}

scenario "the last of the steps before start()" {
  function(app)
    local Last = steps.coordinator "Last" { extends = About, conflate = true }
    local last = Last:new()
    last.step = "showTerms"
    last.step = "showAuthors"
    launched(app).router:present(last)
    app:expect { stack = { "about", "authors" } }
  end,
}

-- MARK: - RxFlow

scenario "adapt(step:)" {
  function(app)
    local main = launched(app)
    main.adapt = function(_, step) return step == "showSecond" and "showFirst" or step end
    main.step = "showSecond"
    app:expect { stack = { "home", "first" }, steps = { "App showFirst" } }
  end,
}

scenario "adapt(step:) that filters" {
  function(app)
    local main = launched(app)
    main.adapt = function() return nil end
    main.step = "showFirst"
    app:expect { stack = { "home" }, steps = { "App showFirst (dropped)" } }
  end,
}

scenario "adapt(step:) that answers later" {
  function(app)
    local main, answer = launched(app), nil
    main.adapt = function(_, step)
      if step ~= "ask" then return step end
      return steps.defer(function(resume) answer = resume end)
    end
    main.step = "ask"
    main.step = "showFirst"
    app:expect { stack = { "home", "first" } }
    answer "showSecond"
    app:expect { stack = { "about" }, layers = 2, steps = { "App showFirst", "App showSecond" } }
  end,
}

scenario ".one(flowContributor: .contribute(withNext:))" {
  function(app)
    launched(app).step = "showSecond"
    app.top.step = "showTerms"
    app:expect { stack = { "about", "terms" }, steps = { "App showSecond", "About showTerms" } }
  end,
}

scenario ".forwardToParentFlow(withStep:)" {
  function(app)
    launched(app).step = "showSecond"
    app.top.step = "up"
    app:expect { steps = { "App showSecond", "About up", "App showFirst" } }
    app:swipeDown()
    app:expect { stack = { "home", "first" } }
  end,
}

scenario ".forwardToCurrentFlow(withStep:)" {
  function(app)
    local main = launched(app)
    main.action = function(_, step)
      if step == "other" then return steps.redirect "showFirst" end
      return steps.push "first"
    end
    main.step = "other"
    app:expect { stack = { "home", "first" }, steps = { "App other", "App showFirst" } }
  end,
}

scenario ".multiple(flowContributors:)" {
  function(app)
    local moves = 0
    local main = launched(app, steps.multiple(steps.push "first", steps.present "second"))
    app:on("didNavigate", function() moves = moves + 1 end)
    main.step = "both"
    app:expect { stack = { "home", "first" }, modal = { "second" } }
    assert(moves == 1)
  end,
}

scenario "multiple, two, one" {
  function(app)
    local main = launched(app)
    main.action = function(self, step)
      if step ~= "multiple" then return steps.none() end
      self:emit "two"
      return steps.redirect "one"
    end
    main.step = "multiple"
    app:expect { steps = { "App multiple", "App two", "App one" } }
  end,
}

scenario ".end(forwardToParentFlowWithStep:)" {
  function(app)
    launched(app).step = "showSecond"
    app.top.step = "end"
    app:expect { layers = 1, stack = { "home", "first" }, result = "read", leaks = 0 }
    assert(table.concat(steps.list(), ", ") == "App showSecond, App showFirst, About end")
  end,
}

scenario "coordinator.navigate(to:) of the FlowCoordinator" {
  function(app)
    launched(app).step = "showSecond"
    local received = {}
    steps.on("step.received", function(event) received[#received + 1] = event.type end)
    app.main:broadcast "showTerms"
    assert(table.concat(received, " ") == "App About")
    app:expect { stack = { "about", "terms" } }
  end,
}

scenario "allowStepWhenNotPresented: false" {
  function(app)
    local main = launched(app)
    local stepper = steps.stepper(app.front, { whenHidden = "drop" })
    main.step = "showFirst"
    stepper:emit "showFirst"
    app:expect { stack = { "home", "first" }, steps = { "App showFirst", "App showFirst (hidden)" } }
    main.router:popToRoot()
    stepper:emit "showFirst"
    app:expect { stack = { "home", "first" } }
  end,
}

scenario "allowStepWhenNotPresented: true" {
  function(app)
    local main = launched(app)
    local stepper = steps.stepper(app.front)
    main.step = "showFirst"
    stepper:emit "showFirst"
    app:expect { stack = { "home", "first", "first" } }
  end,
}

scenario "allowStepWhenDismissed" {
  function(app)
    local main = launched(app)
    main.step = "showFirst"
    local stepper = steps.stepper(app.front)
    app:back()
    stepper:emit "showSecond"
    app:expect { stack = { "home" }, layers = 1, steps = { "App showFirst", "App showSecond (stale)" } }
  end,
}

scenario "rx.willNavigate, rx.didNavigate" {
  function(app)
    local kinds = {}
    local main = launched(app)
    steps.on(nil, function(event) kinds[#kinds + 1] = event.kind .. " " .. event.type end)
    main.step = "showFirst"
    assert(table.concat(kinds, ", ")
      == "step.received App, step.willNavigate App, step.didNavigate App")
  end,
}

scenario "OneStepper(withSingleStep:)" {
  function(app)
    local main = App:new()
    main.step = "showFirst"
    app:launch "App"
    app.main.router:present(main)
    app:expect { stack = { "home", "first" }, layers = 2, steps = { "App showFirst" } }
  end,
}

-- MARK: - The example

scenario "the scene sets showFirst and showSecond: two pushes" {
  function(app)
    local Scene = steps.coordinator "Scene" {
      routes = { first = {}, second = {} }, steps = { "showFirst", "showSecond" },
    }
    function Scene:navigate(step)
      return steps.push(step == "showFirst" and "first" or "second")
    end
    local main = app:launch "Scene"
    main.step = "showFirst"
    main.step = "showSecond"
    app:expect { stack = { "first", "second" }, layers = 1, leaks = 0 }
  end,
}

scenario "showSecond presents the navigation controller of an About coordinator" {
  function(app)
    launched(app).step = "showSecond"
    app:expect { coordinator = "About", stack = { "about" }, layers = { "root", "sheet" } }
  end,
}

scenario "showSecond is none where About returns no controller" {
  function(app)
    local Broken = coordinator "Broken" { routes = { about = {} } }
    local main = launched(app)
    main.action = function() return steps.present(Broken:new()) end
    raises("notAttached", function() main.step = "showSecond" end)
    app:expect { stack = { "home" }, layers = 1 }
  end,
}

-- MARK: - Defects of the original

scenario "presents only two modals deep" {
  function(app)
    local main = launched(app, steps.present "first")
    for _ = 1, 3 do main.step = "go" end
    app:expect { layers = 4, modal = { "first", "first", "first" } }
  end,
}

scenario "starting twice doubles every step" {
  function(app)
    local main = launched(app)
    local about = main.router:present(About:new())
    local _, status, reason = main.router:present(about, nil, { try = true })
    assert(status == "rejected" and reason == "alreadyAttached")
    about.step = "showTerms"
    app:expect { stack = { "about", "terms" }, steps = { "About showTerms" } }
  end,
}

scenario "steps set before start are lost except the last" {
  function(app)
    local main = App:new()
    main.step, main.step = "showFirst", "showFirst"
    app:launch "App"
    app.main.router:present(main)
    app:expect { stack = { "home", "first", "first" } }
  end,
}

scenario "an unretained child stops working" {
  function(app)
    launched(app).router:present(About:new())
    app.top.step = "showTerms"
    app:expect { stack = { "about", "terms" } }
    app:swipeDown()
    app:expect { layers = 1, leaks = 0 }
  end,
}

scenario "a nested step runs before the first is done" {
  function(app)
    clock.manual()
    local main = launched(app)
    main.action = function(self, step)
      if step == "outer" then self.step = "inner" end
      return steps.push(step == "outer" and "first" or "second")
    end
    main.step = "outer"
    app:expect { stack = { "home", "first" } }
    clock.settle()
    app:expect { stack = { "home", "first", "second" } }
  end,
}
