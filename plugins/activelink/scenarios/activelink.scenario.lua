-- Active links: the effects of assigning a link, and the events that clear the link or keep it.
local activelink = require "activelink"

local link = activelink.links {
  first = {}, firstParametrized = { base = "first" },
  second = {}, secondParametrized = { base = "second" },
  third = {},
  flow = {},
  sheet = {
    route = "info", style = "sheet", id = function(args) return args.item or "sheet" end,
  },
  cover = { route = "info", style = "fullScreen" },
  broken = { route = "nowhere" },
}

local Content = activelink.coordinator "Content" {
  flow = link,
  routes = {
    content = { actions = { "Twice", "Mistake" } },
    first = { title = function(args) return args.text or "First" end },
    second = { title = function(args) return "Second " .. (args.number or 0) end },
    third = {}, info = { title = function(args) return args.item or "Info" end },
    flow = { coordinator = "Flow", style = "push" },
  },
}
function Content:start() self.router:startFlow("content") end
function Content:activeLinkChanged(active, reason)
  self.changes = self.changes or {}
  table.insert(self.changes, ("%s %s"):format(active, reason))
end
function Content:onTwice()
  self.activeLink = link.first
  self.activeLink = link.sheet { item = "x" }
end
function Content:onMistake() self.activeLink = link.broken end

local Flow = coordinator "Flow" { routes = { top = {}, more = {} } }
function Flow:start() self.router:startFlow("top") end
function Flow:linkUpdated(args) self.text = args.text end

application "Links" { main = "Content" }

local function changes() return table.concat(app.main.changes or {}, ", ") end

local function raises(text, body)
  local ok, problem = pcall(body)
  assert(not ok, "nothing was raised")
  assert(tostring(problem):find(text, 1, true), ("raised %q"):format(problem))
end

suite "Active links" {
  tags = { "activelink" },
  setup = function(app)
    app:launch()
    return function() app:expect { leaks = 0 } end
  end,

  scenario "T127 a link with a parameter, without one, a sheet, and none" {
    function(app)
      app.main.activeLink = link.firstParametrized { text = "x" }
      app:expect { stack = { "content", "first" }, title = "x" }
      app.main.activeLink = link.first
      app:expect { stack = { "content", "first" }, title = "First" }
      app.main.activeLink = link.sheet { item = "s" }
      app:expect { stack = { "content" }, layers = 2, title = "s" }
      app.main.activeLink = nil
      app:expect { stack = { "content" }, layers = 1, activeLink = false }
    end,
  },

  scenario "U14 the same id updates the screen and does not show it again" {
    function(app)
      app.main.activeLink = link.secondParametrized { number = 1 }
      local screen, moves = app.front, 0
      app:on("didNavigate", function() moves = moves + 1 end)
      app.main.activeLink = link.secondParametrized { number = 2 }
      app:expect { title = "Second 2" }
      app.main.activeLink = link.second
      app:expect { title = "Second 0", activeLink = "second" }
      assert(app.front == screen and moves == 0)
    end,
  },

  scenario "U14 another id of the same sheet closes it and presents the new one" {
    function(app)
      app.main.activeLink = link.sheet { item = "a" }
      local old = app.front
      app.main.activeLink = link.sheet { item = "b" }
      app:expect { layers = 2, title = "b", activeLink = "sheet { item = b }" }
      assert(not old.isAlive)
      assert(changes() == "sheet { item = a } assigned, sheet { item = b } assigned")
    end,
  },

  each { { "first" }, { "second" }, { "third" } }
    :scenario "the link %s shows its own screen, the third no other's" {
      function(app, name)
        app.main.activeLink = link[name]
        app:expect { stack = { "content", name } }
      end,
    },

  scenario "setting another link replaces the destination in one change" {
    function(app)
      app.main.activeLink = link.first
      local moves = 0
      app:on("didNavigate", function() moves = moves + 1 end)
      app.main.activeLink = link.third
      app:expect { stack = { "content", "third" } }
      app.main.activeLink = link.cover
      app:expect { stack = { "content" }, layers = 2 }
      app.main.activeLink = link.second
      app:expect { stack = { "content", "second" }, layers = 1 }
      assert(moves == 3)
    end,
  },

  scenario "T127 going back sets the link to nil once" {
    function(app)
      app.main.activeLink = link.third
      app:back()
      app:expect { activeLink = false, stack = { "content" } }
      app.main.activeLink = nil
      assert(changes() == "third assigned, nil userBack")
    end,
  },

  scenario "T127 swiping a sheet down sets the link to nil once" {
    function(app)
      app.main.activeLink = link.sheet
      app:swipeDown()
      assert(app.main:closeLink(link.sheet) == false)
      assert(changes() == "sheet assigned, nil userSwipe")
    end,
  },

  scenario "a cancelled swipe clears nothing" {
    function(app)
      app.main.activeLink = link.third
      app:swipeBack { cancel = true }
      app:expect { activeLink = "third", stack = { "content", "third" } }
    end,
  },

  scenario "a sheet that closes late does not clear a newer link" {
    function(app)
      app.main.activeLink = link.sheet { item = "old" }
      clock.manual()
      app:swipeDown()
      app.main.activeLink = link.first
      clock.settle()
      app:expect { activeLink = "first", stack = { "content", "first" }, layers = 1 }
      assert(changes() == "sheet { item = old } assigned, first assigned")
    end,
  },

  scenario "a sheet that closes late does not clear an equal newer link" {
    function(app)
      app.main.activeLink = link.sheet { item = "x" }
      clock.manual()
      app:swipeDown()
      app.main.activeLink = link.sheet { item = "x" }
      clock.settle()
      app:expect { activeLink = "sheet { item = x }", layers = 2 }
    end,
  },

  scenario "closeLink clears only the given link" {
    function(app)
      app.main.activeLink = link.sheet { item = "old" }
      app.main.activeLink = link.second
      assert(app.main:closeLink(link.sheet { item = "old" }) == false)
      app:expect { activeLink = "second" }
      assert(app.main:closeLink(link.second) == true)
      assert(app.main:closeLink(link.second) == false)
      app:expect { activeLink = false, stack = { "content" } }
    end,
  },

  scenario "two links in one action: the last one stays" {
    function(app)
      app:tap "Twice"
      app:expect { activeLink = "sheet { item = x }", stack = { "content" }, layers = 2 }
    end,
  },

  scenario "many links during an animation: only the last one is shown" {
    function(app)
      clock.manual()
      for _, name in ipairs { "first", "second", "third" } do app.main.activeLink = link[name] end
      clock.settle()
      app:expect { stack = { "content", "third" }, activeLink = "third" }
    end,
  },

  scenario "going back cancels a link that is not yet shown" {
    function(app)
      clock.manual()
      app.main.activeLink = link.first
      app:back()
      clock.settle()
      app:expect { activeLink = false, stack = { "content" } }
    end,
  },

  scenario "a link may show a coordinator, which is removed with its content" {
    function(app)
      app.main.activeLink = link.flow
      local child = app.top
      child.router:navigate("more"):present(screen "note")
      app.main.activeLink = link.third
      app:expect { stack = { "content", "third" }, layers = 1 }
      assert(not child.isAlive)
    end,
  },

  scenario "a coordinator receives new parameters" {
    function(app)
      app.main.activeLink = link.flow
      local child = app.top
      app.main.activeLink = link.flow { text = "new" }
      assert(app.top == child and child.text == "new")
    end,
  },

  scenario "T40 closing a link does not call the callback of another layer" {
    function(app)
      local reasons = {}
      app.main.router:present("info", nil, {
        onDismiss = function(reason) reasons[#reasons + 1] = reason end,
      })
      app.main.activeLink = link.cover
      app.main.activeLink = nil
      app:expect { layers = 2 }
      assert(#reasons == 0)
    end,
  },

  scenario "a link that was set before the start is shown at the start" {
    function(app)
      local content = Content:new()
      content.activeLink = link.first
      app.main.router:present(content)
      app:expect { stack = { "content", "first" }, activeLink = "first" }
    end,
  },

  scenario "a rejected link leaves the active one" {
    function(app)
      app.main.activeLink = link.first
      raises("unknownRoute", function() app.main.activeLink = link.broken end)
      app:expect { activeLink = "first", stack = { "content", "first" } }
    end,
  },

  scenario "T139 a vetoed link leaves the active one, without an error" {
    function(app)
      app.main.activeLink = link.first
      local stop = app:guard(function() return "not now" end)
      app.main.activeLink = link.third
      stop()
      app:expect { activeLink = "first", stack = { "content", "first" } }
    end,
  },

  scenario "undoing a link's destination clears the link" {
    function(app)
      app.main.activeLink = link.first
      app:undo()
      app:expect { activeLink = false, stack = { "content" } }
      app.main.activeLink = link.first
      app:expect { activeLink = "first", stack = { "content", "first" } }
    end,
  },

  scenario "a destination that code removes clears the link" {
    function(app)
      app.main.activeLink = link.first
      app.main.router:popToRoot()
      app:expect { activeLink = false }
      assert(changes() == "first assigned, nil popped")
    end,
  },

  scenario "an error in a link callback does not prevent the destination" {
    function(app)
      app.main.activeLinkChanged = function() error("no time") end
      raises("no time", function() app.main.activeLink = link.first end)
      app.main.activeLinkChanged = function() end
      app:expect { activeLink = "first", stack = { "content", "first" } }
    end,
  },

  scenario "an error in linkUpdated does not affect later links" {
    function(app)
      app.main.activeLink = link.flow
      app.top.linkUpdated = function() error("no update") end
      raises("no update", function() app.main.activeLink = link.flow { text = "new" } end)
      assert(not app.main.flowState.isAssigning)
      app.main.activeLink = link.third
      app:expect { activeLink = "third", stack = { "content", "third" } }
    end,
  },

  scenario "a link has a navigationLink, a sheetItem and an id" {
    function()
      local first = link.firstParametrized { text = "x" }
      assert(first.navigationLink == link.first and first.sheetItem == nil and first.id == "first")
      assert(link.first { text = "x" }.navigationLink == link.first)
      local sheet = link.sheet { item = "x" }
      assert(sheet.navigationLink == sheet and sheet.sheetItem == sheet and sheet.id == "x")
    end,
  },

  scenario "links are equal if their names and parameters are equal" {
    function()
      local other = activelink.links { first = {}, sheet = {} }
      local a = link.first { list = { 1, { x = "y" } } }
      local b = link.first { list = { 1, { x = "y" } } }
      assert(a == b and not rawequal(a, b) and tostring(a) == tostring(b))
      assert(tostring(a) == "first { list = { 1 = 1, 2 = { x = y } } }", tostring(a))
      assert(a ~= link.first { list = { 1, { x = "z" } } } and a ~= link.first)
      assert(link.firstParametrized { text = "x" } ~= link.first { text = "x" })
      assert(link.first ~= other.first and link.first ~= "first" and link.first == link.first {})
      local byText, byId = {}, {}
      byText[tostring(a)], byId[link.sheet { item = "x" }.id] = "found", "found"
      assert(byText[tostring(b)] == "found" and byId[link.sheet { item = "x" }.id] == "found")
    end,
  },

  scenario "a screen may have no links" {
    function()
      local Leaf = activelink.coordinator "Leaf" {
        flow = activelink.links {}, routes = { leaf = {} },
      }
      function Leaf:start() self.router:startFlow("leaf") end
      local leaf = app.main.router:navigate(Leaf:new())
      assert(leaf.activeLink == nil)
      raises("activeLink is the link first of another flow", function()
        leaf.activeLink = link.first
      end)
      leaf.activeLink = nil
      assert(leaf.activeLink == nil)
    end,
  },

  scenario "mistakes are reported at their lines" {
    function(app)
      raises("there is no link \"frist\"; known: broken, cover, first", function()
        return link.frist
      end)
      raises("link first: got 3, expected a table of parameters", function() link.first(3) end)
      raises("activeLink is \"first\", expected a link or nil", function()
        app.main.activeLink = "first"
      end)
      raises("the link first of another flow", function()
        app.main.activeLink = activelink.links { first = {} }.first
      end)
      raises("has no key \"rout\"; known: base, id, route, style", function()
        activelink.links { first = { rout = "x" } }
      end)
      raises("its base \"frist\" does not exist", function()
        activelink.links { first = {}, other = { base = "frist" } }
      end)
      raises("flow is nil, expected a result of activelink.links", function()
        activelink.coordinator "X" { routes = {} }
      end)
      raises("has no key \"rutes\"", function()
        activelink.coordinator "X" { flow = link, rutes = {} }
      end)
      raises("the id of link odd is a table", function()
        activelink.links { odd = { id = function() return {} end } }
      end)
    end,
  },
}
