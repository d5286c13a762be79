-- Steps that are set before the start, while another step is handled, inside other steps, and
-- too late.
local steps = require "steps"

local App = steps.coordinator "App" {
  routes = {
    home = { actions = { "Go", "Mistake" } }, first = {}, second = {}, third = {},
    late = { coordinator = "Late" },
  },
}
function App:start() self.router:startFlow("home") end
function App:navigate(step)
  if step == "nested" then
    self.step = "second"
    self.step = "third"
    return steps.push "first"
  elseif step == "circle" then
    return steps.redirect "circle"
  elseif step == "text" then
    return "first"
  elseif step == "boom" then
    error("no way")
  end
  return steps.push(step)
end
function App:onGo()
  self.router:navigate("third")
  self.step = "first"
end
function App:onMistake() self.step = "frist" end

local Late = steps.coordinator "Late" { routes = { top = {}, one = {}, two = {} } }
function Late:start()
  self.step = "two"
  self.router:startFlow("top")
end
function Late:navigate(step) return steps.push(step) end

local Last = steps.coordinator "Last" { conflate = true, routes = { top = {}, one = {}, two = {} } }
function Last:start() self.router:startFlow("top") end
Last.navigate = Late.navigate

application "Order" { main = "App" }

local function raises(text, body)
  local ok, problem = pcall(body)
  assert(not ok, "nothing was raised")
  assert(tostring(problem):find(text, 1, true), ("raised %q"):format(problem))
end

suite "Steps in time" {
  tags = { "steps" },
  setup = function(app)
    app:launch()
    return function() app:expect { leaks = 0 } end
  end,

  scenario "D10 steps that are set before the start follow it in order" {
    function(app)
      local late = Late:new()
      late.step = "one"
      late.step = "one"
      app:expect { steps = {} }
      app.main.router:present(late)
      app:expect { stack = { "top", "one", "one", "two" } }
    end,
  },

  scenario "D16 a lazy page performs its steps when it starts" {
    function(app)
      tabs "Pages" {
        pages = {
          { id = "one", coordinator = "Last" }, { id = "two", coordinator = "Late", lazy = true },
        },
      }
      app.main.router:present(screen "blank")
      app.main.router:restartApp()
      local pages = coordinator "Holder" {
        routes = { pages = { coordinator = "Pages" } },
        start = function(self) self.router:root("pages") end,
      }:new()
      app.main.router:present(pages)
      local holder = app.main.children[1].children[1]
      holder.children[2].step = "one"
      app:expect { stack = { "top" }, steps = {} }
      holder.currentPage = "two"
      app:expect { stack = { "top", "one", "two" } }
    end,
  },

  scenario "D10 conflate keeps only the last step" {
    function(app)
      local last = Last:new()
      last.step = "one"
      last.step = "two"
      app.main.router:present(last)
      app:expect { stack = { "top", "two" } }
    end,
  },

  scenario "a coordinator that a step presents performs its earlier steps" {
    function(app)
      local late = Late:new()
      late.step = "one"
      app.main.navigate = function() return steps.present(late) end
      app.main.step = "showLate"
      app:expect { stack = { "top", "one", "two" }, layers = 2 }
    end,
  },

  scenario "steps that a step sets are performed after it" {
    function(app)
      app.main.step = "nested"
      app:expect {
        stack = { "home", "first", "second", "third" },
        steps = { "App nested", "App second", "App third" },
      }
    end,
  },

  scenario "a step waits for operations that were requested earlier" {
    function(app)
      app:tap "Go"
      app:expect { stack = { "home", "third", "first" } }
    end,
  },

  scenario "the next step waits for the end of the animation" {
    function(app)
      clock.manual()
      app.main.step = "first"
      app.main.step = "second"
      app:expect { stack = { "home", "first" } }
      clock.advance("350ms")
      app:expect { stack = { "home", "first", "second" } }
      clock.settle()
    end,
  },

  scenario "a coordinator that has finished ignores steps, and the queue continues" {
    function(app)
      app.main.router:navigate("late")
      local late = app.top
      clock.manual()
      late.step = "one"
      late.step = "two"
      app.main.router:dismiss()
      clock.settle()
      steps.emit(late, "one")
      app.main.step = "first"
      clock.settle()
      app:expect { stack = { "home", "first" } }
    end,
  },

  scenario "a vetoed step is ignored, and the next one is performed" {
    function(app)
      local stop = app:guard(function(request)
        if request.name == "first" then return "not now" end
      end)
      app.main.step = "first"
      app.main.step = "second"
      stop()
      app:expect {
        stack = { "home", "second" }, steps = { "App first (vetoed)", "App second" },
      }
    end,
  },

  scenario "a rejected step is an error with its name, and the next one is performed" {
    function(app)
      raises("step frist of App: unknownRoute: navigate: App has no route \"frist\"; did you mean "
        .. "\"first\"?", function() app.main.step = "frist" end)
      app.main.step = "first"
      app:expect { stack = { "home", "first" } }
    end,
  },

  scenario "an invalid action is an error that lists the valid ones" {
    function(app)
      raises("App:navigate returned \"first\" for the step text, expected an action such as steps.push",
        function() app.main.step = "text" end)
    end,
  },

  scenario "an error in navigate is raised, and the next step is performed" {
    function(app)
      raises("no way", function() app.main:emit "boom" end)
      app.main:emit "first"
      app:expect { stack = { "home", "first" } }
    end,
  },

  scenario "a completion of the action is called too" {
    function(app)
      local statuses = {}
      app.main.navigate = function(_, step)
        return steps.push(step, nil, { completion = function(status) statuses[#statuses + 1] = status end })
      end
      app.main.step = "first"
      app.main.step = "second"
      app:expect { stack = { "home", "first", "second" } }
      assert(table.concat(statuses, " ") == "done done")
    end,
  },

  scenario "an endless circle of steps is an error" {
    function(app)
      raises("has triggered more than", function() app.main.step = "circle" end)
      app.main.step = "first"
      app:expect { stack = { "home", "first" } }
    end,
  },

  scenario "mistakes in a definition are reported at its line" {
    function(app)
      raises("steps.push: the destination is nil", function() steps.push(nil) end)
      raises("steps.pop: count is 0", function() steps.pop(0) end)
      raises("steps.multiple: part 2 is \"first\"", function()
        steps.multiple(steps.none(), "first")
      end)
      raises("has no key \"rutes\"", function() steps.coordinator "X" { rutes = {} } end)
      raises("conflate is 1", function() steps.coordinator "X" { conflate = 1 } end)
      raises("emit is defined by steps", function()
        steps.coordinator "X" { emit = function() end }
      end)
      raises("expected one that handles steps", function()
        steps.emit(3, "first")
      end)
      raises("whenHidden is \"hide\"", function()
        steps.stepper(app.front, { whenHidden = "hide" })
      end)
      raises("there is no event \"step.recieved\"", function()
        steps.on("step.recieved", print)
      end)
    end,
  },
}
