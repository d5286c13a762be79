-- The to-do application: the logged-in user determines the root, and a URL leads through the whole
-- tree.
local demo <const> = require "app"

---Logs in using the screen, as a user does.
local function logIn(app, user)
  app.top.text = user
  app:tap "Login"
  clock.advance "1s"
end

---Adds a to-do item on its tab.
local function create(app, name)
  app:tapTab "todos"
  app:tap "Add"
  app.top.text = name
  app:tap "Create"
end

---Returns the icons of the tabs, in order.
local function icons(app)
  local list <const> = {}
  for _, page in ipairs(app:state().main.children[1].pages) do list[#list + 1] = page.icon end
  return table.concat(list, " ")
end

suite "Before the login" {
  setup = function(app)
    app:launch()
    return function() app:expect { leaks = 0 } end
  end,

  scenario "logging in and logging out replace the root" {
    function(app)
      app:expect { root = "unauthenticated", title = "Welcome" }
      logIn(app, "ada")
      app:expect { root = "authenticated", tab = "home", args = {}, layers = 1 }
      assert(app.main.child.args.user == "ada")
      app:tapTab "profile"
      app:expect { title = "Currently logged in as ada" }
      app:tap "Logout"
      app:expect { root = "unauthenticated", stack = { "start" }, title = "Welcome" }
    end,
  },

  scenario "a user stays logged in after a restart" {
    function(app)
      logIn(app, "ada")
      app.main.router:restartApp()
      app:expect { root = "authenticated", tab = "home" }
      assert(demo.defaults.user == "ada" and app.main.child.args.user == "ada")
    end,
  },

  scenario "after the password is sent, the login is shown again" {
    function(app)
      app:tap "Forgot your password?"
      app:expect { stack = { "start", "forgotPassword" } }
      app:tap "OK"
      clock.advance "1s"
      app:expect { stack = { "start" }, root = "unauthenticated" }
    end,
  },

  scenario "a registration passes the name on and dismisses itself at the end" {
    function(app)
      app:tap "Register"
      app.top.text = "grace"
      app:tap "Next step"
      app:expect {
        coordinator = "Registration", stack = { "start", "password" },
        args = { username = "grace" },
      }
      app:tap "Register"
      clock.advance "1s"
      app:expect { coordinator = "Unauthenticated", stack = { "start" } }
      assert(demo.defaults.user == nil)
    end,
  },

  scenario "an incomplete registration logs no user in" {
    function(app)
      app:tap "Register"
      app:tap "Next step"
      app:back()
      app:expect { coordinator = "Registration", stack = { "start" } }
      app:back()
      app:expect { coordinator = "Unauthenticated", stack = { "start" }, root = "unauthenticated" }
    end,
  },

  scenario "a URL before the login changes nothing" {
    function(app)
      app:open "stinsenapp://todo/milk"
      app:expect { root = "unauthenticated", stack = { "start" } }
    end,
  },
}

suite "Behind the login" {
  setup = function(app)
    app:launch()
    logIn(app, "ada")
    return function() app:expect { leaks = 0 } end
  end,

  scenario "the active tab has a filled icon" {
    function(app)
      assert(icons(app) == "house.fill folder person.crop.circle bed.double", icons(app))
      app:tapTab "testbed"
      assert(icons(app) == "house folder person.crop.circle bed.double.fill", icons(app))
    end,
  },

  scenario "creating a todo adds it to the list and closes the sheet" {
    function(app)
      create(app, "Milk")
      app:expect { tab = "todos", stack = { "start" }, layers = 1 }
      assert(table.concat(app.front.actions, ", ") == "Add, Milk")
      app:tap "Milk"
      app:expect { stack = { "start", "todo" }, title = "Milk" }
    end,
  },

  scenario "a sheet that is swiped away creates nothing" {
    function(app)
      app:tapTab "todos"
      app:tap "Add"
      app:expect { modal = { "createTodo" } }
      app:swipeDown()
      app:expect { layers = 1 }
      assert(#demo.TodosStore.of("ada").all == 0)
    end,
  },

  scenario "a favorite on the home tab shows its todo" {
    function(app)
      create(app, "Milk")
      create(app, "Bread")
      app:tap "Bread"
      app:tap "Favorite"
      app:tapTab "home"
      assert(table.concat(app.front.actions, ", ") == "Bread")
      app:tap "Bread"
      app:expect { tab = "todos", stack = { "start", "todo" }, args = { id = 2 }, title = "Bread" }
    end,
  },

  scenario "a favorite replaces all screens of the todos tab, also a sheet" {
    function(app)
      create(app, "Milk")
      app:tap "Milk"
      app:tap "Favorite"
      app:tap "Favorite"
      app:tap "Favorite"
      app.top.router:route "createTodo"
      app.main.child.currentPage = "home"
      local home <const> = app.main.child:focusFirst "home"
      home.authenticated:focusFirst("todos").child:popToRoot():route("todo", { id = 1 })
      app:expect { tab = "todos", stack = { "start", "todo" }, front = "todo", layers = 1 }
    end,
  },

  each { { "home" }, { "todos" }, { "profile" } }:scenario "a URL opens its todo from the tab %s" {
    function(app, tab)
      create(app, "Milk")
      app:tapTab(tab)
      app:open "stinsenapp://todo/MILK"
      app:expect { tab = "todos", stack = { "start", "todo" }, title = "Milk", layers = 1 }
    end,
  },

  scenario "a URL during the creation of a todo is shown in front" {
    function(app)
      create(app, "Milk")
      app:tap "Add"
      app:open "stinsenapp://todo/milk"
      app:expect { front = "todo", title = "Milk", layers = { "root", "sheet" } }
      app:back()
      app:expect { front = "createTodo" }
    end,
  },

  scenario "a URL without a todo is reported and changes nothing" {
    function(app)
      local before <const> = app:saveState()
      for _, url in ipairs { "stinsenapp://todo/nothing", "stinsenapp://settings" } do
        app:open(url)
        assert(app.main.problem == "could not create a deep link from " .. url)
        assert(app:saveState() == before)
      end
    end,
  },

  scenario "todos are stored per user" {
    function(app)
      create(app, "Milk")
      app:tapTab "profile"
      app:tap "Logout"
      logIn(app, "bob")
      app:tapTab "todos"
      assert(table.concat(app.front.actions, ", ") == "Add")
      app:tapTab "profile"
      app:tap "Logout"
      logIn(app, "ada")
      app:tapTab "todos"
      assert(table.concat(app.front.actions, ", ") == "Add, Milk")
    end,
  },

  scenario "a repeated value of the service changes nothing" {
    function(app)
      app:tapTab "todos"
      app:tap "Add"
      demo.authentication:set "ada"
      app:expect { tab = "todos", modal = { "createTodo" } }
      demo.authentication:set "bob"
      app:expect { tab = "home", layers = 1 }
    end,
  },
}

suite "The testbed" {
  setup = function(app)
    app:launch()
    logIn(app, "ada")
    app:tapTab "testbed"
    return function() app:expect { leaks = 0 } end
  end,

  scenario "each screen has a number in the stack" {
    function(app)
      local titles <const> = {}
      for _, action in ipairs { "Push screen", "Modal screen", "Push screen" } do
        app:tap(action)
        titles[#titles + 1] = app.front.title:match "%-?%d+"
      end
      assert(table.concat(titles, " ") == "0 1 2", table.concat(titles, " "))
      app:expect { layers = { "root", "sheet" }, front = "pushScreen" }
    end,
  },

  scenario "a repeated tap on the tab shows its root" {
    function(app)
      app:tap "Push screen"
      app:tap "Push coordinator"
      app:tapTab "testbed"
      app:expect { coordinator = "Testbed", stack = { "start" }, layers = 1 }
    end,
  },

  each { { "Push coordinator" }, { "Modal coordinator" } }
    :scenario "%s: the inner testbed can be dismissed, the one of the tab cannot" {
      function(app, action)
        local function canDismiss()
          return table.concat(app.front.actions, ", "):find "Dismiss coordinator" ~= nil
        end
        assert(not canDismiss())
        app:tap(action)
        app:tap(action)
        assert(canDismiss())
        app:tap "Dismiss coordinator"
        app:tap "Dismiss coordinator"
        assert(not canDismiss())
        app:expect { stack = { "start" }, layers = 1 }
      end,
    },
}
