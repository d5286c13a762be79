-- Steps: their effects, their order, and cases in which other libraries lose steps.
local steps = require "steps"

local App = steps.coordinator "App" {
  routes = {
    home = { actions = { "Both" } }, first = {}, second = {}, unauthorized = {},
    child = { coordinator = "Child" },
  },
}
function App:start() self.router:startFlow("home") end

local ways = {
  first = steps.push "first",
  second = steps.push "second",
  unauthorized = steps.push "unauthorized",
  modal = steps.present "second",
  cover = steps.present("first", nil, { style = "fullScreen" }),
  dismiss = steps.dismiss(),
  back = steps.pop(),
  stay = steps.none(),
  child = steps.present "child",
  pushedChild = steps.push("child"),
  both = steps.multiple(steps.push "first", steps.present "second"),
  halfWrong = steps.multiple(steps.push "first", steps.push "nowhere"),
  other = steps.redirect "first",
  wrong = steps.push "frist",
}

function App:navigate(step) return ways[step] end
function App:onBoth() self.step, self.step = "first", "second" end

local Child = steps.coordinator "Child" { routes = { top = {}, first = {} } }
function Child:start() self.router:startFlow("top") end
function Child:navigate(step)
  if step == "first" then return steps.push "first" end
  if step == "dismiss" then return steps.dismiss() end
  if step == "up" then return steps.forward "first" end
  if step == "through" then return steps.forward() end
  if step == "done" then return steps.finish("second", { isDone = true }) end
  if step == "close" then return steps.finish("dismiss") end
  if step == "leave" then return steps.finish() end
end

application "Steps" { main = "App" }

---Runs a function that must raise an error, and compares a part of the message.
local function raises(text, body)
  local ok, problem = pcall(body)
  assert(not ok, "nothing was raised")
  assert(tostring(problem):find(text, 1, true), ("raised %q"):format(problem))
end

suite "Steps" {
  tags = { "steps" },
  setup = function(app)
    app:launch()
    return function() app:expect { leaks = 0 } end
  end,

  scenario "T101 two steps push in their order" {
    function(app)
      app.main.step = "first"
      app.main.step = "second"
      app:expect { stack = { "home", "first", "second" } }
    end,
  },

  scenario "T101 two steps in one action push in their order" {
    function(app)
      app.main.onBoth = function(self)
        self.step = "first"
        self:emit "second"
        assert(#app:stack() == 1, "a step took its turn inside the action")
      end
      app:tap "Both"
      app:expect { stack = { "home", "first", "second" }, steps = { "App first", "App second" } }
    end,
  },

  scenario "T102 nil does nothing, and the same step twice is done twice" {
    function(app)
      app.main.step = nil
      app:expect { steps = {} }
      app.main.step = "first"
      app.main.step = "first"
      app:expect { stack = { "home", "first", "first" } }
      assert(app.main.step == "first")
    end,
  },

  scenario "T104 a coordinator that is shown twice starts and performs each step once" {
    function(app)
      local child = app.main.router:navigate(Child:new())
      local _, status, reason = app.main.router:navigate(child, nil, { try = true })
      assert(status == "rejected" and reason == "alreadyAttached")
      child.step = "first"
      app:expect { stack = { "top", "first" }, steps = { "Child first" } }
    end,
  },

  scenario "T106 a step presents its screen above all layers" {
    function(app)
      for _, step in ipairs { "modal", "cover", "modal" } do app.main.step = step end
      app:expect { layers = 4, front = "second" }
    end,
  },

  scenario "T107 dismiss removes one layer, then the coordinator's own layer, never the root" {
    function(app)
      app.main.step = "child"
      local child = app.top
      child.router:present("first")
      child.step = "dismiss"
      app:expect { layers = 2 }
      child.step = "dismiss"
      app:expect { layers = 1 }
      app.main.step = "dismiss"
      app:expect {
        layers = 1, front = "home",
        steps = {
          "App child", "Child dismiss", "Child dismiss", "App dismiss (nothingPresented)",
        },
      }
    end,
  },

  scenario "T108 adapt replaces a step before navigate receives it" {
    function(app)
      app.main.adapt = function(_, step) return step == "first" and "unauthorized" or step end
      app.main.step = "first"
      app:expect { stack = { "home", "unauthorized" }, steps = { "App unauthorized" } }
    end,
  },

  scenario "adapt drops a step" {
    function(app)
      app.main.adapt = function() return nil end
      app.main.step = "first"
      app:expect { stack = { "home" }, steps = { "App first (dropped)" } }
    end,
  },

  scenario "adapt defers a step; others do not wait, and the step is performed once" {
    function(app)
      local answer
      app.main.adapt = function(_, step)
        if step ~= "first" then return step end
        return steps.defer(function(resume) answer = resume end)
      end
      app.main.step = "first"
      app.main.step = "second"
      app:expect { stack = { "home", "second" } }
      answer "unauthorized"
      answer "second"
      app:expect { stack = { "home", "second", "unauthorized" } }
    end,
  },

  scenario "T110 a broadcast reaches every coordinator once, parents first" {
    function(app)
      app.main.step = "child"
      app.top.router:present(Child:new())
      local received = {}
      steps.on("step.received", function(event) received[#received + 1] = event.id end)
      steps.broadcast(app.main, "three")
      local ids = { app.main.id, app.main.children[1].id, app.top.id }
      assert(table.concat(received, " ") == table.concat(ids, " "))
    end,
  },

  scenario "T111 a hidden screen's steps are dropped, delivered or kept, as declared" {
    function(app)
      local root = app.front
      local drops = steps.stepper(root, { whenHidden = "drop" })
      local keeps = steps.stepper(root, { whenHidden = "buffer" })
      local delivers = steps.stepper(root)
      app.main.step = "first"
      drops:emit "first"
      keeps:emit "unauthorized"
      app:expect { stack = { "home", "first" } }
      delivers:emit "second"
      app:expect { stack = { "home", "first", "second" } }
      app.main.router:popToRoot()
      app:expect {
        stack = { "home", "unauthorized" },
        steps = { "App first", "App first (hidden)", "App second", "App unauthorized" },
      }
    end,
  },

  scenario "steps of a removed screen are ignored as stale" {
    function(app)
      app.main.step = "first"
      local stepper = steps.stepper(app.front, { whenHidden = "buffer" })
      app.main.step = "second"
      stepper:emit "unauthorized"
      app.main.router:popToRoot()
      stepper:emit "unauthorized"
      app:expect {
        stack = { "home" },
        steps = {
          "App first", "App second", "App unauthorized (stale)", "App unauthorized (stale)",
        },
      }
    end,
  },

  each { { "child" }, { "pushedChild" } }
    :scenario "T112 the parent receives the step before the end of the child: %s" {
      function(app, way)
        local order = {}
        steps.on("step.received", function(event)
          order[#order + 1] = event.type .. " " .. event.step
        end)
        app.main.childFinished = function(_, type, result, reason)
          order[#order + 1] = ("%s %s %s"):format(type, reason, result.isDone)
        end
        App.childFinished = app.main.childFinished
        app.main.step = way
        app.top.step = "done"
        app:expect { stack = { "home", "second" }, layers = 1 }
        assert(
          table.concat(order, ", ")
            == ("App %s, Child done, App second, Child finished true"):format(way),
          table.concat(order, ", "))
      end,
    },

  scenario "T112 a parent that returns dismiss closes the child's own layer" {
    function(app)
      app.main.step = "modal"
      app.main.step = "child"
      app.top.step = "close"
      app:expect { layers = 2, front = "second" }
    end,
  },

  scenario "a child ends without a step" {
    function(app)
      app.main.step = "child"
      app.top.step = "leave"
      app:expect { layers = 1, steps = { "App child", "Child leave" } }
    end,
  },

  scenario "T113 observers receive the steps of a child in order, with its id" {
    function(app)
      app.main.step = "child"
      local child, received = app.top, {}
      steps.on(nil, function(event)
        assert(event.coordinator == child and event.id == child.id)
        received[#received + 1] = event.kind
      end)
      child.step = "first"
      assert(
        table.concat(received, " ") == "step.received step.willNavigate step.didNavigate")
    end,
  },

  scenario "T70 a coordinator finds coordinators above it by type" {
    function(app)
      app.main.step = "child"
      local first = app.top
      first.router:present(Child:new())
      local second = app.top
      assert(second.router:firstCoordinator("Child") == second)
      assert(second.router:lastCoordinator("Child") == first)
      assert(second.router:firstCoordinator("App") == app.main)
    end,
  },

  scenario "a child forwards its own step or another one" {
    function(app)
      app.main.step = "child"
      local child = app.top
      child.step = "up"
      child.step = "through"
      app:expect {
        steps = {
          "App child", "Child up", "App first", "Child through", "App through (unhandled)",
        },
      }
      app.main.router:dismiss()
      app:expect { stack = { "home", "first" } }
    end,
  },

  scenario "each received step has one result, even if it fails or has no parent" {
    function(app)
      local results = {}
      local stop = steps.on(nil, function(event)
        results[#results + 1] = event.kind .. (event.reason and " " .. event.reason or "")
      end)
      app.main.navigate = function(_, step)
        if step == "lost" then return steps.forward() end
        if step == "failing" then error "navigate failed" end
      end
      app.main.step = "lost"
      raises("navigate failed", function() app.main.step = "failing" end)
      app.main.navigate = nil
      app.main.adapt = function() error "adapt failed" end
      raises("adapt failed", function() app.main.step = "first" end)
      stop()
      app:expect {
        steps = { "App lost (no parent)", "App failing (failed)", "App first (failed)" },
        stack = { "home" },
      }
      assert(
        table.concat(results, ", ") == "step.received, step.unhandled no parent, "
        .. "step.received, step.ignored failed, step.received, step.ignored failed",
        table.concat(results, ", "))
    end,
  },

  scenario "a redirected step is queued after the pending steps" {
    function(app)
      app.main.onBoth = function(self)
        self.step = "other"
        self.step = "second"
      end
      app:tap "Both"
      app:expect {
        stack = { "home", "second", "first" }, steps = { "App other", "App second", "App first" },
      }
    end,
  },

  scenario "several actions are one change, and no action is performed if one is rejected" {
    function(app)
      local moves = 0
      app:on("didNavigate", function() moves = moves + 1 end)
      app.main.step = "both"
      app:expect { stack = { "home", "first" }, layers = 2, front = "second" }
      assert(moves == 1)
      app.main.router:dismiss()
      raises("unknownRoute", function() app.main.step = "halfWrong" end)
      app:expect { stack = { "home", "first" } }
    end,
  },

  scenario "none does nothing, and an unknown step is reported as unhandled" {
    function(app)
      app.main.step = "stay"
      app.main.step = "unknown"
      app.main.step = "back"
      app:expect {
        stack = { "home" },
        steps = { "App stay", "App unknown (unhandled)", "App back (atRoot)" },
      }
    end,
  },
}
