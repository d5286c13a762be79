-- The order of forwarded and emitted steps, stacks that are initially empty, closed sets of steps,
-- and definitions that extend others.
local steps = require "steps"

local function raises(text, body)
  local ok, problem = pcall(body)
  assert(not ok, "nothing was raised")
  assert(tostring(problem):find(text, 1, true), ("raised %q"):format(problem))
end

-- MARK: - Order

local Flow = steps.coordinator "Flow" {
  routes = { home = {}, screen = {}, child = { coordinator = "Emitting" } },
}
function Flow:start() self.router:startFlow("home") end
function Flow:navigate(step)
  if step ~= "multiple" then return steps.none() end
  return self.multiple(self)
end

local Emitting = steps.coordinator "Emitting" { routes = { top = {} } }
function Emitting:start()
  self.parent:emit "two"
  self.router:startFlow("top")
end

suite "Forwarded and emitted steps" {
  tags = { "steps" },

  each {
    {
      name = "emitted in navigate, then redirected",
      multiple = function(self)
        self:emit "two"
        return steps.redirect "one"
      end,
    },
    {
      name = "a child that emits when it starts, and a redirection",
      multiple = function() return steps.multiple(steps.push "child", steps.redirect "one") end,
    },
    {
      name = "the redirection written first, the screen's stepper emits",
      multiple = function()
        steps.stepper(app.front):emit "two"
        return steps.multiple(steps.redirect "one", steps.push "screen")
      end,
    },
  }:scenario "multiple, two, one: %{name}" {
    function(app, case)
      app:launch "Flow"
      app.main.multiple = case.multiple
      app.main.step = "multiple"
      app:expect { steps = { "Flow multiple", "Flow two", "Flow one" } }
    end,
  },

  scenario "a step for the parent keeps its position among emitted steps" {
    function(app)
      local Parent = steps.coordinator "Parent" { routes = { home = {} } }
      function Parent:start() self.router:startFlow("home") end
      function Parent:navigate() return steps.none() end
      local Child = steps.coordinator "Child" { routes = { top = {}, more = {} } }
      function Child:start() self.router:startFlow("top") end
      function Child:navigate(step)
        if step ~= "multiple" then return steps.none() end
        self:emit "before"
        return steps.multiple(steps.forward "up", steps.push("more", nil, {
          completion = function() self:emit "after" end,
        }))
      end
      app:launch "Parent"
      app.main.router:present(Child:new())
      app.top.step = "multiple"
      app:expect { steps = { "Child multiple", "Child before", "Parent up", "Child after" } }
    end,
  },
}

-- MARK: - Empty stacks

local Scene = steps.coordinator "Scene" {
  routes = { first = {}, second = {}, about = { coordinator = "About" } },
}
function Scene:navigate(step)
  if step == "showFirst" then return steps.push "first" end
  if step == "showSecond" then return steps.push "second" end
  if step == "showAbout" then return steps.present "about" end
  if step == "pushAbout" then return steps.push "about" end
  if step == "both" then return steps.set { "second", "first" } end
  if step == "back" then return steps.popToRoot() end
  if step == "backTo" then return steps.popTo "first" end
end

local About = steps.coordinator "About" { routes = { about = {}, terms = {} } }
function About:start() self.step = "showAbout" end
function About:navigate(step)
  return steps.push(step == "showAbout" and "about" or "terms")
end

suite "Empty stacks" {
  tags = { "steps" },

  scenario "a coordinator without a start shows an empty stack, and the first step is its root" {
    function(app)
      app:launch "Scene"
      app:expect { stack = { "(empty)" }, title = "", layers = 1 }
      app.main.step = "showFirst"
      app:expect { stack = { "first" } }
      app.main.step = "showSecond"
      app:expect { stack = { "first", "second" }, leaks = 0 }
      app:back()
      app:expect { stack = { "first" } }
    end,
  },

  scenario "steps that are set before the start begin the stack" {
    function(app)
      app:launch "Scene"
      local scene = Scene:new()
      scene.step = "showFirst"
      scene.step = "showSecond"
      app.main.router:present(scene)
      app:expect { stack = { "first", "second" }, steps = { "Scene showFirst", "Scene showSecond" } }
    end,
  },

  scenario "a step that start sets is the root in the same change" {
    function(app)
      app:launch "Scene"
      local moves = 0
      app:on("didNavigate", function() moves = moves + 1 end)
      app.main.step = "showAbout"
      app:expect {
        stack = { "about" }, layers = 2, steps = { "About showAbout", "Scene showAbout" },
      }
      assert(moves == 1)
      app.top.step = "more"
      app:expect { stack = { "about", "terms" } }
    end,
  },

  scenario "a pushed coordinator is the root of an empty stack, and a stack can be set" {
    function(app)
      app:launch "Scene"
      app.main.step = "pushAbout"
      app:expect { coordinator = "About", stack = { "about" }, layers = 1 }
      app.main.router:restartApp()
      app:expect { stack = { "(empty)" } }
      app.main.step = "both"
      app:expect { stack = { "second", "first" } }
      app.main.step = "showSecond"
      app.main.step = "backTo"
      app:expect { stack = { "second", "first" } }
      app.main.step = "back"
      app:expect { stack = { "second" }, leaks = 0 }
    end,
  },

  scenario "a first step that fails raises an error at its line, and nothing is shown" {
    function(app)
      local Wrong = steps.coordinator "Wrong" { routes = { home = {} } }
      function Wrong:start() self.step = "home" end
      function Wrong:navigate() return steps.push "hoem" end
      app:launch "Scene"
      raises("Wrong has no route \"hoem\"; did you mean \"home\"?",
        function() app.main.router:present(Wrong:new()) end)
      app:expect { layers = 1, stack = { "(empty)" } }
    end,
  },
}

-- MARK: - Closed sets

local Closed = steps.coordinator "Closed" {
  routes = { home = {}, item = { args = { id = "integer" } } },
  steps = { "showHome", showItem = { id = "integer", note = "string?" } },
}
function Closed:start() self.router:startFlow("home") end
function Closed:navigate(step)
  local name, parameters = step[1] or step, step
  if name == "showItem" then return steps.push("item", { id = parameters.id }) end
  return steps.none()
end

suite "Closed sets of steps" {
  tags = { "steps" },
  setup = function(app) app:launch "Closed" end,

  scenario "a declared step is handled, with its parameters" {
    function(app)
      app.main.step = { "showItem", id = 7 }
      app.main.step = "showHome"
      app:expect { args = { id = 7 }, steps = { "Closed { showItem, id = 7 }", "Closed showHome" } }
    end,
  },

  scenario "an unknown step is an error with the nearest name, and changes nothing" {
    function(app)
      raises("unknownStep: Closed declares no step \"showHoem\"; did you mean \"showHome\"?",
        function() app.main.step = "showHoem" end) -- lint: ignore
      raises("unknownStep: Closed declares no step \"x\"; known: showHome, showItem",
        function() app.main:emit "x" end) -- lint: ignore
      raises("unknownStep: Closed: got 7, expected one of its steps showHome, showItem",
        function() steps.emit(app.main, 7) end)
      app:expect { steps = {}, stack = { "home" } }
      assert(app.main.step == nil)
    end,
  },

  scenario "wrong parameters are an error" {
    function(app)
      raises("badStep: Closed: the step showItem: id is nil, expected integer",
        function() app.main.step = { "showItem" } end)
      raises("badStep: Closed: the step showItem: id is \"7\", expected integer",
        function() app.main.step = { showItem = { id = "7" } } end)
      raises("the step showItem has no parameter \"nota\"; did you mean \"note\"?",
        function() app.main.step = { "showItem", id = 7, nota = "x" } end)
    end,
  },

  scenario "an unknown step of an action raises an error at the line that set the first step" {
    function(app)
      app.main.navigate = function() return steps.redirect "showHaus" end -- lint: ignore
      raises("cases.scenario.lua:227: unknownStep: Closed declares no step \"showHaus\"",
        function() app.main.step = "showHome" end)
    end,
  },

  scenario "an invalid declaration is an error" {
    function()
      raises("steps is 1, expected a list of names", function()
        steps.coordinator "X" { steps = 1 }
      end)
      raises("steps.item.id is \"int\", expected \"string\", \"integer\"", function()
        steps.coordinator "X" { steps = { item = { id = "int" } } }
      end)
      raises("steps[1] is 2, expected a name", function() steps.coordinator "X" { steps = { 2 } } end)
      raises("steps.extend: got \"App\", expected a definition", function()
        steps.extend "App"
      end)
      raises("steps.extend: got", function() steps.extend(app) end)
      raises("steps.extend(Closed): the second argument is 5", function() steps.extend(Closed, 5) end)
      raises("there is no option \"step\"; known: conflate, steps", function()
        steps.extend(Closed, { step = {} })
      end)
    end,
  },
}

-- MARK: - Inheritance

local Base = steps.coordinator "Base" {
  routes = { home = {}, help = {} }, steps = { "showHelp", "showMore" },
}
function Base:start() self.router:startFlow("home") end
function Base:navigate(step)
  if step == "showHelp" then return steps.push "help" end
end

suite "Definitions that extend others" {
  tags = { "steps" },

  scenario "navigate of the base handles steps that the definition does not know" {
    function(app)
      local Derived = steps.coordinator "Derived" {
        extends = Base, routes = { more = {} }, steps = { "showOther" },
      }
      function Derived:navigate(step)
        if step == "showMore" then return steps.push "more" end
      end
      app:launch "Derived"
      app.main.step = "showMore"
      app.main.step = "showHelp"
      app.main.step = "showOther"
      app:expect {
        stack = { "home", "more", "help" },
        steps = { "Derived showMore", "Derived showHelp", "Derived showOther (unhandled)" },
      }
      raises("Derived declares no step \"showHlep\"; did you mean \"showHelp\"?",
        function() app.main.step = "showHlep" end) -- lint: ignore
    end,
  },

  scenario "a plain definition that extends one accepts steps" {
    function(app)
      coordinator "Plain" { extends = "Base" }
      app:launch "Plain"
      app.main.step = "showHelp"
      app:expect { stack = { "home", "help" }, steps = { "Plain showHelp" } }
    end,
  },

  scenario "without navigate, every step is unhandled and changes nothing" {
    function(app)
      local Quiet = steps.coordinator "Quiet" { routes = { home = {} } }
      function Quiet:start() self.router:startFlow("home") end
      app:launch "Quiet"
      local seen = {}
      steps.on("step.unhandled", function(event) seen[#seen + 1] = event.step end)
      app.main.step = "anything"
      app:expect { stack = { "home" }, steps = { "Quiet anything (unhandled)" } }
      assert(#seen == 1 and seen[1] == "anything")
    end,
  },
}
