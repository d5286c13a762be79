-- Tabs, the reactions that `customize` attaches to a coordinator, and routers from anywhere.
local stinsen <const> = require "stinsen"

local tapped <const> = {}

local function tap(name)
  return function(self, isRepeat)
    tapped[#tapped + 1] = ("%s %s %s"):format(name, isRepeat, self.type)
  end
end

stinsen.navigation "Home" { stack = "home", home = stinsen.root "Home", more = stinsen.push "More" }

local Tabs <const> = stinsen.tabs "Tabs" {
  child = { "first", "second", active = "second" },
  first = stinsen.tab { title = "First", coordinator = "Home", onTapped = tap "first" },
  second = stinsen.tab { coordinator = "Home", onTapped = tap "second" },
}

suite "Tabs" {
  scenario "the tabs are in the declared order, and the active one is selected" {
    function(app)
      app:launch(Tabs)
      assert(app.main.currentPage == "second" and #app.main.children == 2)
      app:expect { tab = "second", leaks = 0 }
    end,
  },

  scenario "T85 onTapped reports all taps, but no programmatic selection" {
    function(app)
      app:launch(Tabs)
      app:tapTab "first"
      app.top.router:route "more"
      app:tapTab "first"
      app:expect { stack = { "home" } }
      app.main:select "second"
      app.main.router:focusFirst "first"
      app:tapTab "second"
      local text <const> = table.concat(tapped, ", ")
      assert(text == "first false Tabs, first true Tabs, second false Tabs", text)
    end,
  },

  scenario "a tab's function reads its tabs, and is called again after a restart" {
    function(app)
      local counter = 0
      stinsen.navigation "Profile" {
        stack = "profile", args = { name = "string" },
        profile = stinsen.root(function(self)
          return screen("profile", { title = self.args.name })
        end),
      }
      local Computed <const> = stinsen.tabs "Computed" {
        child = { "home", "profile", active = "profile" }, args = { user = "string" },
        home = stinsen.tab {
          coordinator = function(self) return self.args.user == "x" and "Tabs" or "Home" end,
        },
        profile = stinsen.tab {
          coordinator = "Profile",
          args = function(self)
            counter = counter + 1
            return { name = self.args.user .. counter }
          end,
        },
      }
      app:launch(Computed, { user = "ada" })
      app:expect { tab = "profile", title = "ada1", pages = { "home", "profile" } }
      app.main.router:restartApp()
      app:expect { tab = "profile", title = "ada2", leaks = 0 }
      app:restoreState(app:saveState())
      app:expect { tab = "profile" }
      assert(app.top.args.name == "ada2")
      assert(counter == 2)
    end,
  },

  scenario "customize attaches its reactions once after a restart" {
    function(app)
      local status <const>, received <const> = stinsen.subject "out", {}
      local Restarted <const> = stinsen.navigation "Restarted" {
        stack = "home", home = stinsen.root "Home",
        customize = function(_, view)
          view:onReceive(status, function(value) received[#received + 1] = value end)
        end,
      }
      app:launch(Restarted).router:restartApp()
      status:send "in"
      assert(table.concat(received, " ") == "out out in", table.concat(received, " "))
    end,
  },

  scenario "a tab's view calls the methods of the tabs, by label, name and function" {
    function(app)
      local called <const> = {}
      local function method(name)
        return function(self, screen) called[#called + 1] = name .. self.type .. screen.name end
      end
      local Viewed <const> = stinsen.tabs "Viewed" {
        child = { "plain" },
        plain = stinsen.tab {
          view = { actions = { "Apple Pay", { "By name", "named" }, { "By function", method "3" } } },
        },
        onApplePay = method "1", named = method "2",
      }
      app:launch(Viewed)
      for _, label in ipairs(app.front.actions) do app:tap(label) end
      local text <const> = table.concat(called, " ")
      assert(text == "1Viewedplain 2Viewedplain 3Viewedplain", text)
    end,
  },

  scenario "invalid definitions of tabs are rejected" {
    function()
      local function rejection(spec)
        local isFine <const>, problem <const> = pcall(stinsen.tabs "Broken", spec)
        assert(not isFine)
        return problem
      end
      local tab <const> = stinsen.tab { coordinator = "Home" }
      assert(rejection { one = tab }:find('stinsen.tabs "Broken": child is nil, expected the tabs in '
        .. 'order, such as { "home", "todos" }', 1, true))
      assert(rejection { child = { "won" }, one = tab }:find(
        'child is "won", which is not a tab; declared with stinsen.tab: "one"', 1, true))
      assert(rejection { child = { "one" }, one = stinsen.tab { coordinator = "Home", onTapped = 1 } }
        :find('stinsen.tabs "Broken": tab "one": onTapped is 1, expected a function', 1, true))
      assert(rejection { child = { "one" }, one = stinsen.tab { coordinator = "Home", view = "One" } }
        :find('tab "one" has both a view and a coordinator; omit one', 1, true))
      assert(rejection { child = { "one" }, one = stinsen.tab { view = 1 } }
        :find('tab "one": view is 1, expected a title or a table like that of a route', 1, true))
      assert(rejection { child = { "one" }, one = stinsen.tab { coordinator = "Home", icon = 1 } }
        :find("icon is 1, expected a string, or a function that receives whether the tab is active", 1, true))
      assert(select(2, pcall(stinsen.tab, "Home")):find(
        'stinsen.tab: got "Home", expected a table such as', 1, true))
    end,
  },
}

suite "customize" {
  scenario "receives values while its coordinator is alive, first the newest" {
    function(app)
      local status <const>, received <const> = stinsen.subject "out", {}
      local Gate <const> = stinsen.navigation "Gate" {
        stack = "outside", outside = stinsen.root "Outside",
        customize = function(self, view)
          view:onReceive(status, function(value)
            received[#received + 1] = ("%s %s"):format(self.id, value)
          end)
        end,
      }
      local Host <const> = stinsen.navigation "Host" {
        stack = "home", home = stinsen.root "Home", gate = stinsen.modal { coordinator = "Gate" },
      }
      app:launch(Host)
      local gate <const> = app.main.router:route "gate"
      status:send "in"
      app:swipeDown()
      assert(not gate.isAlive)
      app:expect { leaks = 0 }
      status:send "out"
      assert(table.concat(received, ", ") == "c2 out, c2 in", table.concat(received, ", "))
      app:expect { leaks = 0 }
      assert(Gate.name == "Gate")
    end,
  },

  scenario "values that are sent during a callback follow in order" {
    function()
      local subject <const>, received <const> = stinsen.subject(), {}
      subject:sink(function(value)
        if value == 1 then subject:send(2) end
        received[#received + 1] = "a" .. value
      end)
      local cancel <const> = subject:sink(function(value) received[#received + 1] = "b" .. value end)
      subject:send(1)
      cancel()
      subject:send(3)
      assert(table.concat(received, " ") == "a1 b1 a2 b2 a3", table.concat(received, " "))
    end,
  },

  scenario "switching roots for a service's values leaves nothing behind" {
    function(app)
      local status <const> = stinsen.subject { isIn = false }
      local Main <const> = stinsen.navigation "Main" {
        stack = "outside",
        outside = stinsen.root "Log in",
        inside = stinsen.root { coordinator = "Tabs" },
        customize = function(self, view)
          view:onReceive(status, function(value)
            self.router:root(value.isIn and "inside" or "outside")
          end)
        end,
      }
      app:launch(Main)
      for _ = 1, 3 do
        status:send { isIn = true }
        app:expect { root = "inside", tab = "second" }
        status:send { isIn = false }
        app:expect { root = "outside", top = "outside" }
      end
      app:expect { leaks = 0 }
    end,
  },

  scenario "receives values after a snapshot is restored" {
    function(app)
      local status <const> = stinsen.subject { isIn = false }
      local Main <const> = stinsen.navigation "Main" {
        stack = "outside", outside = stinsen.root "Log in", inside = stinsen.root "Inside",
        customize = function(self, view)
          view:onReceive(status, function(value)
            self.router:root(value.isIn and "inside" or "outside")
          end)
        end,
      }
      app:launch(Main)
      app:restoreState(app:saveState())
      status:send { isIn = true }
      app:expect { top = "inside" }
    end,
  },
}

suite "Routers from anywhere" {
  scenario "the store finds the newest living router and keeps none alive" {
    function(app)
      local RouterStore <const> = stinsen.RouterStore
      local Host <const> = stinsen.navigation "Host" {
        stack = "home", home = stinsen.root "Home", sheet = stinsen.modal { coordinator = "Home" },
      }
      app:launch(Host)
      assert(RouterStore.retrieve "Home" == nil)
      local first <const> = app.main.router:route "sheet"
      local second <const> = first.router:present(app.main.type == "Host" and "more")
      assert(RouterStore.retrieve "Home" == first.router and second == first.router)
      first.router:finishFlow()
      collectgarbage()
      assert(RouterStore.retrieve "Home" == nil)
      app:expect { leaks = 0 }
      local isFine <const>, problem <const> = pcall(RouterStore.retrieve, "Hom")
      assert(not isFine and problem:find(
        'there is no coordinator "Hom"; did you mean "Home"?', 1, true), problem)
    end,
  },
}

suite "Definitions" {
  scenario "invalid definitions of coordinatables are rejected" {
    function()
      local function rejection(spec)
        local isFine <const>, problem <const> = pcall(function()
          stinsen.navigation "Broken" (spec)
        end)
        assert(not isFine)
        return problem
      end
      local root <const> = stinsen.root "One"
      local cases <const> = {
        { "x", 'stinsen.navigation "Broken" is followed by "x", expected a table' },
        { { one = root }, "stack is nil, expected the name of a root" },
        { { stack = "two", one = root, two = stinsen.push "Two" },
          'stack contains "two", which is not a root; declared with stinsen.root: "one"' },
        { { stack = "one", one = root, start = print },
          "start is a function, but the declarations determine the first screen" },
        { { stack = "one", one = root, customize = true },
          "customize is true, expected a function" },
        { { stack = "one", one = root, routerStorable = 1 },
          "routerStorable is 1, expected the name under which to find its router" },
        { { stack = "one", one = root, tab = stinsen.tab { coordinator = "Home" } },
          '"tab" is a tab; declare it with stinsen.tabs' },
        { { stack = "one", one = root, tint = "red" },
          'coordinator "Broken" has no key "tint"' },
        { { stack = "one", one = stinsen.root { titel = "One" } }, "titel" },
      }
      for _, case in ipairs(cases) do
        local problem <const> = rejection(case[1])
        assert(problem:find(case[2], 1, true), problem)
        assert(problem:find "^[^\n]*tabs%.scenario%.lua:%d+: ", problem)
      end
      local words <const> = {
        { stinsen.modal, { style = "sheet" },
          'stinsen.modal: style is "sheet", but modal already sets the style; omit it' },
        { stinsen.modal, { dismissible = "no" }, 'dismissible is "no", expected true or false' },
        { stinsen.push, { dismissible = true }, "dismissible applies only to stinsen.modal; omit it" },
        { stinsen.fullScreen, 7,
          "stinsen.fullScreen: got 7, expected a table such as { title = … } or "
            .. "{ coordinator = … }, a title or a function that returns the destination" },
      }
      for _, case in ipairs(words) do
        local isFine <const>, problem <const> = pcall(case[1], case[2])
        assert(not isFine and problem:find(case[3], 1, true), problem)
      end
    end,
  },

  scenario "a wrapper shows another coordinator and decorates it" {
    function(app)
      local appeared = 0
      local Wrapper <const> = stinsen.wrapper "Wrapper" {
        child = "Home",
        customize = function(_, view) view:onReceive(stinsen.subject(1), function(value)
          appeared = appeared + value
        end) end,
      }
      app:launch(Wrapper)
      app:expect { coordinator = "Home", top = "home", leaks = 0 }
      assert(app.main.child.type == "Home" and appeared == 1)
    end,
  },
}
