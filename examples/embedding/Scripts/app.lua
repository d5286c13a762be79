-- The parts of the bookshelf that scripts provide: the tabs, the settings, and book reviews. The
-- shelf, the login, the onboarding and "about" are written in Swift (Sources/Bookshelf).

local Review <const> = coordinator "Review" {
  style = "sheet",
  args = { id = "integer" },
  routes = {
    stars = { title = "How many stars?", actions = { "Five", "Three" } },
    word = { title = "In a word?", args = { stars = "integer" }, actions = { "Great", "Skip" } },
  },
}

function Review:start() self.router:startFlow("stars") end

function Review:onFive() self.router:navigate("word", { stars = 5 }) end

function Review:onThree() self.router:navigate("word", { stars = 3 }) end

function Review:onGreat(screen)
  self.router:finishFlow({ stars = screen.args.stars, word = "great" })
end

function Review:onSkip(screen) self.router:finishFlow({ stars = screen.args.stars }) end

local Settings <const> = coordinator "Settings" {
  routes = {
    settings = { title = "Settings", actions = { "Terms", "Log out" } },
    about = { coordinator = "About", style = "sheet", onFinish = "aboutRead" },
  },
}

function Settings:start() self.router:startFlow("settings") end

-- The steps are the cases of `AboutStep` in Swift. A value that is not a step is rejected with its
-- path.
function Settings:onTerms() self.router:navigate("about", { steps = { "showTerms" } }) end

-- The result is the Swift type `AboutReport`.
function Settings:aboutRead(report) self.read = report and report.read end

function Settings:onLogOut() app:open "bookshelf://log-out" end

tabs "Main" {
  pages = {
    { id = "shelf", title = "Shelf", icon = "books.vertical", coordinator = "Shelf" },
    { id = "settings", title = "Settings", icon = "gearshape", coordinator = "Settings" },
  },
}

application "Bookshelf" { main = "Application" }
