-- Two coordinators that are driven by steps: the application, and an "about" that it presents.
-- Definitions only.
local steps = require "steps"

local App = steps.coordinator "App" {
  routes = {
    home = { title = "Home", actions = { "First", "About", "Tour" } },
    first = { title = "First" },
    about = { coordinator = "AboutApp" },
  },
}

function App:start() self.router:startFlow("home") end

function App:navigate(step)
  if step == "showFirst" then return steps.push "first" end
  if step == "showSecond" then return steps.present "about" end
  -- A step may carry steps of a child: they wait until it has started.
  if type(step) == "table" and step.about then
    local about = App.makeAbout()
    for _, inner in ipairs(step.about) do about.step = inner end
    return steps.present(about)
  end
end

function App:onFirst() self.step = "showFirst" end

function App:onAbout() self.step = "showSecond" end

function App:onTour()
  self.step = "showFirst"
  self.step = { about = { "showTerms", "showAuthors" } }
end

function App:childFinished(type, result, reason)
  self.lastChild = ("%s %s, %s"):format(type, reason, result or "no result")
end

local AboutApp = steps.coordinator "AboutApp" {
  style = "sheet",
  routes = {
    about = { title = "About", actions = { "Terms", "Close" } },
    terms = { title = "Terms" },
    authors = { title = "Authors", actions = { "Done" } },
  },
}

function App.makeAbout() return AboutApp:new() end

function AboutApp:start() self.router:startFlow("about") end

function AboutApp:navigate(step)
  if step == "showTerms" then return steps.push "terms" end
  if step == "showAuthors" then return steps.push "authors" end
  if step == "close" then return steps.dismiss() end
  -- The application shows its first screen when "about" has gone.
  if step == "done" then return steps.finish("showFirst", "read") end
end

function AboutApp:onTerms() self.step = "showTerms" end

function AboutApp:onClose() self.step = "close" end

function AboutApp:onDone() self.step = "done" end

application "Steps demo" { main = "App" }
