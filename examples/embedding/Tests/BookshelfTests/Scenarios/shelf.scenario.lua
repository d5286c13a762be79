-- The shelf and "about" are written in Swift, the review and the settings in Lua.
require "Scripts.app"

suite "Reviews" { tags = { "shelf" },
  setup = function(app)
    app:launch("Application", { tutorial = true, authorised = true })
    return function() app:expect { leaks = 0 } end
  end,

  each { { "Five", "Great", "★★★★★" }, { "Three", "Skip", "★★★" } }
    :scenario "%s stars, then %s" {
      function(app, stars, word, shown)
        app:tap "Emma"
        app:tap "Review"
        app:expect { coordinator = "Review", modal = { "stars" } }
        app:tap(stars)
        app:tap(word)
        app:expect { modal = {}, title = "Emma " .. shown }
        app:back()
        app:expect { title = "1 of 3 reviewed" }
      end,
    },

  scenario "a review that is swiped away is not saved" {
    function(app)
      app:tap "Faust"
      app:tap "Review"
      app:tap "Five"
      app:swipeDown()
      app:expect { title = "Faust", result = false }
    end,
  },
}

suite "Settings" { tags = { "settings" },
  setup = function(app)
    app:launch("Application", { tutorial = true, authorised = true })
    app:tapTab "settings"
    return function() app:expect { leaks = 0 } end
  end,

  scenario "a script presents a Swift coordinator with steps and receives its result" {
    function(app)
      app:tap "Terms"
      app:expect { coordinator = "About", stack = { "about", "terms" } }
      app:tap "Authors"
      app:tap "Done"
      app:expect { modal = {}, result = { read = { "about", "terms", "authors" } } }
      assert(table.concat(app.top.read, " ") == "about terms authors")
    end,
  },

  scenario "logging out ends the session" {
    function(app)
      local shelf <const> = app:coordinator "Shelf"
      app:tap "Log out"
      app:expect { front = "logIn", layers = 1 }
      assert(not shelf.isAlive, "the shelf lives on")
    end,
  },
}
