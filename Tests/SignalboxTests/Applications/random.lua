-- Random applications that use all bundled plugins, and random users of these applications.
--
-- One seed determines the application, and another seed determines the actions of the user. The behavior
-- of an application depends only on its definition, so that the replay of a recording has the same result.
-- For this reason, no code in this file depends on the order of `pairs`.
local activelink = require "activelink"
local deeplink = require "deeplink"
local instructor = require "instructor"
local steps = require "steps"
local stinsen = require "stinsen"

---Random numbers from a seed: `below(n)` returns a number from 0 to n - 1, and `of(list)` an element.
local function numbers(seed)
  local state = seed * 2 + 1
  local random = {}
  function random.below(count)
    state = state * 6364136223846793005 + 1442695040888963407
    return (state >> 33) % count
  end
  function random.chance(percent) return random.below(100) < percent end
  function random.of(list) return list[random.below(#list) + 1] end
  return random
end

local world = {}

-- MARK: - Applications

local QUIET = { try = true }
local STYLES = { "push", "sheet", "fullScreen", "formSheet", "overFullScreen" }

---Functions that return the handler of a screen's action, for random numbers and a coordinator type.
local handlers = {
  function(random, type)
    local route = random.of(type.routes)
    return function(self) self.router:navigate(route, nil, QUIET) end
  end,
  function(random, type)
    local route, style = random.of(type.routes), random.of(STYLES)
    return function(self) self.router:present(route, nil, { style = style, try = true }) end
  end,
  function() return function(self) self.router:pop(1, QUIET) end end,
  function() return function(self) self.router:popToRoot(QUIET) end end,
  function() return function(self) self.router:popLast(QUIET) end end,
  function() return function(self) self.router:dismiss { selfIfNone = true, try = true } end end,
  function() return function(self) self.router:finishFlow({ done = true }, QUIET) end end,
  function() return function(self) self.router:back(QUIET) end end,
  function(random, type)
    local route = random.of(type.routes)
    return function(self)
      self.router:batch(function()
        self.router:popToRoot(QUIET)
        self.router:navigate(route, nil, QUIET)
      end, QUIET)
    end
  end,
  function(random, type)
    local route, span = random.of(type.routes), random.of { 0, 100, 350, 900 }
    return function(self)
      after(span, function() self.router:navigate(route, nil, QUIET) end)
    end
  end,
  function(random, type)
    local step = random.of { "open", "shut", "up", "twice", "other", "over" }
    return function(self) if type.takesSteps then self.step = step else self.router:pop(1, QUIET) end end
  end,
  function(random, type)
    local name = random.of { "first", "second", "sheet" }
    local id = random.below(3)
    return function(self)
      if not type.link then return self.router:popToRoot(QUIET) end
      self.activeLink = type.link[name] { id = id }
    end
  end,
  function(_, type)
    return function(self)
      if type.link then self.activeLink = nil else self.router:dismiss(QUIET) end
    end
  end,
  function()
    return function(self) if self.parent then self.parent.router:popToRoot(QUIET) end end
  end,
  function(random)
    local value = random.below(3)
    return function() world.subject:send(value) end
  end,
}

---Returns a function that handles a step, with random destinations.
local function navigation(random, type)
  local push, present = random.of(type.screens), random.of(type.screens)
  return function(_, step)
    if step == "open" then return steps.push(push) end
    if step == "shut" then return steps.dismiss() end
    if step == "up" then return steps.forward("open") end
    if step == "twice" then return steps.multiple(steps.push(push), steps.present(present)) end
    if step == "over" then return steps.finish("open") end
  end
end

local KINDS = { "plain", "steps", "activelink", "stinsen", "both" }

---Defines one coordinator type, whose routes lead to types that follow it in `names`.
local function define(random, names, index)
  local name = names[index]
  local type = {
    name = name, screens = { "a", "b", "c" }, routes = { "a", "b", "c" },
    kind = random.of(KINDS),
  }
  type.takesSteps = type.kind == "steps" or type.kind == "both"
  local routes = {}
  for number, screen in ipairs(type.screens) do
    routes[screen] = number == 1 and {} or { style = random.of(STYLES) }
  end
  for _ = 1, 2 do
    if index < #names then
      local child = names[index + 1 + random.below(#names - index)]
      local route = "to" .. child
      if not routes[route] then
        routes[route] = { coordinator = child, style = random.of(STYLES) }
        type.routes[#type.routes + 1] = route
      end
    end
  end
  if type.kind == "activelink" or type.kind == "both" then
    type.link = activelink.links {
      first = { route = "b", style = "push" }, second = { route = "c", style = "push" },
      sheet = { route = "b", style = "sheet", id = function(args) return "sheet" .. (args.id or 0) end },
    }
    routes.b, routes.c = {}, {}
  end
  for _, screen in ipairs(type.screens) do
    local actions = {}
    for number = 1, 3 do
      actions[number] = { screen .. number, random.of(handlers)(random, type) }
    end
    routes[screen].actions = actions
  end
  local spec = { routes = routes, links = {} }
  if random.chance(30) then
    spec.startWith = function(self, link)
      if link.route ~= "item" then return "unhandled" end
      if link.args.id % 3 == 0 then return "deferred" end
      self.router:navigate("b", nil, QUIET)
      return "handled"
    end
  end
  local start = random.of { "a", "a", "b" }
  if type.kind == "stinsen" then
    spec.stack, spec.routes = "a", {}
    for _, route in ipairs(type.routes) do
      local style = routes[route].style or "push"
      routes[route].style = nil
      local word = route == "a" and "root" or style == "push" and "push"
        or style == "fullScreen" and "fullScreen" or "modal"
      spec[route] = stinsen[word](routes[route])
    end
    spec.customize = function(self, view)
      view:onReceive(world.subject, function(value)
        if value == 2 then self.router:popToRoot(QUIET) end
      end)
    end
    stinsen.navigation(name)(spec)
  else
    spec.start = function(self) self.router:startFlow(start) end
    if type.takesSteps then spec.navigate = navigation(random, type) end
    if type.link then spec.flow = type.link end
    local definer = type.kind == "steps" and steps.coordinator
      or type.link and activelink.coordinator or coordinator
    local definition = definer(name)(spec)
    if type.kind == "both" then steps.extend(definition, {}) end
  end
  return type
end

---Defines tabs whose pages are coordinators of some types.
local function defineTabs(random, name, names)
  local pages = {}
  for index = 1, 2 + random.below(2) do
    pages[index] = {
      id = "p" .. index, title = "P" .. index, coordinator = random.of(names),
      lazy = random.chance(25) or nil,
    }
  end
  if random.chance(50) then return tabs(name) { pages = pages } end
  local spec = { child = {} }
  for index, page in ipairs(pages) do
    spec.child[index] = page.id
    spec[page.id] = stinsen.tab { title = page.title, coordinator = page.coordinator }
  end
  stinsen.tabs(name)(spec)
end

---Defines an application and installs its links.
---@return string main
function world.define(seed)
  local random = numbers(seed)
  world.subject = stinsen.subject()
  local names, types = {}, {}
  for index = 1, 3 + random.below(3) do names[index] = "T" .. index end
  for index = #names, 1, -1 do types[index] = define(random, names, index) end
  local main = names[1]
  if random.chance(50) then
    main = "Tabs"
    defineTabs(random, main, names)
  end
  local hasInstructor = random.chance(60)
  if hasInstructor then
    for _, name in ipairs { "Auth", "Onboarding" } do
      local flow = coordinator(name) { routes = { form = { actions = { "Done", "Again" } } } }
      function flow:start() self.router:startFlow("form") end
      function flow:onDone() self.router:finishFlow(nil, QUIET) end
      function flow:onAgain() self.router:navigate("form", nil, QUIET) end
    end
    local App = instructor.coordinator "App" {
      flows = {
        auth = { coordinator = "Auth", finishes = "authorised" },
        onboarding = { coordinator = "Onboarding", finishes = "tutorial" },
        main = { coordinator = main },
      },
    }
    if random.chance(50) then
      steps.extend(App, {})
      function App:navigate(step)
        if step == "shut" then
          self.flags.authorised = false
          self:launch()
        end
        return steps.none()
      end
    end
    main = "App"
  end
  local links = deeplink.new {
    prefixes = { "app://" },
    links = {
      item = { "items/:id", args = { id = "integer" }, requiresMain = hasInstructor or nil },
      path = { "paths/:id", args = { id = "integer" }, path = "b/c" },
    },
    notification = function(payload) return "item", { id = payload.id } end,
    shortcuts = { search = "app://items/1" },
    activities = { item = function(activity) return "item", { id = activity.id } end },
    isMain = hasInstructor and function()
      local top = app.top and instructor.of(app.top)
      return top and instructor.flow(top) == "main"
    end or nil,
    options = { try = true },
  }
  links:install()
  return main
end

-- MARK: - Users

---All living coordinators, parents first.
local function coordinators()
  local list = {}
  local function add(one)
    list[#list + 1] = one
    for _, child in ipairs(one.children) do add(child) end
  end
  if app.main then add(app.main) end
  return list
end

local function routesOf(one)
  local names = {}
  for name in pairs(app:routes(one)) do names[#names + 1] = name end
  table.sort(names)
  return names
end

---Returns the router or the coordinator itself: operations can be called on either handle.
local function handle(random, one) return random.chance(50) and one.router or one end

local operations = {
  function(random, one)
    local names = routesOf(one)
    if #names > 0 then handle(random, one):navigate(random.of(names), nil, QUIET) end
  end,
  function(random, one)
    local names = routesOf(one)
    if #names == 0 then return end
    handle(random, one):present(random.of(names), nil, { style = random.of(STYLES), try = true })
  end,
  function(random, one) handle(random, one):pop(1 + random.below(2), QUIET) end,
  function(random, one) handle(random, one):popToRoot { dismissModals = random.chance(30), try = true } end,
  function(random, one) handle(random, one):popLast(QUIET) end,
  function(random, one) handle(random, one):dismiss { all = random.chance(30), try = true } end,
  function(random, one) handle(random, one):finishFlow(random.below(9), QUIET) end,
  function(random, one) handle(random, one):back(QUIET) end,
  function(random, one) handle(random, one):forcePresentation(nil, QUIET) end,
  function(random, one)
    if one.currentPage then one:select("p" .. 1 + random.below(3), QUIET) end
  end,
  function(random, one)
    local names = routesOf(one)
    if #names == 0 then return end
    local route = random.of(names)
    one.router:batch(function()
      one.router:popToRoot(QUIET)
      one.router:navigate(route, nil, QUIET)
    end, QUIET)
  end,
}

---The possible next actions of a user, most of which are gestures.
local inputs = {
  { 30, function(random)
    local actions = app.front and app.front.actions or {}
    if #actions > 0 then app:tap(random.of(actions)) end
  end },
  { 6, function() app:back() end },
  { 4, function() app:swipeBack() end },
  { 4, function() app:swipeDown() end },
  { 6, function(random) app:tapTab("p" .. 1 + random.below(3)) end },
  { 6, function(random) app:open("app://items/" .. random.below(5)) end },
  { 2, function(random) app:open("app://paths/" .. random.below(5)) end },
  { 4, function(random) app:notify { id = random.below(5) } end },
  { 2, function() app:shortcut "search" end },
  { 2, function(random) app:continueActivity { type = "item", id = random.below(5) } end },
  { 10, function(random)
    random.of(coordinators()).step = random.of { "open", "shut", "up", "twice", "other", "over" }
  end },
  { 14, function(random) random.of(operations)(random, random.of(coordinators())) end },
  { 3, function(random) app:undo(1 + random.below(3)) end },
  { 3, function(random) app:redo(1 + random.below(2)) end },
  { 3, function(random) clock.advance(random.of { 10, 200, 1000 }) end },
  { 1, function(random) if random.chance(50) then clock.manual() else clock.automatic() end end },
  { 2, function() clock.settle() end },
  { 1, function() app.main.router:restartApp(QUIET) end },
}

---Performs random actions on the launched application.
local function act(random, count)
  local total = 0
  for _, input in ipairs(inputs) do total = total + input[1] end
  for _ = 1, count do
    local choice, index = random.below(total), 1
    while choice >= inputs[index][1] do
      choice = choice - inputs[index][1]
      index = index + 1
    end
    -- Rejected actions, and actions on a coordinator without steps, are part of the session.
    pcall(inputs[index][2], random)
  end
end

---Launches the application and performs random actions on it.
function world.use(seed, count, main)
  local random = numbers(seed)
  if random.chance(20) then app:open("app://items/" .. random.below(5)) end
  app:launch(main)
  act(random, count)
  clock.automatic()
  clock.settle()
end

---Performs more random actions, without waiting for animations, operations and timers.
function world.continue(seed, count) act(numbers(seed), count) end

return world
