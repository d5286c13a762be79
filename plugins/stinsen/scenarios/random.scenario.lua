-- Random sessions with every kind of coordinatable, which are replayed, undone and redone.
local stinsen <const> = require "stinsen"

local Leaf

local Nested <const> = stinsen.navigation "Nested" {
  stack = "view", view = stinsen.root "View", other = stinsen.root { coordinator = "Leaf" },
  push = stinsen.push { args = { id = "integer?" } }, modal = stinsen.modal "Modal",
  cover = stinsen.fullScreen "Cover", leaf = stinsen.push { coordinator = "Leaf" },
  leafModal = stinsen.modal { coordinator = "Leaf" },
  wrapped = stinsen.modal { coordinator = "Wrapped", dismissible = false },
  tabs = stinsen.fullScreen { coordinator = "Tabs" }, again = stinsen.push { coordinator = "Nested" },
  computed = stinsen.modal(function(_, args) return screen("computed", { args = args }) end),
  made = stinsen.push(function() return Leaf:new() end),
}

Leaf = stinsen.navigation "Leaf" {
  stack = "leaf", leaf = stinsen.root "Leaf", push = stinsen.push "More",
  modal = stinsen.modal "Modal", again = stinsen.modal { coordinator = "Nested" },
}

stinsen.wrapper "Wrapped" { child = "Leaf" }

stinsen.tabs "Tabs" {
  child = { "leaf", "nested", "view" },
  leaf = stinsen.tab { coordinator = "Leaf" }, nested = stinsen.tab { coordinator = "Nested" },
  view = stinsen.tab { view = "View" },
}

local ROUTES <const> = {
  "push", "modal", "cover", "leaf", "leafModal", "wrapped", "tabs", "again", "computed",
  "made",
}

---Returns a coordinator and all its descendants.
local function everyCoordinator(coordinator, list)
  list[#list + 1] = coordinator
  for _, child in ipairs(coordinator.children) do everyCoordinator(child, list) end
  return list
end

local function pick(list) return list[math.random(#list)] end

local TRY <const> = { try = true }

---The actions that a session may perform with any coordinator that has not finished.
local COMMANDS <const> = {
  function(one) one.router:route(pick(ROUTES), nil, TRY) end,
  function(one) one.router:route(pick(ROUTES), nil, TRY) end,
  function(one) one.router:route("push", { id = math.random(3) }, TRY) end,
  function(one) one.router:popLast(TRY) end,
  function(one) one.router:popToRoot(TRY) end,
  function(one) one.router:popToRoot { try = true, dismissModals = false } end,
  function(one) one.router:focusFirst(pick(ROUTES), nil, TRY) end,
  function(one) one.router:focusFirst(pick { "leaf", "nested", "view" }, nil, TRY) end,
  function(one) one.router:root(pick { "view", "other" }, nil, TRY) end,
  function(one) one.router:dismissCoordinator(TRY) end,
  function(one)
    local view <const> = #one.stack > 0 and pick(one.stack)
    if view then stinsen.router(view):pop(TRY) end
  end,
  function() app:back() end,
  function() app:swipeDown() end,
}

---The codes of rejections that are errors even with `try`, because the operation is not supported.
local EXPECTED <const> = { wrongKind = true }

local function session(seed)
  math.randomseed(seed)
  for _ = 1, 40 do
    local one <const> = pick(everyCoordinator(app.main, {}))
    local isDone <const>, problem <const> = pcall(pick(COMMANDS), one)
    if not isDone and not EXPECTED[tostring(problem):match "(%a+): "] then error(problem, 0) end
  end
end

local seeds <const> = {}
for seed = 1, 30 do seeds[seed] = { seed } end

each(seeds):scenario "session %s is replayed, undone and done again without a difference" {
  function(app, seed)
    app.keepsFinished = true
    app:launch(Nested)
    local stop <const> = app:record()
    session(seed)
    local lines <const>, tree <const> = stop(), app:tree()

    local undone = 0
    while app.undoable > 0 and select(2, app:undo()) == "done" do undone = undone + 1 end
    for _ = 1, undone do app:redo() end
    assert(undone > 0 and app:tree() == tree, "undone and done again: " .. app:tree())

    local replay <const> = app:replay(lines)
    assert(not replay.divergence and app:tree() == tree, "replayed: " .. app:tree())
  end,
}
