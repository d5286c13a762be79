-- What the user of the active link example sees.
require "app"

suite "Active link example" {
  tags = { "activelink", "example" },
  fixture = function(app)
    app:launch()
    return function() app:expect { leaks = 0 } end
  end,

  each {
    { "First", "First: Some param", "firstParametrized { text = Some param }" },
    { "Second", "Second: 2", "secondParametrized { number = 2 }" },
    { "Third", "Third", "third" },
    { "Plain", "First: no text", "first" },
  }:flow "T127 %s pushes %s" {
    function(app, action, title, active)
      app:tap(action)
      app:expect { title = title, activeLink = active, layers = 1 }
      app:back()
      app:expect { front = "content", activeLink = false }
    end,
  },

  flow "T127 the sheet, another sheet in its place, and closed" {
    function(app)
      app:tap "Sheet"
      app:expect { title = "Sheet: Sheet param", modal = { "sheet" } }
      app:tap "Other"
      app:expect { title = "Sheet: Other param", modal = { "sheet" } }
      app:tap "Close"
      app:expect { front = "content", modal = {}, activeLink = false }
    end,
  },

  flow "a sheet that closes late does not clear the newer link" {
    function(app)
      app:tap "Sheet"
      clock.manual()
      app:swipeDown()
      app.main:show("third")
      app:eventually({ within = "2s" }, { front = "third", modal = {}, activeLink = "third" })
      clock.settle()
      app:expect { activeLink = "third" }
    end,
  },

  flow "the user who lets go of the sheet half way still has its link" {
    function(app)
      app:tap "Sheet"
      app:swipeDown { cancel = true }
      app:expect { modal = { "sheet" }, activeLink = "sheet { item = Sheet param }" }
    end,
  },
}
