-- The coordinators to which a link is passed, and the effect on the visible screens.
local deeplink <const> = require "deeplink"

---The coordinators that were asked, in order.
local asked <const> = {}

---The routes whose links each type of coordinator handles.
local takes <const> = { Main = {}, Left = {}, Right = {}, Over = {} }

local function answer(self, link)
  asked[#asked + 1] = self.type
  local handler <const> = takes[self.type][link.route]
  if not handler then return "unhandled" end
  return handler(self, link) or "handled"
end

local function page(name)
  coordinator(name) {
    routes = {
      [name .. "Root"] = {}, detail = { args = { id = "integer?" } }, note = { style = "sheet" },
    },
    start = function(self) self.router:startFlow(name .. "Root") end,
    startWith = answer,
  }
end
page "Left"
page "Right"
page "Over"

tabs "Main" {
  pages = { { id = "left", coordinator = "Left" }, { id = "right", coordinator = "Right" } },
  routes = {
    sheet = { style = "sheet" },
    over = { coordinator = "Over" },
    forced = { style = { style = "fullScreen", interactive = false } },
  },
  startWith = answer,
}

local links <const> = deeplink.new {
  links = { go = { "app://go/:id", args = { id = "integer" } }, other = "app://other" },
}

local function names(coordinators)
  local list <const> = {}
  for index, one in ipairs(coordinators) do list[index] = one.type end
  return table.concat(list, " ")
end

local function expectAsked(expected)
  local actual <const> = table.concat(asked, " ")
  if actual ~= expected then error(("asked %q, expected %q"):format(actual, expected), 2) end
  for index = #asked, 1, -1 do asked[index] = nil end
end

local function push(self, link) self.router:navigate("detail", { id = link.args.id }) end

suite "Delivering links" {
  setup = function(app)
    app:launch "Main"
    return function() app:expect { leaks = 0 } end
  end,

  scenario "T118 the first handler on the active path ends the search" {
    function(app)
      takes.Left.go, takes.Right.go = push, push
      local result <const> = links:open "app://go/1"
      assert(tostring(result) == "handled app://go/1" and names(result.handlers) == "Left")
      expectAsked "Main Left"
      app:tapTab "right"
      assert(names(links:open("app://go/2").handlers) == "Right")
      expectAsked "Main Right"
      app:expect { stack = { "RightRoot", "detail" }, args = { id = 2 } }
    end,
  },

  scenario "T118 a broadcast reaches every coordinator once, as one change" {
    function(app)
      takes.Main.go, takes.Left.go, takes.Right.go = push, push, push
      takes.Main.go = function() end
      local result <const> = links:open("app://go/3", { mode = "broadcast" })
      assert(names(result.handlers) == "Main Left Right")
      expectAsked "Main Left Right"
      assert(clock.now() == 350, clock.now())
      app:expect { stack = { "LeftRoot", "detail" } }
      app:undo()
      app:expect { stack = { "LeftRoot" } }
      app:tapTab "right"
      app:expect { stack = { "RightRoot" } }
    end,
  },

  scenario "a coordinator forwards a link, and the operations of both are one change" {
    function(app)
      local main <const>, moves = app.main, 0
      takes.Main.go = function(self)
        self:select "right"
        return self.pass(self.children[2])
      end
      main.startWith = function(self, link, ask)
        self.pass = ask
        return answer(self, link)
      end
      takes.Right.go = push
      app:on("didNavigate", function() moves = moves + 1 end)
      local result <const> = links:open "app://go/4"
      assert(result.status == "handled" and names(result.handlers) == "Right" and moves == 1)
      expectAsked "Main Right"
      app:expect { tab = "right", stack = { "RightRoot", "detail" }, args = { id = 4 } }
      takes.Right.go = function() return "unhandled" end
      local before <const> = app:saveState()
      assert(links:open("app://go/5").status == "unhandled" and app:saveState() == before)
      expectAsked "Main Right Left"
    end,
  },

  scenario "a coordinator above dismissed layers is called separately" {
    function(app)
      takes.Over.go = push
      takes.Main.go = function(self) return self.pass(self.children[3]) end
      app.main.startWith = function(self, link, ask)
        self.pass = ask
        return answer(self, link)
      end
      app.main.router:navigate "over"
      app.top.router:present "note"
      assert(names(links:open("app://go/7", { over = "dismissOwn" }).handlers) == "Over")
      expectAsked "Main Over"
      app:expect { stack = { "OverRoot", "detail" }, layers = 2 }
    end,
  },

  scenario "an unhandled or invalid link changes nothing" {
    function(app)
      app:tapTab "right"
      local before <const>, main <const> = app:saveState(), app.main
      local result <const> = links:open "app://go/1"
      assert(result.status == "unhandled" and result.reason == "noHandler" and #result.handlers == 0)
      expectAsked "Main Right Left"
      local none <const> = links:open "nonsense://x"
      assert(none.status == "unhandled" and none.reason == "parse")
      assert(none.message == 'no pattern matches "nonsense://x"')
      assert(app:saveState() == before and app.main == main)
    end,
  },

  scenario "D13 a cold start with an unhandled link shows the first screen" {
    function(app)
      app:expect { stack = { "LeftRoot" }, layers = 1 }
      assert(links:open("app://other").status == "unhandled")
      app:expect { stack = { "LeftRoot" }, layers = 1 }
    end,
  },

  scenario "T119 above a locked layer, a link waits, is rejected or is shown" {
    function(app)
      takes.Main.go = function(self) self.router:present "sheet" end
      app.main.router:present "forced"
      local waiting <const> = links:open("app://go/1", { over = "dismissAll" })
      assert(tostring(waiting) == "queued(notDismissible) app://go/1")
      expectAsked ""
      local rejected <const> = links:open(
        "app://go/1", { over = "dismissAll", whenBusy = "reject" })
      assert(tostring(rejected) == "rejected(notDismissible) app://go/1")
      app:expect { modal = { "forced" } }
      assert(links:open("app://go/1", { over = "top" }).status == "handled")
      app:expect { modal = { "forced", "sheet" } }
      app.main.router:dismiss { all = true }
      app:expect { modal = { "sheet" } }
      assert(#links:pending() == 0)
    end,
  },

  scenario "dismissAll dismisses the layers in the same change, only for handled links" {
    function(app)
      takes.Left.go = push
      app.main.router:present "sheet"
      app.main:getCoordinatorSelected().router:present "note"
      local before <const> = app:saveState()
      assert(links:open("app://other", { over = "dismissAll" }).status == "unhandled")
      assert(app:saveState() == before)
      local start <const> = clock.now()
      assert(links:open("app://go/5", { over = "dismissAll" }).status == "handled")
      assert(clock.now() - start == 350)
      app:expect { stack = { "LeftRoot", "detail" }, layers = 1 }
    end,
  },

  scenario "coordinators of dismissed layers do not receive the link" {
    function(app)
      takes.Over.go, takes.Right.go = push, push
      app.main.router:navigate "over"
      assert(names(links:open("app://go/1", { over = "dismissAll" }).handlers) == "Right")
      expectAsked "Main Left Right"
      app:expect { layers = 1, tab = "left" }
      app.main.router:navigate "over"
      assert(names(links:open("app://go/2").handlers) == "Over")
      expectAsked "Main Over"
      app:expect { stack = { "OverRoot", "detail" }, layers = 2 }
    end,
  },

  scenario "dismissOwn dismisses everything above the handling coordinator" {
    function(app)
      takes.Right.go = push
      app:tapTab "right"
      app.main.router:present "sheet"
      assert(links:open("app://go/6", { over = "dismissOwn" }).status == "handled")
      app:expect { stack = { "RightRoot", "detail" }, layers = 1 }
    end,
  },

  scenario "a rejected operation undoes the other operations of its handler" {
    function(app)
      takes.Left.go = function(self)
        self.router:navigate "detail"
        self.router:navigate "detial"
      end
      local isFine <const>, problem <const> = pcall(links.open, links, "app://go/1")
      assert(not isFine and problem:find('unknownRoute: batch: operation 2 of 2: navigate: '
        .. 'Left has no route "detial"; did you mean "detail"?', 1, true), problem)
      app:expect { stack = { "LeftRoot" } }
      local result <const> = links:open("app://go/1", { try = true })
      assert(tostring(result) == "rejected(unknownRoute) app://go/1")
      app:expect { stack = { "LeftRoot" } }
    end,
  },

  scenario "T124 a link animates its last transition, all transitions or none" {
    function(app)
      takes.Left.go = function(self, link)
        for _ = 1, 3 do self.router:navigate("detail", { id = link.args.id }) end
      end
      for _, case in ipairs { { "last", 350 }, { "all", 1050 }, { "none", 0 } } do
        local animate <const>, time <const> = table.unpack(case)
        local start <const> = clock.now()
        links:open("app://go/1", { animate = animate })
        assert(clock.now() - start == time, animate)
        app.main:getCoordinatorSelected().router:popToRoot()
      end
      app:expect { stack = { "LeftRoot" } }
    end,
  },

  scenario "invalid results and options are errors with the expected values" {
    function()
      takes.Main.go = function() return "hendled" end
      local function problem(...)
        local isFine <const>, text <const> = pcall(links.open, links, ...)
        assert(not isFine)
        return text
      end
      assert(problem("app://go/1"):find('Main:startWith returned "hendled", expected "handled", '
        .. '"unhandled" or "deferred"', 1, true))
      assert(problem("app://go/1", { over = "all" }):find('links:open: options: over is "all", '
        .. 'expected "top", "dismissAll", "dismissOwn"', 1, true))
      assert(problem("app://go/1", { mod = 1 }):find(
        'there is no "mod"; known: "animate"', 1, true))
      assert(problem("app://go/1", { mode = "broadcast", over = "dismissOwn" }):find(
        'over = "dismissOwn" needs mode = "first"', 1, true))
      assert(select(2, pcall(links.open, "app://go/1")):find "call it with a colon")
    end,
  },
}
