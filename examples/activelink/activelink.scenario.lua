-- The behavior of the active link example, as visible to its user.
local link = require "app".link

suite "Active link example" {
  tags = { "activelink", "example" },
  setup = function(app)
    app:launch()
    return function() app:expect { leaks = 0 } end
  end,

  scenario "the content shows its text and four buttons" {
    function(app)
      app:expect { title = "Title", args = { text = "Content View" }, activeLink = false }
      assert(table.concat(app.front.actions, ", ")
        == "First view >, Second view >, Third view >, Sheet view")
    end,
  },

  each {
    { "First view >", "First View with text: Some param",
      "firstLinkParametrized { text = Some param }", "First" },
    { "Second view >", "Second View with number: 2", "secondLinkParametrized { number = 2 }",
      "Second" },
    { "Third view >", "Default Third View", "thirdLink", "Third" },
  }:scenario "T127 %s pushes %s" {
    function(app, action, title, active, coordinator)
      app:tap(action)
      app:expect { title = title, activeLink = active, layers = 1, coordinator = coordinator }
      app:back()
      app:expect { front = "content", activeLink = false, coordinator = "Content" }
    end,
  },

  each {
    { "firstLink", "Default First View" }, { "secondLink", "Default Second View" },
  }:scenario "%s without parameters shows %s" {
    function(app, name, title)
      app.main:show(name)
      app:expect { title = title, activeLink = name }
    end,
  },

  scenario "T127 another sheet replaces the sheet, and Close removes it" {
    function(app)
      app:tap "Sheet view"
      app:expect { title = "Sheet view with Sheet param", modal = { "sheet" } }
      app.main:show("sheetLink", { item = "Other param" })
      app:expect { title = "Sheet view with Other param", modal = { "sheet" } }
      app:tap "Close"
      app:expect { front = "content", modal = {}, activeLink = false }
    end,
  },

  scenario "a sheet that is swiped away clears the link" {
    function(app)
      app:tap "Sheet view"
      app:swipeDown()
      app:expect { front = "content", modal = {}, activeLink = false }
    end,
  },

  scenario "a sheet that closes late does not clear the newer link" {
    function(app)
      app:tap "Sheet view"
      clock.manual()
      app:swipeDown()
      app.main:thirdAction()
      app:eventually({ within = "2s" }, { front = "third", modal = {}, activeLink = "thirdLink" })
      clock.settle()
      app:expect { activeLink = "thirdLink" }
    end,
  },

  scenario "a cancelled swipe of the sheet keeps its link" {
    function(app)
      app:tap "Sheet view"
      app:swipeDown { cancel = true }
      app:expect { modal = { "sheet" }, activeLink = "sheetLink { item = Sheet param }" }
    end,
  },

  scenario "the same link with other parameters updates its screen" {
    function(app)
      app.main:firstAction()
      local screen = app.front
      app.main:show("firstLinkParametrized", { text = "Other" })
      assert(app.front == screen)
      app:expect { title = "First View with text: Other" }
      app.main:show("firstLink")
      assert(app.front == screen)
      app:expect { title = "Default First View", activeLink = "firstLink" }
    end,
  },

  scenario "another link replaces the pushed or presented screen" {
    function(app)
      app.main:firstAction()
      app.main:thirdAction()
      app:expect { stack = { "third" }, coordinator = "Third", layers = 1 }
      assert(#app.main.children == 1)
      app.main:sheetAction()
      app:expect { modal = { "sheet" }, stack = { "sheet" } }
      app.main:secondAction()
      app:expect { modal = {}, coordinator = "Second" }
    end,
  },

  scenario "nil closes the destination" {
    function(app)
      for _, action in ipairs { "firstAction", "sheetAction" } do
        app.main[action](app.main)
        app.main:show(nil)
        app:expect { front = "content", layers = 1, activeLink = false }
      end
    end,
  },

  scenario "of several links in one update, the last one is shown" {
    function(app)
      clock.manual()
      app.main:firstAction()
      app.main:secondAction()
      app.main:sheetAction()
      clock.settle()
      app:expect { modal = { "sheet" }, activeLink = "sheetLink { item = Sheet param }" }
      assert(#app.main.children == 1)
    end,
  },

  scenario "links with the same name and parameters are equal" {
    function(app)
      app.main:firstAction()
      assert(app.main.activeLink == link.firstLinkParametrized { text = "Some param" })
      assert(app.main.activeLink ~= link.firstLink)
      assert(app.main.activeLink.navigationLink == link.firstLink)
    end,
  },
}
