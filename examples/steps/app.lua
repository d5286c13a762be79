-- The complete original example: a scene that begins with an empty stack and two steps, an "about"
-- coordinator that a step presents, and steps that contain steps for a child. This file contains
-- only definitions.
local steps <const> = require "steps"

---The step that both coordinators support, which shows a help screen.
local Base <const> = steps.coordinator "BaseCoordinator" {
  routes = { help = { title = "Help" } },
  steps = { "showHelp" },
}

function Base:navigate(step)
  if step == "showHelp" then return steps.push "help" end
end

local App <const> = steps.coordinator "App" {
  extends = Base,
  routes = {
    home = { title = "Home", actions = { "First", "About", "Tour", "Call" } },
    first = { title = "First" },
    second = { title = "Second" },
    about = { coordinator = "AboutApp" },
  },
  steps = {
    "showHome", "showFirst", "showSecond", "goHome", "close",
    showAbout = { steps = "table?" },
    call = { number = "string" },
  },
}

---There is no `start` method: the stack is empty, and the first screen that a step pushes becomes
---its root.
function App:navigate(step)
  local name <const> = step[1] or step
  if name == "showHome" then return steps.push "home" end
  if name == "showFirst" then return steps.push "first" end
  if name == "showSecond" then return steps.push "second" end
  if name == "goHome" then return steps.popToRoot() end
  if name == "close" then return steps.dismiss() end
  if name == "showAbout" then return self:presentAbout(step.steps or {}) end
  if name == "call" then
    self.called = step.number -- Leaves the application without navigating.
    return steps.none()
  end
end

---A step may contain steps for a child, which wait until the child has started.
function App:presentAbout(inner)
  local about <const> = App.makeAbout()
  for _, step in ipairs(inner) do about.step = step end
  return steps.present(about, nil, { style = "automatic" })
end

function App:onFirst() self.step = "showFirst" end

function App:onAbout() self.step = { "showAbout" } end

function App:onTour()
  self.step = "showFirst"
  self.step = { "showAbout", steps = { "showTerms", "showAuthors" } }
end

function App:onCall() self.step = { "call", number = "112" } end

function App:childFinished(type, result, reason)
  self.lastChild = ("%s %s, %s"):format(type, reason, result or "no result")
end

local AboutApp <const> = steps.coordinator "AboutApp" {
  extends = Base,
  style = "sheet",
  routes = {
    about = { title = "About", actions = { "Terms", "Close" } },
    terms = { title = "Terms" },
    authors = { title = "Authors", actions = { "Done" } },
  },
  steps = { "showTerms", "showAuthors", "done", "close" },
}

function App.makeAbout() return AboutApp:new() end

function AboutApp:start() self.router:startFlow("about") end

function AboutApp:navigate(step)
  if step == "showTerms" then return steps.push "terms" end
  if step == "showAuthors" then return steps.push "authors" end
  if step == "close" then return steps.forward() end
  -- The application shows its first screen after "about" has finished.
  if step == "done" then return steps.finish("showFirst", "read") end
end

function AboutApp:onTerms() self.step = "showTerms" end

function AboutApp:onClose() self.step = "close" end

function AboutApp:onDone() self.step = "done" end

application "Steps demo" { main = "App" }
