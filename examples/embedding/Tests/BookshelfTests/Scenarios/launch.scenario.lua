-- The screens that the application shows first, and the destinations of links. The coordinators are
-- written in Swift. The accounts of the test take two seconds of virtual time.
require "Scripts.app"

suite "Launch" {
  setup = function(app) return function() app:expect { leaks = 0 } end end,

  each {
    { tutorial = true, authorised = false, shows = "logIn" },
    { tutorial = false, authorised = false, shows = "logIn" },
    { tutorial = false, authorised = true, shows = "welcome" },
    { tutorial = true, authorised = true, shows = "list" },
  }:scenario "tutorial %{tutorial}, authorised %{authorised}: %{shows}" {
    function(app, case)
      app:launch("Application", { tutorial = case.tutorial, authorised = case.authorised })
      app:expect { front = case.shows, layers = 1 }
    end,
  },

  scenario "from the login to the shelf" { tags = { "smoke" },
    function(app)
      app:launch()
      app:expect { title = "Who is there?", actions = { "Ada", "Bob" } }
      app:tap "Ada"
      app:expect { front = "waiting" }
      app:eventually({ within = "3s" }, { front = "welcome", result = { name = "Ada" } })
      app:step("onboarding", function()
        app:tap "Next"
        app:tap "Poems"
        app:tap "Done"
      end)
      app:expect { tab = "shelf", stack = { "list" }, result = { genres = { "Poems" } } }
    end,
  },

  scenario "an unknown user may try again" {
    function(app)
      app:launch()
      app:tap "Bob"
      app:eventually({ within = "3s" }, { front = "logIn", title = match "Bob" })
      app:tap "Ada"
      app:eventually({ within = "3s" }, { front = "welcome" })
    end,
  },

  scenario "a link at the cold start waits for the shelf" {
    function(app)
      app:launch("Application", { tutorial = true, authorised = false })
      app:open "bookshelf://book/3"
      app:expect { front = "logIn" }
      app:tap "Ada"
      app:eventually({ within = "3s" }, { stack = { "list", "book" }, title = "Faust" })
    end,
  },
}

suite "Links into the running application" {
  setup = function(app)
    app:launch("Application", { tutorial = true, authorised = true })
    return function() app:expect { leaks = 0 } end
  end,

  each { { "bookshelf://settings", "settings" }, { "bookshelf://shelf", "list" } }
    :scenario "%s shows %s" {
      function(app, url, screen)
        app:open(url)
        app:expect { front = screen }
      end,
    },

  scenario "a book is shown from any tab" {
    function(app)
      app:tapTab "settings"
      app:open "bookshelf://book/2"
      app:expect { tab = "shelf", stack = { "list", "book" }, args = { id = 2 } }
    end,
  },

  scenario "a missing book changes nothing" {
    function(app)
      local before <const> = app:saveState()
      app:open "bookshelf://book/99"
      assert(app:saveState() == before)
    end,
  },
}
