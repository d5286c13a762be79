-- The actions that are available to users of the steps example.
require "app"
local steps <const> = require "steps"

---The scene, which contains the application and its first step.
local function launched(app)
  local main <const> = app:launch()
  main.step = "showHome"
  return main
end

suite "The scene" {
  tags = { "steps", "example" },
  setup = function(app)
    return function() app:expect { leaks = 0 } end
  end,

  scenario "starts with an empty stack, and the first step sets the root" {
    function(app)
      local main <const> = app:launch()
      app:expect { stack = { "(empty)" }, title = "" }
      main.step = "showFirst"
      main.step = "showSecond"
      app:expect { stack = { "first", "second" }, layers = 1 }
      app:back()
      app:expect { stack = { "first" } }
    end,
  },

  scenario "then the second step presents the about coordinator" {
    function(app)
      local main <const> = app:launch()
      main.step = "showFirst"
      main.step = { "showAbout" }
      app:expect {
        coordinator = "AboutApp", stack = { "about" }, layers = { "root", "sheet" },
        steps = { "App showFirst", "App { showAbout }" },
      }
      app:swipeDown()
      app:expect { stack = { "first" } }
    end,
  },

  scenario "presents a new coordinator each time" {
    function(app)
      launched(app)
      app:tap "About"
      local first <const> = app.top
      app:tap "Close"
      app:tap "About"
      assert(app.top ~= first and not first.isAlive)
      app:expect { modal = { "about" }, layers = 2 }
    end,
  },
}

suite "Steps example" {
  tags = { "steps", "example" },
  setup = function(app)
    launched(app)
    return function() app:expect { leaks = 0 } end
  end,

  scenario "a child that a step presents stays until it is swiped away" {
    function(app)
      app:tap "About"
      app:tap "Terms"
      app:expect { stack = { "about", "terms" } }
      app:swipeDown()
      app:expect { modal = {}, stack = { "home" } }
      assert(app.main.lastChild == "AboutApp userSwipe, no result")
    end,
  },

  scenario "a child forwards the step that closes it" {
    function(app)
      app:tap "About"
      app:tap "Close"
      app:expect { modal = {}, stack = { "home" } }
      local list <const> = steps.list()
      assert(list[#list - 1] == "AboutApp close" and list[#list] == "App close")
    end,
  },

  scenario "the tour: nested steps are performed after the child starts" {
    function(app)
      app:tap "Tour"
      app:expect {
        stack = { "about", "terms", "authors" },
        steps = {
          "App showHome", "App showFirst", "App { showAbout, steps = { showTerms, showAuthors } }",
          "AboutApp showTerms", "AboutApp showAuthors",
        },
      }
      app:tap "Done"
      app:expect { modal = {}, stack = { "home", "first", "first" }, result = "read" }
    end,
  },

  scenario "a step of the base is handled by the base in both coordinators" {
    function(app)
      app.main.step = "showHelp"
      app:expect { stack = { "home", "help" } }
      app.main.step = "goHome"
      app:tap "About"
      app.top.step = "showHelp"
      app:expect { stack = { "about", "help" }, title = "Help" }
    end,
  },

  scenario "going home pops everything" {
    function(app)
      app.main.step = "showFirst"
      app.main.step = "showSecond"
      app.main.step = "goHome"
      app:expect { stack = { "home" } }
    end,
  },

  scenario "a call leaves the stack unchanged" {
    function(app)
      app:tap "Call"
      app:expect { stack = { "home" } }
      assert(app.main.called == "112")
    end,
  },

  scenario "an undeclared step is an error with the nearest name, and changes nothing" {
    function(app)
      local before <const> = app:saveState()
      local isFine <const>, problem <const> = pcall(function()
        app.main.step = "showFrist" -- lint: ignore
      end)
      assert(not isFine and problem:find('did you mean "showFirst"?', 1, true), problem)
      assert(app:saveState() == before)
    end,
  },

  scenario "wrong parameters of a step are an error" {
    function(app)
      local isFine <const>, problem <const> = pcall(function()
        app.main.step = { "call", number = 112 }
      end)
      assert(not isFine and problem:find("number is 112, expected string", 1, true), problem)
    end,
  },

  scenario "the animation of a step ends before the next step begins" {
    function(app)
      clock.manual()
      app.main.step = "showFirst"
      app.main.step = { "showAbout" }
      app:expect { stack = { "home", "first" }, layers = 1 }
      app:eventually({ within = "350ms" }, { modal = { "about" } })
      clock.settle()
      app:tap "Close"
      clock.settle()
      app:expect { stack = { "home", "first" }, modal = {} }
    end,
  },
}
