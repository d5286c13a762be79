-- Inputs of the prompt that keep the engine and the host busy forever. Each prints "started" when
-- it begins.
local cases = {}
local function case(name, prepare, step)
  cases[#cases + 1] = { name = name, run = function()
    local prepared = prepare()
    print "started"
    while true do step(prepared) end
  end }
end

local Shop = coordinator "Shop" {
  routes = {
    home = "Home", list = { title = "List", args = { items = "table" } },
    bar = { coordinator = "Bar", style = "sheet" },
  },
  links = { ["shop://:id"] = function() end },
}
function Shop:start() self.router:startFlow("home") end
local router = app:launch("Shop").router

local function nothing() end
local function rejected(...) assert(not pcall(...)) end

case("print", nothing, function() print "more" end)
case("navigate", nothing, function() router:navigate("home") router:pop() end)
case("shared-argument", function()
  local list = 1
  for i = 1, 30 do list = { list, list, list, list } end
  return list
end, function(list) rejected(router.navigate, router, "list", { items = list }) end)
case("names", function()
  local items = {}
  for i = 1, 20000 do items["n" .. i] = i end
  return items
end, function(items) router:navigate("list", { items = items }) router:pop() end)
case("long-name", function() return ("a"):rep(1 << 20) end,
  function(name) rejected(router.navigate, router, name) end)
case("routes", function()
  local routes = {}
  for i = 1, 30000 do routes["r" .. i] = "Title" end
  return routes
end, function(routes) rejected(function() coordinator "Many" { routes = routes } end) end)
case("tabs", function()
  local pages = {}
  for i = 1, 100000 do pages[i] = { id = "p" .. i, coordinator = "Shop" } end
  return pages
end, function(pages) rejected(function() tabs "Many" { pages = pages } end) end)
case("pages", function()
  local pages = {}
  for i = 1, 1000 do pages[i] = { id = "p" .. i, coordinator = "Shop" } end
  tabs "Bar" { pages = pages }
end, function() router:navigate("bar") router:restartApp() end)
case("observer", function() app:on("didAppear", function() error("no") end) end,
  function() router:navigate("home") router:pop() end)
case("links", nothing, function() app:open("shop://1") end)
case("timers", function()
  local function again() after(1, again) end
  again()
end, function() clock.advance(1 << 40) end)
return cases
