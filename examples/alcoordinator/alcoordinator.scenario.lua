-- Walks through the example applications of ALCoordinator and SUICoordinator.
require "app"

local function toHome(app)
  app:launch()
  app:tap "Next"
  app:tap "Start"
end

suite "ALCoordinator" {
  scenario "the onboarding covers the splash screen" {
    function(app)
      app:launch()
      app:expect {
        layers = { "root", "fullScreen" }, coordinator = "Onboarding", stack = { "firstStep" },
        title = "First step",
      }
      assert(table.concat(app:stack(app.main), " ") == "splash")
    end,
  },

  scenario "the second step is presented over the first" {
    function(app)
      app:launch()
      app:tap "Next"
      app:expect { layers = { "root", "fullScreen", "sheet" }, modal = { "firstStep", "secondStep" } }
      app:swipeDown()
      app:expect { front = "firstStep", coordinator = "Onboarding" }
    end,
  },

  scenario "the onboarding opens the tabs on settings" {
    function(app)
      toHome(app)
      app:expect {
        tab = "settings", pages = { "marketplace", "settings" }, coordinator = "Settings",
        title = "Settings",
      }
      assert(app.top.parent.type == "Home" and app.top.parent.parent.type == "Onboarding")
    end,
  },

  scenario "each tab has its own stack" {
    function(app)
      toHome(app)
      app:tap "About"
      app:tapTab "marketplace"
      app:tap "Open item"
      app:expect { tab = "marketplace", stack = { "marketplace", "item" }, title = "Item 42" }
      app:tapTab "settings"
      app:expect { stack = { "settings", "about" } }
      app:tapTab "settings"
      app:expect { stack = { "settings" } }
    end,
  },

  scenario "the custom tab bar selects pages and shows the selected page" {
    function(app)
      toHome(app)
      local home <const> = app:coordinator "Home"
      assert(home.tabView.title == "Page settings")
      app:tap "Marketplace tab"
      app:expect { tab = "marketplace", front = "marketplace" }
      assert(home.tabView.title == "Page marketplace")
      app:tapTab "settings"
      assert(home.tabView.title == "Page settings")
    end,
  },

  scenario "restarting the application shows the splash screen again" {
    function(app)
      toHome(app)
      local before <const> = app:coordinator "Onboarding"
      app:tap "Restart"
      app:expect { layers = { "root", "fullScreen" }, coordinator = "Onboarding", stack = { "firstStep" } }
      assert(not before.isAlive and app:coordinator "Home" == nil)
      app:expect { leaks = 0 }
    end,
  },

  scenario "finishing a page finishes its tabs" {
    function(app)
      toHome(app)
      app.top.router:finishFlow("done")
      app:expect { coordinator = "Onboarding", modal = { "firstStep", "secondStep" }, leaks = 0 }
    end,
  },

  scenario "a notification shows its message above the current screens" {
    function(app)
      toHome(app)
      app:tapTab "marketplace"
      app:tap "Open item"
      app:open "al://message/7"
      app:expect { coordinator = "Inbox", stack = { "message" }, title = "Message 7" }
      app:tap "Close"
      app:expect { coordinator = "Marketplace", stack = { "marketplace", "item" }, leaks = 0 }
    end,
  },
}

suite "SUICoordinator" {
  setup = function(app) app:launch "DefaultTabs" end,

  each {
    { "Push", 1, "Hello, Push! 1" }, { "Sheet", "sheet", "Hello, Sheet! 1" },
    { "Fullscreen", "fullScreen", "Hello, Fullscreen! 1" },
    { "Detents", "sheet", "Hello, Detents! 1" },
    { "Custom", "custom", "Hello, Custom! 1" },
  }:scenario "%s shows its screen, and Close removes it" {
    function(app, action, layers, title)
      app:tap(action)
      app:expect { title = title, layers = layers == 1 and 1 or { "root", layers } }
      app:tap "Close"
      app:expect { title = "Actions", layers = 1 }
    end,
  },

  scenario "counters increase until Restart" {
    function(app)
      app:tap "Push"
      app:tap "Push"
      app:tap "Sheet"
      app:expect { title = "Hello, Sheet! 1", modal = { "sheet" } }
      app:tap "Restart"
      app:expect { stack = { "list" }, layers = 1 }
      app:tap "Push"
      app:expect { title = "Hello, Push! 1" }
    end,
  },

  scenario "the hub pushes another hub, which finishes separately" {
    function(app)
      app:tapTab "second"
      app:tap "Hub"
      app:expect { stack = { "hub" }, coordinator = "Hub" }
      assert(#app.top.parent.stack == 1 and app.top.parent.type == "Hub")
      app:tap "Finish"
      app:expect { tab = "second", front = "hub", leaks = 0 }
    end,
  },

  scenario "the hub presents coordinators in their styles" {
    function(app)
      app:tapTab "second"
      app:tap "Actions"
      assert(table.concat(app:layers()[2].detents, " ") == "medium large")
      app:tap "Finish"
      app:tap "Detents"
      app:expect { title = "Hello, Detents!", layers = { "root", "sheet" } }
      app:swipeDown()
      app:tap "Split view"
      app:expect { layers = { "root", "fullScreen" }, pages = { "home", "hub" }, title = "Actions" }
    end,
  },

  scenario "the buttons of a custom bar select its pages" {
    function(app)
      app:tap "Tabs"
      app:tap "Second"
      app:expect { tab = "second", front = "hub" }
      app:tap "First"
      app:expect { tab = "first", front = "list" }
    end,
  },

  scenario "custom tabs receive a badge after a second" {
    function(app)
      app:tap "Tabs"
      app:expect { coordinator = "List", badges = { first = false }, layers = { "root", "sheet" } }
      clock.advance "1s"
      app:expect { badges = { first = "2" } }
    end,
  },

  scenario "a link opens the list in full screen above everything" {
    function(app)
      app:tap "Sheet"
      app:open "app://home"
      app:expect { title = "Hi, there!", layers = { "root", "sheet", "fullScreen" } }
    end,
  },

  scenario "a link to the tabs uses the visible list" {
    function(app)
      app:open "app://tabs-coordinator"
      app:expect { title = "Hello, Detents! 1", layers = { "root", "sheet" } }
    end,
  },

  scenario "a link to the tabs presents a list above another coordinator" {
    function(app)
      app:tapTab "second"
      app:open "app://tabs-coordinator"
      app:expect { title = "Hello, Detents! 1", layers = { "root", "sheet", "sheet" }, coordinator = "List" }
    end,
  },
}
