-- Paths with the fewest operations from the visible state to the destination of a link.
local deeplink <const> = require "deeplink"

local Detail <const> = coordinator "Detail" {
  args = { id = "integer?" }, routes = { page = {}, more = {}, extra = { style = "sheet" } },
}
function Detail:start() self.router:startFlow "page" end

local Main <const> = coordinator "Main" {
  routes = {
    root = {}, a = {}, b = { args = { id = "integer?" } }, c = {}, sheet = { style = "sheet" },
    second = { style = "sheet" }, cover = { style = "fullScreen" },
    stacked = { style = "sheet" }, detail = { coordinator = "Detail" },
    pushed = { coordinator = "Detail", style = "push" },
    any = function() return screen "decided", "push" end,
  },
}
function Main:start() self.router:startFlow "root" end

tabs "Tabs" {
  pages = {
    { id = "one", coordinator = "Main" }, { id = "two", coordinator = "Detail", lazy = true },
  },
}

local Shell <const> = coordinator "Shell" {
  routes = { tabs = { coordinator = "Tabs" }, help = {} },
}
function Shell:start() self.router:root "tabs" end

local links <const> = deeplink.new { links = { b = { "app://b/:id", path = "b;id=:id/sheet" } } }

---Opens a path and compares the result and the operations.
local function open(path, options, outcome, ...)
  local result <const> = links:open(path, options)
  local text <const> = result.status .. (result.at and " " .. result.at or "")
  local steps <const>, wanted <const> =
    table.concat(result.steps, ", "), table.concat({ ... }, ", ")
  if text ~= outcome then error(("%s: %s, expected %s"):format(path, text, outcome), 2) end
  if steps ~= wanted then error(("%s: steps %s, expected %s"):format(path, steps, wanted), 2) end
end

suite "Paths" {
  setup = function(app)
    app:launch(Main)
    return function() app:expect { leaks = 0 } end
  end,

  scenario "T120 one replacement of the stack, then sheet by sheet" {
    function(app)
      open("a/b;id=2/c", nil, "handled", "setStack")
      open("a/b;id=3/sheet/second", nil, "handled", "setStack", "present sheet", "present second")
      app:expect { stack = { "root", "a", "b" }, modal = { "sheet", "second" } }
    end,
  },

  scenario "T122 pushes are performed at once, presentations one after the other" {
    function(app)
      open("sheet/cover/second", nil, "handled", "present sheet", "present cover", "present second")
      app:expect { modal = { "sheet", "cover", "second" }, layers = 4 }
      open("a/b/c", nil, "handled", "dismiss", "setStack")
      app:expect { stack = { "root", "a", "b", "c" }, layers = 1 }
    end,
  },

  scenario "T123 a path with an unknown part shows its valid prefix, or nothing" {
    function(app)
      open("a/b/bad/c", { atomic = true }, "rejected 3")
      app:expect { stack = { "root" } }
      open("a/b/bad/c", nil, "partial 3", "setStack")
      app:expect { stack = { "root", "a", "b" } }
      open("bad/a", nil, "unhandled 1")
      app:expect { stack = { "root", "a", "b" } }
    end,
  },

  scenario "T124 only the last step is animated" {
    function(app)
      local start <const> = clock.now()
      open("a/sheet/second", nil, "handled", "navigate a", "present sheet", "present second")
      assert(clock.now() - start == 350)
      open("a", { animate = "all" }, "handled", "dismiss")
      assert(clock.now() - start == 700)
      open("b/sheet", { animate = "none" }, "handled", "setStack", "present sheet")
      assert(clock.now() - start == 700)
      app:expect { modal = { "sheet" } }
    end,
  },

  scenario "the common part of the path and the screen stays" {
    function(app)
      open("a/b;id=1/c", nil, "handled", "setStack")
      local a <const>, b <const> = app.main.stack[2], app.main.stack[3]
      open("a/b;id=1", nil, "handled", "popTo b")
      open("a/b;id=1/sheet", nil, "handled", "present sheet")
      open("a/b;id=1/sheet", nil, "handled")
      assert(app.main.stack[2] == a and app.main.stack[3] == b)
      open("a", nil, "handled", "dismiss", "popTo a")
      open("detail;id=4/more/extra", nil, "handled", "popToRoot", "present detail",
        "navigate more", "present extra")
      local detail <const> = app:coordinator "Detail"
      open("detail;id=4/more", nil, "handled", "dismiss")
      open("detail;id=4", nil, "handled", "popToRoot")
      assert(app:coordinator "Detail" == detail)
      open("detail;id=5", nil, "handled", "dismiss", "present detail")
      assert(not detail.isAlive)
      app:expect { coordinator = "Detail", stack = { "page" } }
    end,
  },

  scenario "a path finds a pushed coordinator like a presented one" {
    function(app)
      open("a/pushed;id=1/more", nil, "handled", "navigate a", "navigate pushed", "navigate more")
      open("a/pushed;id=1", nil, "handled", "popToRoot")
      open("a/pushed;id=2", nil, "handled", "popTo a", "navigate pushed")
      open("a/b", nil, "handled", "setStack")
      app:expect { stack = { "root", "a", "b" } }
    end,
  },

  scenario "a screen without its own stack accepts no pushes" {
    function(app)
      open("a/sheet/c", nil, "partial 3", "navigate a", "present sheet")
      app:expect { stack = { "root", "a" }, modal = { "sheet" } }
      open("b/sheet/c", { atomic = true }, "rejected")
      app:expect { stack = { "root", "a" }, modal = { "sheet" } }
    end,
  },

  scenario "a rejection in the middle keeps the steps before it" {
    function(app)
      local stop <const> = app:guard(function(request)
        if request.name == "second" then return "not now" end
      end)
      open("a/sheet/second", nil, "partial 3", "navigate a", "present sheet")
      app:expect { stack = { "root", "a" }, modal = { "sheet" } }
      stop()
      open("a/sheet/second", nil, "handled", "present second")
    end,
  },

  scenario "a path follows dynamic routes, and may be a list" {
    function(app)
      open("a/any/c", nil, "handled", "navigate a", "navigate any", "navigate c")
      app:expect { stack = { "root", "a", "decided", "c" } }
      open({ "a", { route = "b", args = { id = 7 } } }, nil, "handled", "setStack")
      app:expect { stack = { "root", "a", "b" }, args = { id = 7 } }
    end,
  },

  scenario "a link may name its path" {
    function(app)
      open("app://b/9", nil, "handled", "navigate b", "present sheet")
      app:expect { stack = { "root", "b" }, modal = { "sheet" } }
      assert(app.main.stack[2].args.id == 9)
    end,
  },

  scenario "an invalid path is unhandled" {
    function()
      for _, input in ipairs { "", "/", ";id=1", "a;id", { { args = {} } } } do
        local result <const> = links:open(input)
        assert(result.status == "unhandled" and result.reason == "parse", tostring(result))
      end
    end,
  },
}

suite "Paths through roots and tabs" {
  setup = function(app)
    app:launch(Shell)
    return function() app:expect { leaks = 0 } end
  end,

  scenario "a path selects pages, and starts them first if necessary" {
    function(app)
      open("tabs/two/more", nil, "handled", "select two", "navigate more")
      app:expect { tab = "two", stack = { "page", "more" } }
      open("tabs/one/a/sheet", nil, "handled", "select one", "navigate a", "present sheet")
      open("tabs/two/more", nil, "handled", "dismiss", "select two")
      app:expect { tab = "two", stack = { "page", "more" }, layers = 1 }
      open("tabs/three", nil, "partial 2")
      app:expect { tab = "two", stack = { "page", "more" } }
    end,
  },

  scenario "a path pops the screens above the root before it continues" {
    function(app)
      open("help", nil, "handled", "navigate help")
      app:expect { top = "help" }
      open("tabs/one/c", nil, "handled", "popToRoot", "navigate c")
      app:expect { tab = "one", stack = { "root", "c" } }
    end,
  },

  scenario "a path may start at another coordinator" {
    function(app)
      local main <const> = app:coordinator "Main"
      open("a/b", { from = main }, "handled", "setStack")
      app:expect { stack = { "root", "a", "b" } }
    end,
  },

  scenario "a path that is opened in a callback is queued" {
    function(app)
      local result
      Shell:extend {
        links = {
          ["way://*rest"] = function(_, match) result = links:open(match.rest) end,
        },
      }
      app:open "way://tabs/two/extra/bad"
      app:expect { tab = "two", stack = { "page" }, modal = { "extra" } }
      assert(result.status == "partial" and result.at == 4)
    end,
  },
}
