-- Every pair of bundled plugins in one application, in one tree and, where possible, in one
-- coordinator.
local activelink = require "activelink"
local deeplink = require "deeplink"
local instructor = require "instructor"
local steps = require "steps"
local stinsen = require "stinsen"

---Defines a coordinator with a single screen of the same name.
local function one(name, actions, more)
  local definition = coordinator(name) {
    routes = { [name:lower()] = { actions = actions } },
  }
  function definition:start() self.router:startFlow(name:lower()) end
  if more then definition:extend(more) end
  return definition
end

---Returns the flows of an application with the given main flow.
local function flows(main)
  return {
    auth = { coordinator = "Auth", finishes = "authorised" },
    onboarding = { coordinator = "Onboarding", finishes = "tutorial" },
    main = { coordinator = main },
  }
end

local Auth = one("Auth", { "Log in" })
function Auth:onLogIn() self.router:finishFlow() end
local Onboarding = one("Onboarding", { "Done" })
function Onboarding:onDone() self.router:finishFlow() end

---The number of times that each coordinator was asked for each option.
local asked = {}

---A `startWith` that handles one option with a route of the same name.
local function takes(name)
  return function(self, option)
    local given <const> = option.route or option.name
    asked[#asked + 1] = self.type .. " " .. given
    if given ~= name then return "unhandled" end
    self.router:navigate(name, option.args and { id = option.args.id })
    return "handled"
  end
end

local function expectAsked(...)
  local actual <const>, expected <const> =
    table.concat(asked, ", "), table.concat({ ... }, ", ")
  if actual ~= expected then error(("asked %q, expected %q"):format(actual, expected), 2) end
  asked = {}
end

local function raises(text, body)
  local ok, problem = pcall(body)
  assert(not ok, "nothing was raised")
  assert(tostring(problem):find(text, 1, true), ("raised %q"):format(problem))
end

suite "Pairs of plugins" {
  tags = { "plugins" },
  setup = function(app)
    return function() app:expect { leaks = 0 } end
  end,

  scenario "steps and instructor: one coordinator is an application and takes steps" {
    function(app)
      local App = instructor.coordinator "StepsApp" {
        flows = flows "Home", routes = { about = { style = "sheet" } },
      }
      steps.extend(App, { steps = { "logOut", "showAbout" } })
      function App:navigate(step)
        if step == "showAbout" then return steps.present "about" end
        self.flags.authorised = false
        self:launch()
        return steps.none()
      end
      local Home = steps.coordinator "Home" {
        routes = { home = { actions = { "Bye" } } }, steps = { "bye" },
      }
      function Home:start() self.router:startFlow("home") end
      function Home:navigate() return steps.forward "logOut" end
      function Home:onBye() self.step = "bye" end

      app:launch "StepsApp"
      app.main.step = "showAbout"
      app:expect { launchFlow = "auth", front = "about", steps = { "StepsApp showAbout" } }
      app.main.router:dismiss()
      app:tap "Log in"
      app:tap "Done"
      app:expect { launchFlow = "main", stack = { "home" } }
      app:tap "Bye"
      app:expect {
        launchFlow = "auth", stack = { "auth" },
        steps = { "StepsApp showAbout", "Home bye", "StepsApp logOut" },
      }
      raises("StepsApp declares no step \"logout\"; did you mean \"logOut\"?",
        function() app.main.step = "logout" end)
    end,
  },

  scenario "steps and instructor: the other way round, definitions compose in any order" {
    function(app)
      one("Home")
      local App = steps.coordinator "AppSteps" {
        steps = { "launch" }, start = function(self) self.step = "launch" end,
      }
      instructor.extend(App, { flows = flows "Home" })
      function App:navigate()
        self:launch()
        return steps.none()
      end
      app:launch("AppSteps", { flags = { tutorial = true, authorised = true } })
      app:expect { launchFlow = "main", stack = { "home" }, steps = { "AppSteps launch" } }
    end,
  },

  scenario "steps and deeplink: a link sets a step, and the step leads there" {
    function(app)
      local App = steps.coordinator "LinkedSteps" {
        routes = { home = {}, item = { args = { id = "integer" } } },
        steps = { item = { id = "integer" } },
      }
      function App:start() self.router:startFlow("home") end
      function App:navigate(step) return steps.push("item", { id = step.id }) end
      function App:startWith(link)
        self.step = { link.route, id = link.args.id }
        return "handled"
      end
      local links = deeplink.new { links = { item = { "app://items/:id" } } }
      assert(tostring(links:open "app://items/3") == "queued(notReady) app://items/3")
      app:launch "LinkedSteps"
      app:expect { stack = { "home", "item" }, args = { id = 3 } }
      assert(links:open("app://items/4").status == "handled")
      app:expect {
        stack = { "home", "item", "item" }, args = { id = 4 },
        steps = { "LinkedSteps { item, id = 3 }", "LinkedSteps { item, id = 4 }" },
      }
    end,
  },

  scenario "steps and activelink: one coordinator has an active link and takes steps" {
    function(app)
      local link = activelink.links { detail = {}, sheet = { style = "sheet" } }
      local App = activelink.coordinator "LinkSteps" {
        flow = link, routes = { list = {}, detail = {}, sheet = {}, other = {} },
      }
      steps.extend(App)
      function App:start() self.router:startFlow("list") end
      function App:navigate(step)
        if step == "other" then return steps.push "other" end
        self.activeLink = step == "detail" and link.detail or step == "sheet" and link.sheet or nil
        return steps.none()
      end
      app:launch "LinkSteps"
      app.main.step = "detail"
      app:expect { stack = { "list", "detail" }, activeLink = "detail" }
      app.main.step = "sheet"
      app:expect { stack = { "list" }, modal = { "sheet" }, activeLink = "sheet" }
      app:swipeDown()
      app:expect { layers = 1, activeLink = false }
      app.main.step = "other"
      app:expect {
        stack = { "list", "other" },
        steps = { "LinkSteps detail", "LinkSteps sheet", "LinkSteps other" },
      }
    end,
  },

  scenario "steps and stinsen: a coordinatable takes steps, and its child forwards one" {
    function(app)
      local Main = stinsen.navigation "StepMain" {
        stack = "start",
        start = stinsen.root "Start",
        todos = stinsen.root { coordinator = "StepTodos" },
        about = stinsen.modal "About",
      }
      steps.extend(Main, { steps = { "showTodos", "showAbout" } })
      function Main:navigate(step)
        if step == "showAbout" then return steps.present "about" end
        self.router:root("todos")
        return steps.none()
      end
      local Todos = stinsen.navigation "StepTodos" {
        stack = "list", list = stinsen.root "Todos",
        todo = stinsen.push { args = { id = "integer" } },
      }
      steps.extend(Todos)
      function Todos:navigate(step)
        if math.type(step) == "integer" then return steps.push("todo", { id = step }) end
        return steps.forward()
      end
      app:launch "StepMain"
      app.main.step = "showTodos"
      app:expect { root = "todos", title = "Todos" }
      app.top.step = 7
      app:expect { top = "todo", args = { id = 7 } }
      app.top.step = "showAbout"
      app:expect {
        title = "About",
        steps = { "StepMain showTodos", "StepTodos 7", "StepTodos showAbout", "StepMain showAbout" },
      }
    end,
  },

  scenario "instructor and deeplink: a link before the launch waits for the main flow, and is handled once" {
    function(app)
      one("Home", nil, { routes = { item = { args = { id = "integer" } } } })
        :extend { startWith = takes "item" }
      instructor.coordinator "LinkedApp" {
        flows = flows "Home", options = { signUp = "auth" },
      }
      local results = {}
      local links = deeplink.new {
        links = { item = { "app://items/:id", args = { id = "integer" } }, signUp = "app://sign-up",
          other = "app://other" },
        onResult = function(result) results[#results + 1] = tostring(result) end,
      }
      links:install()
      app:open "app://items/7"
      app:expect { pendingLinks = {} } -- it is the application's own queue that has it
      app:launch "LinkedApp"
      app:expect { launchFlow = "auth", pendingLinks = { "app://items/7" } }
      expectAsked()
      app:tap "Log in"
      app:expect { launchFlow = "onboarding", pendingLinks = { "app://items/7" } }
      app:tap "Done"
      app:expect {
        launchFlow = "main", stack = { "home", "item" }, args = { id = 7 }, pendingLinks = {},
      }
      expectAsked "Home item"
      assert(results[1] == "queued(deferred) app://items/7", results[1])
      assert(results[#results] == "handled app://items/7", results[#results])
    end,
  },

  scenario "instructor and deeplink: each coordinator is asked once, whatever it answers" {
    function(app)
      one("Left", nil, { startWith = takes "nothing" })
      one("Right", nil, { routes = { item = {} }, startWith = takes "item" })
      tabs "Pair" {
        pages = { { id = "left", coordinator = "Left" }, { id = "right", coordinator = "Right" } },
        startWith = function(self, link, ask)
          asked[#asked + 1] = "Pair " .. (link.route or link.name)
          return ask(self.children[2]) -- passed on to one of two
        end,
      }
      instructor.coordinator "AskingApp" { flows = flows "Pair", options = { signUp = "auth" } }
      local links = deeplink.new {
        links = { item = "app://item", other = "app://other", signUp = "app://sign-up" },
      }
      local application <const> =
        app:launch("AskingApp", { flags = { tutorial = true, authorised = true } })
      local result <const> = links:open "app://item"
      assert(result.status == "handled" and #result.handlers == 1)
      assert(result.handlers[1].type == "Right")
      expectAsked("Pair item", "Right item")
      assert(links:open("app://other").status == "unhandled")
      expectAsked("Pair other", "Right other", "Left other")
      assert(application:startWith { route = "item" } == "handled")
      expectAsked("Pair item", "Right item")
      assert(application:startWith { name = "other" } == "unhandled")
      expectAsked("Pair other", "Right other", "Left other")
      assert(links:open("app://sign-up").status == "handled")
      app:expect { launchFlow = "auth" }
    end,
  },

  scenario "instructor and activelink: the application's links are of the flow that is shown" {
    function(app)
      local link = activelink.links { terms = { style = "sheet" } }
      one("Home")
      local App = instructor.coordinator "LinkApp" {
        flows = flows "Home", routes = { terms = {} },
      }
      activelink.extend(App, { flow = link })
      raises("activelink.extend: got app", function() activelink.extend(app, { flow = link }) end)
      raises("activelink.extend(LinkApp): flow is nil", function() activelink.extend(App, {}) end)
      app:launch "LinkApp"
      app.main.activeLink = link.terms { page = 2 }
      app:expect { launchFlow = "auth", front = "terms", activeLink = "terms { page = 2 }" }
      app:swipeDown()
      app:expect { layers = 1, activeLink = false }
      app:tap "Log in"
      app:tap "Done"
      app.main.activeLink = link.terms
      app:expect { launchFlow = "main", front = "terms" }
      app.main.activeLink = nil
      app:expect { stack = { "home" }, layers = 1 }
    end,
  },

  scenario "instructor and stinsen: flows are coordinatables, and a coordinatable is the application" {
    function(app)
      stinsen.navigation "Home" {
        stack = "list", list = stinsen.root "List",
        item = stinsen.push { args = { id = "integer" } },
      }
      local Main = stinsen.navigation "StinsenApp" {
        stack = "splash", splash = stinsen.root "Splash",
        customize = function(self, view) view:onReceive(self.started, function() self:launch() end) end,
      }
      Main:extend {
        properties = { started = { get = function() return stinsen.subject(true) end } },
      }
      instructor.extend(Main, { flows = flows "Home" })
      app:launch("StinsenApp", { flags = { tutorial = true, authorised = false } })
      app:expect { launchFlow = "auth", root = "auth" }
      app:tap "Log in"
      app:expect { launchFlow = "main", root = "main", title = "List" }
      stinsen.RouterStore.retrieve("Home"):route("item", { id = 4 })
      app:expect { top = "item", args = { id = 4 } }
      assert(instructor.of(app.top) == app.main)
    end,
  },

  scenario "deeplink and activelink: a link from outside becomes the active one" {
    function(app)
      local link = activelink.links { detail = {}, sheet = { style = "sheet" } }
      local App = activelink.coordinator "Linked" {
        flow = link, routes = { list = {}, detail = {}, sheet = {} },
      }
      function App:start() self.router:startFlow("list") end
      function App:startWith(option)
        local case <const> = ({ detail = link.detail, sheet = link.sheet })[option.route]
        if not case then return false end
        self.activeLink = case(option.args)
        return true
      end
      local links = deeplink.new {
        links = { detail = "app://detail/:id", sheet = "app://sheet", other = "app://other" },
      }
      links:install()
      app:launch "Linked"
      app:open "app://detail/1"
      app:expect { stack = { "list", "detail" }, activeLink = "detail { id = 1 }" }
      app:open "app://sheet"
      app:expect { stack = { "list" }, modal = { "sheet" }, activeLink = "sheet" }
      assert(links:open("app://other").status == "unhandled")
      app:swipeDown()
      app:expect { activeLink = false, layers = 1 }
    end,
  },

  scenario "deeplink and stinsen: a link is a chain through roots and tabs" {
    function(app)
      stinsen.navigation "LinkTodos" {
        stack = "list", list = stinsen.root "Todos",
        todo = stinsen.push { args = { id = "integer" } },
      }
      stinsen.navigation "LinkHome" { stack = "home", home = stinsen.root "Home" }
      stinsen.tabs "LinkTabs" {
        child = { "home", "todos" },
        home = stinsen.tab { coordinator = "LinkHome" },
        todos = stinsen.tab { coordinator = "LinkTodos" },
      }
      local Main = stinsen.navigation "LinkMain" {
        stack = "unauthenticated",
        unauthenticated = stinsen.root "Log in",
        authenticated = stinsen.root { coordinator = "LinkTabs" },
      }
      function Main:startWith(link)
        if not self.router:isRoot("authenticated") then return "deferred" end
        self.router:hasRoot("authenticated"):focusFirst("todos").child:popToRoot()
          :route("todo", { id = link.args.id })
        return "handled"
      end
      local links = deeplink.new {
        links = { todo = { "todo://:id", args = { id = "integer" } } },
      }
      links:install()
      app:launch "LinkMain"
      app:open "todo://7"
      app:expect { root = "unauthenticated", pendingLinks = { "todo://7" } }
      app.main.router:root("authenticated")
      app:expect { root = "authenticated", pendingLinks = {}, tab = "todos", args = { id = 7 } }
      app:open "todo://8"
      app:expect { top = "todo", args = { id = 8 } }
    end,
  },

  scenario "activelink and stinsen: a coordinatable has an active link" {
    function(app)
      local link = activelink.links {
        todo = { id = function(args) return args.id end }, help = { style = "sheet" },
      }
      local Main = stinsen.navigation "LinkStinsen" {
        stack = "list", list = stinsen.root "Todos",
        todo = stinsen.push { args = { id = "integer" } }, help = stinsen.modal "Help",
      }
      activelink.extend(Main, { flow = link })
      app:launch "LinkStinsen"
      app.main.activeLink = link.todo { id = 3 }
      app:expect { stack = { "list", "todo" }, args = { id = 3 }, root = "list" }
      app.main.activeLink = link.help
      app:expect { stack = { "list" }, title = "Help", activeLink = "help" }
      app.main.router:popLast()
      app:expect { stack = { "list" }, layers = 1, activeLink = false }
    end,
  },
}
