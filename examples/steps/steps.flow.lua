-- What the users of the steps example can do.
require "app"

suite "Steps example" {
  tags = { "steps", "example" },
  fixture = function(app)
    app:launch()
    return function() app:expect { leaks = 0 } end
  end,

  flow "T101 the two steps of the application delegate" {
    function(app)
      app.main.step = "showFirst"
      app.main.step = "showSecond"
      app:expect { modal = { "about" }, stack = { "about" }, title = "About" }
      app:tap "Close"
      app:expect { modal = {}, stack = { "home", "first" } }
    end,
  },

  flow "a child that a step presents lives on, and ends by swipe" {
    function(app)
      app:tap "About"
      app:tap "Terms"
      app:expect { stack = { "about", "terms" } }
      app:swipeDown()
      app:expect { modal = {}, stack = { "home" } }
      assert(app.main.lastChild == "AboutApp userSwipe, no result")
    end,
  },

  flow "the tour: nested steps come when the child has started" {
    function(app)
      app:tap "Tour"
      app:expect {
        stack = { "about", "terms", "authors" },
        steps = {
          "App showFirst", "App { about = { showTerms, showAuthors } }", "AboutApp showTerms",
          "AboutApp showAuthors",
        },
      }
      app:tap "Done"
      app:expect { modal = {}, stack = { "home", "first", "first" }, result = "read" }
    end,
  },

  flow "a step that nobody knows moves nothing, and is written down" {
    function(app)
      local before <const> = app:snapshot()
      app.main.step = "showThird"
      assert(app:snapshot() == before)
      app:expect { steps = { "App showThird (unhandled)" }, stack = { "home" } }
    end,
  },

  flow "the animation of one step is over before the next one begins" {
    function(app)
      clock.manual()
      app.main.step = "showFirst"
      app.main.step = "showSecond"
      app:expect { stack = { "home", "first" }, layers = 1 }
      app:eventually({ within = "350ms" }, { modal = { "about" } })
      clock.settle()
      app:tap "Close"
      clock.settle()
      app:expect { stack = { "home", "first" }, modal = {} }
    end,
  },
}
