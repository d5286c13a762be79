-- The launch instructor: the first flow, the flow that follows each end, and the effect on the
-- content below.
local instructor = require "instructor"

local App = instructor.coordinator "App" {
  flows = {
    auth = { coordinator = "Auth", finishes = "authorised", onFinish = "authEnded" },
    onboarding = { coordinator = "Onboarding", finishes = "tutorial" },
    main = { coordinator = "Main" },
  },
  options = {
    signUp = "auth",
    about = function(self) self.router:present(screen "about") end,
    never = function() return false end,
  },
}
function App:authEnded(result, reason) self.user = reason == "finished" and result or nil end
function App:optionUnhandled(option) self.unknown = option end

---Defines a flow with a single screen of the same name.
local function one(name, actions)
  local flow = coordinator(name) { routes = { [name:lower()] = { actions = actions } } }
  function flow:start() self.router:startFlow(name:lower()) end
  return flow
end

local Auth = one("Auth", { "Log in", "Give up" })
function Auth:onLogIn() self.router:finishFlow("ada") end
function Auth:onGiveUp() self.router:dismissCoordinator() end

local Onboarding = one("Onboarding", { "Done" })
function Onboarding:onDone() self.router:finishFlow() end

local Main = one("Main", { "Log out", "End" })
Main:extend {
  routes = { item = { args = { id = "integer" } }, create = { coordinator = "Create" } },
}
function Main:startWith(option)
  if option.name ~= "item" then return false end
  self.router:navigate("item", { id = option.id })
  return true
end
function Main:onLogOut()
  local application = instructor.of(self)
  application.flags.authorised = false
  application:launch()
end
function Main:onEnd() self.router:finishFlow() end

local Create = one("Create", { "Save" })
function Create:onSave()
  local application = instructor.of(self)
  application.flags.authorised = false -- simulates a server's response "not authorised"
  self.answer = application:guardFlow(
    function() self.router:finishFlow("saved") end, function(reason) self.reason = reason end)
end

instructor.coordinator "Looping" {
  flows = { auth = { coordinator = "Auth" }, main = { coordinator = "Main" } },
  decide = function(flags) return flags.authorised and "main" or "auth" end,
}
application "Launch" { main = "App" }

local function raises(text, body)
  local ok, problem = pcall(body)
  assert(not ok, "nothing was raised")
  assert(tostring(problem):find(text, 1, true), ("raised %q"):format(problem))
end

local function launched(app, tutorial, authorised, option)
  return app:launch("App", {
    flags = { tutorial = tutorial, authorised = authorised }, option = option,
  })
end

suite "Launch" {
  tags = { "instructor" },
  setup = function(app)
    return function() app:expect { leaks = 0 } end
  end,

  each {
    { true, false, "auth" }, { false, false, "auth" }, { false, true, "onboarding" },
    { true, true, "main" },
  }:scenario "T114 tutorial %s and authorised %s start with %s" {
    function(app, tutorial, authorised, flow)
      assert(instructor.decide { tutorial = tutorial, authorised = authorised } == flow)
      launched(app, tutorial, authorised)
      app:expect { launchFlow = flow, stack = { flow }, layers = 1 }
      assert(#app.main.children == 1)
    end,
  },

  scenario "T115 each flow is removed before the first screen of the next one appears" {
    function(app)
      app:launch()
      local seen = {}
      app:on("didAppear", function(event)
        local names = {}
        for index, child in ipairs(app.main.children) do names[index] = child.type end
        seen[#seen + 1] = event.name .. ": " .. table.concat(names, " ")
      end)
      app:tap "Log in"
      app:tap "Done"
      assert(table.concat(seen, ", ") == "onboarding: Onboarding, main: Main")
      app:expect { launchFlow = "main", result = false, layers = 1 }
      assert(app.main.user == "ada")
    end,
  },

  scenario "T115 each change of flows is one change, without a blank screen between" {
    function(app)
      app:launch()
      local moves, shown = 0, {}
      app:on("didNavigate", function(event)
        if event.subject == "finishFlow" then moves = moves + 1 end
      end)
      app:on("willAppear", function(event) shown[#shown + 1] = event.name end)
      app:tap "Log in"
      app:tap "Done"
      assert(table.concat(shown, " ") == "onboarding main")
      assert(moves == 2)
    end,
  },

  scenario "launching again shows nothing twice" {
    function(app)
      launched(app, true, true)
      local child = app.top
      assert(app.main:launch() == "main")
      assert(app.main:startWith() == "handled")
      assert(app.top == child and #app.main.children == 1)
    end,
  },

  scenario "T67 restarting starts the next missing flow" {
    function(app)
      launched(app, true, true)
      app.top.router:navigate("create")
      app.main.flags.authorised = false
      app.main.router:restartApp()
      app:expect { launchFlow = "auth", stack = { "auth" }, layers = 1 }
      assert(#app.main.children == 1)
    end,
  },

  scenario "logging out is a flag and another launch" {
    function(app)
      launched(app, true, true)
      app:tap "Log out"
      app:expect { launchFlow = "auth", stack = { "auth" } }
      app:tap "Log in"
      app:expect { launchFlow = "main" }
    end,
  },

  scenario "a flow that ends without a flag is repeated, but not endlessly" {
    function(app)
      local application = app:launch "Looping"
      local first = app.top
      app:tap "Log in"
      assert(app.top ~= first and not first.isAlive)
      raises("instructorLoop: decide returned auth 3 times", function()
        app.top.router:finishFlow()
      end)
      app:expect { launchFlow = "auth" }
      application.flags.authorised = true
      app.top.router:finishFlow()
      app:expect { launchFlow = "main" }
    end,
  },

  scenario "the result of a flow may set a flag" {
    function(app)
      instructor.coordinator "Ages" {
        flags = { age = 0 },
        decide = function(flags) return flags.age >= 18 and "main" or "ask" end,
        flows = {
          ask = {
            coordinator = "Auth",
            finishes = function(flags, result) flags.age = result end,
          },
          main = { coordinator = "Main" },
        },
      }
      app:launch "Ages"
      app.top.router:finishFlow(17)
      app:expect { launchFlow = "ask" }
      app.top.router:finishFlow(18)
      app:expect { launchFlow = "main" }
    end,
  },

  scenario "a flag may be nil, which is a value like any other" {
    function(app)
      instructor.coordinator "Users" {
        flags = { user = false, code = false },
        decide = function(flags) return flags.user and "main" or "ask" end,
        flows = {
          ask = {
            coordinator = "Auth",
            finishes = function(flags, result) flags.user, flags.code = result, nil end,
          },
          main = { coordinator = "Main" },
        },
      }
      local flags = app:launch("Users").flags
      flags.user, flags.code = nil, nil
      assert(flags.user == nil and flags.code == nil)
      app.top.router:finishFlow()
      app:expect { launchFlow = "ask" }
      flags.code = 5
      -- The end of the flow changes a flag to nil, so that the flow may be shown again.
      app.top.router:finishFlow()
      app:expect { launchFlow = "ask" }
      assert(flags.code == nil)
      app.top.router:finishFlow("ada")
      app:expect { launchFlow = "main" }
      assert(flags.user == "ada")
      raises("there is no flag \"name\"; known: code, user", function() flags.name = nil end)
    end,
  },
}

suite "Guarded actions" {
  tags = { "instructor" },
  setup = function(app)
    launched(app, true, true)
    app.top.router:navigate("create")
    return function() app:expect { leaks = 0 } end
  end,

  scenario "a session that expires during item creation: auth runs, and creation continues" {
    function(app)
      local create = app.top
      app:tap "Save"
      app:expect { layers = 3, stack = { "auth" }, launchFlow = "main" }
      assert(create.isAlive and create.answer == "deferred")
      app:tap "Log in"
      app:expect { layers = 1, stack = { "main" }, result = "saved" }
    end,
  },

  scenario "all missing flows run before the action" {
    function(app)
      app.main.flags.tutorial = false
      app:tap "Save"
      app:tap "Log in"
      app:expect { stack = { "onboarding" }, layers = 3 }
      app:tap "Done"
      app:expect { layers = 1, stack = { "main" } }
    end,
  },

  scenario "cancelling a flow leaves everything unchanged" {
    function(app)
      local create = app.top
      app:tap "Save"
      app:tap "Give up"
      app:expect { layers = 2, stack = { "create" } }
      assert(create.reason == "dismissed" and app.main.flags.authorised == false)
    end,
  },

  scenario "T74 a missing flow that cannot be shown is an error, and nothing waits for it" {
    function(app)
      local start, reason = Auth.start, nil
      Auth.start = function() end
      app.main.flags.authorised = false
      raises("the flow auth cannot be shown: notAttached", function()
        app.main:guardFlow(function() end, function(why) reason = why end)
      end)
      assert(reason == "notAttached")
      Auth.start = start
      app:expect { layers = 2 }
    end,
  },

  scenario "two guarded actions share one flow, and both run" {
    function(app)
      local done = {}
      app.main.flags.authorised = false
      app.main:guardFlow(function() done[#done + 1] = "one" end)
      app.main:guardFlow(function() done[#done + 1] = "two" end)
      app:expect { layers = 3 }
      app:tap "Log in"
      app:expect { layers = 2 }
      assert(table.concat(done, " ") == "one two")
    end,
  },

  scenario "an action that raises an error does not prevent the others" {
    function(app)
      local done = {}
      app.main.flags.tutorial, app.main.flags.authorised = false, false
      app.main:launch()
      app.main:guardFlow(function() error("no time") end)
      app.main:guardFlow(function() done[#done + 1] = "two" end)
      app.main.flags.tutorial, app.main.flags.authorised = true, true
      raises("no time", function()
        app.main:guardFlow(function() error("no more") end)
      end)
      assert(not app.main.launchState.isCalling)
      assert(app.main:guardFlow(function() done[#done + 1] = "four" end) == "done")
      assert(table.concat(done, " ") == "two four")
    end,
  },

  scenario "all actions receive the reason why they do not run, even after an error" {
    function(app)
      local start, reasons = Onboarding.start, {}
      Onboarding.start = function() end
      app.main.flags.tutorial, app.main.flags.authorised = false, false
      app.main:launch()
      app.main:guardFlow(function() end, function() error("no time") end)
      app.main:guardFlow(function() end, function(why) reasons[#reasons + 1] = why end)
      app.main.flags.authorised = true
      raises("the flow onboarding cannot be shown: notAttached", function()
        app.main:guardFlow(function() end)
      end)
      Onboarding.start = start
      assert(table.concat(reasons, " ") == "notAttached")
    end,
  },

  scenario "an action whose flow cannot be decided on does not wait" {
    function(app)
      local isBroken, done = false, {}
      instructor.coordinator "Broken" {
        flows = {
          auth = { coordinator = "Auth", finishes = "authorised" },
          main = { coordinator = "Main" },
        },
        decide = function(flags)
          if isBroken then error("no decision", 0) end
          return flags.authorised and "main" or "auth"
        end,
      }
      app:launch "Broken"
      app.main:guardFlow(function() done[#done + 1] = "one" end)
      isBroken = true
      raises("no decision", function()
        app.main:guardFlow(function() done[#done + 1] = "two" end)
      end)
      isBroken = false
      app.top.router:finishFlow()
      app:expect { launchFlow = "main" }
      assert(table.concat(done, " ") == "one")
    end,
  },

  scenario "an action that is guarded during the launch waits for its end" {
    function(app)
      local isDone = false
      app.main.flags.tutorial, app.main.flags.authorised = false, false
      app.main:launch()
      assert(app.main:guardFlow(function() isDone = true end) == "deferred")
      app:expect { layers = 1, launchFlow = "auth" }
      app:tap "Log in"
      assert(not isDone)
      app:tap "Done"
      app:expect { layers = 1, launchFlow = "main" }
      assert(isDone)
    end,
  },

  scenario "an action without requirements runs at once" {
    function(app)
      local isDone = false
      assert(app.main:guardFlow(function() isDone = true end) == "done")
      assert(isDone)
    end,
  },
}

suite "Starting with an option" {
  tags = { "instructor" },

  scenario "T119 an unknown option on a running application restarts nothing" {
    function(app)
      launched(app, true, true)
      local child = app.top
      assert(app.main:startWith { name = "nonsense" } == "unhandled")
      app:expect { stack = { "main" }, leaks = 0 }
      assert(app.top == child and app.main.unknown.name == "nonsense")
    end,
  },

  scenario "a child's option is passed down to that child" {
    function(app)
      launched(app, true, true)
      assert(app.main:startWith { name = "item", id = 7 } == "handled")
      app:expect { front = { "item", id = 7 } }
    end,
  },

  scenario "the root's own options: a flow, a function and a declining function" {
    function(app)
      launched(app, true, true)
      assert(app.main:startWith "about" == "handled")
      app:expect { front = "about" }
      assert(app.main:startWith "never" == "unhandled")
      app.main.router:dismiss()
      assert(app.main:startWith "signUp" == "handled")
      app:expect { launchFlow = "auth" }
    end,
  },

  scenario "D13 a cold start with a child's option shows the first flow, then the item" {
    function(app)
      launched(app, false, false, { name = "item", id = 3 })
      app:expect { launchFlow = "auth", stack = { "auth" } }
      app:tap "Log in"
      app:tap "Done"
      app:expect { stack = { "main", "item" }, front = { "item", id = 3 }, leaks = 0 }
    end,
  },

  scenario "D13 a cold start with an unknown option shows the first flow" {
    function(app)
      launched(app, true, true, { name = "nonsense" })
      app:expect { launchFlow = "main", stack = { "main" } }
      assert(app.main.unknown.name == "nonsense")
    end,
  },

  scenario "an invalid result raises an error at the line of the call" {
    function(app)
      launched(app, true, true)
      app.top.startWith = function() return "hendled" end
      local ok, problem = pcall(function() app.main:startWith { name = "item" } end)
      assert(not ok and problem:find("launch.scenario.lua:%d+: Main:startWith returned \"hendled\", expected "
        .. "\"handled\", \"unhandled\" or \"deferred\""), problem)
    end,
  },

  scenario "options are found by name, route or first element" {
    function(app)
      local seen = {}
      instructor.coordinator "Words" {
        flows = { auth = { coordinator = "Auth" }, main = { coordinator = "Main" } },
        options = {
          yes = function() seen[#seen + 1] = "yes" end,
          no = function() return "unhandled" end,
          later = function() return "deferred" end,
        },
      }
      app:launch("Words", { flags = { tutorial = true, authorised = true } })
      assert(app.main:startWith { name = "yes" } == "handled")
      assert(app.main:startWith { route = "yes" } == "handled")
      assert(app.main:startWith { "yes" } == "handled" and app.main:startWith "yes" == "handled")
      assert(app.main:startWith "no" == "unhandled" and app.main:startWith "later" == "deferred")
      assert(#seen == 4)
    end,
  },

  scenario "only the newest pending option is handled, once" {
    function(app)
      launched(app, true, false)
      assert(app.main:startWith { name = "item", id = 1 } == "deferred")
      assert(app.main:startWith { name = "item", id = 2 } == "deferred")
      app:tap "Log in"
      app:expect { stack = { "main", "item" }, front = { "item", id = 2 } }
    end,
  },
}

suite "Dependencies" {
  tags = { "instructor" },
  setup = function(app)
    launched(app, true, true)
    return function() app:expect { leaks = 0 } end
  end,

  scenario "T60 T61 T62 a dependency is stored once, removed with its parent and not circular" {
    function(app)
      local Quiet = coordinator "Quiet" { routes = { note = {} } }
      local main = app.top
      local quiet, inner = Quiet:new(), Quiet:new()
      main.router:addDependency(quiet)
      quiet.router:addDependency(inner)
      assert(select(2, main.router:addDependency(quiet, { try = true })) ~= "done")
      assert(select(3, quiet.router:addDependency(quiet, { try = true })) == "cycle")
      assert(#main.children == 1)
      main.router:removeDependency(quiet)
      assert(select(2, main.router:removeDependency(quiet)) == "noop")
      assert(select(2, main.router:removeDependency(nil)) == "noop")
      assert(not inner.isAlive and #main.children == 0)
    end,
  },

  scenario "T135 a flow that the user swipes away leaves nothing behind" {
    function(app)
      app.top.router:navigate("create")
      app:swipeDown()
      app:expect { layers = 1, stack = { "main" } }
      assert(#app.top.children == 0)
    end,
  },
}

suite "Mistakes" {
  tags = { "instructor" },

  scenario "are reported at their lines" {
    function(app)
      local function define(table) return function() instructor.coordinator "X" (table) end end
      local main = { coordinator = "Main" }
      raises("flows is nil, expected a table", define {})
      raises("flows has no main", define { flows = { auth = main } })
      raises("flow \"auth\" names no coordinator", define { flows = { main = main, auth = {} } })
      raises("flow \"auth\" has no key \"finishs\"", define {
        flows = { main = main, auth = { coordinator = "Auth", finishs = "x" } },
      })
      raises("there is no flag \"autorised\"; known: authorised, tutorial", define {
        flows = { main = main, auth = { coordinator = "Auth", finishes = "autorised" } },
      })
      raises("option \"a\" is \"b\"", define { flows = { main = main }, options = { a = "b" } })
      raises("main is both a flow and a route", define {
        flows = { main = main }, routes = { main = {} },
      })
      raises("launch is defined by instructor", define {
        flows = { main = main }, launch = function() end,
      })
      raises("has no key \"rutes\"", define { flows = { main = main }, rutes = {} })
      for _, given in ipairs { 1, "App", app, print } do
        raises("instructor.extend: got", function() instructor.extend(given, {}) end)
      end
      raises("instructor.extend(Auth): the second argument is nil", function()
        instructor.extend(Auth)
      end)
      raises("instructor.extend(Auth) has no key \"flow\"; known: decide, flags, flows, options",
        function() instructor.extend(Auth, { flow = {} }) end)
      raises("startWith is defined by instructor", function()
        instructor.extend(coordinator "X" { startWith = function() end }, { flows = { main = main } })
      end)
      launched(app, true, true)
      raises("there is no flag \"tutoral\"", function() app.main.flags.tutoral = true end)
      raises("guardFlow: got nil", function() app.main:guardFlow() end)
      local Lost = instructor.coordinator "Lost" {
        flows = { main = main }, decide = function() return "x" end,
      }
      raises("decide returned \"x\", expected one of the flows main", function()
        app.main.router:present(Lost:new())
      end)
    end,
  },
}
