-- The todo app: who is logged in decides the root, and a link goes through the whole tree.
local authentication <const> = require "app".authentication

suite "Todos" {
  fixture = function(app)
    app:launch()
    return function() app:expect { leaks = 0 } end
  end,

  flow "logging in and out switches the roots, and takes everything along" {
    function(app)
      app:expect { root = "unauthenticated", top = "start" }
      app:tap "Register"
      app:tap "Next"
      app:expect { stack = { "name", "password" } }
      app:tap "Done"
      app:expect { root = "authenticated", top = "home", layers = 1 }
      app:tap "Log out"
      app:expect { root = "unauthenticated", stack = { "start" } }
    end,
  },

  flow "what a service says twice does nothing the second time" {
    function(app)
      authentication:send { user = "ada" }
      app:tapTab "todos"
      app:tap "New"
      authentication:send { user = "ada" }
      app:expect { tab = "todos", modal = { "createTodo" } }
      authentication:send { user = "bob" }
      app:expect { tab = "home", layers = 1 }
    end,
  },

  flow "a modal goes by the router of its own view" {
    function(app)
      app:tap "Forgot password"
      app:expect { modal = { "forgotPassword" } }
      app:tap "Send"
      app:expect { layers = 1, top = "start" }
    end,
  },

  each { { "home" }, { "todos" } }:flow "a link opens its todo from the tab %s" {
    function(app, tab)
      authentication:send { user = "ada" }
      app:tapTab(tab)
      app:open "todos://todo/7"
      app:expect { tab = "todos", stack = { "list", "todo" }, args = { id = 7 }, title = "Todo 7" }
    end,
  },

  flow "a link that is none, or comes before the log-in, moves nothing and says why" {
    function(app)
      app:open "todos://todo/7"
      assert(app.main.problem == "log in first")
      app:expect { root = "unauthenticated", top = "start" }
      authentication:send { user = "ada" }
      local before <const> = app:snapshot()
      app:open "todos://todo/seven"
      assert(app.main.problem == "no todo: todos://todo/seven" and app:snapshot() == before)
    end,
  },

  flow "the tab tapped again pops to its root" {
    function(app)
      authentication:send { user = "ada" }
      app:tapTab "todos"
      app:tap "New"
      app:tap "Save"
      app:tap "Next"
      app:expect { stack = { "list", "todo", "todo" }, args = { id = 101 } }
      app:tapTab "todos"
      app:expect { stack = { "list" } }
    end,
  },

  flow "a registration that is given up half way leaves nobody logged in" {
    function(app)
      app:tap "Register"
      app:tap "Next"
      app:back()
      app:expect { stack = { "name" }, coordinator = "Registration" }
      app:back()
      app:expect { root = "unauthenticated", stack = { "start" }, coordinator = "Unauthenticated" }
      assert(authentication.value.user == nil)
    end,
  },

  flow "a chain through a tab that there is not is refused, and names its link" {
    function(app)
      authentication:send { user = "ada" }
      local authenticated <const> = app.main.router:hasRoot("authenticated")
      local _, status, reason <const> =
        authenticated:focusFirst("settings", nil, { try = true })
      assert(status == "rejected" and reason == "routeNotFound", tostring(reason))
      app:expect { tab = "home", layers = 1 }
    end,
  },
}
