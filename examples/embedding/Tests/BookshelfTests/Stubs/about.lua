-- A stub for the coordinator in Swift. It shows one screen and finishes when "Done" is tapped.
local About <const> = coordinator "About" {
  style = "sheet", routes = { stub = { title = "About (stub)", actions = { "Done" } } },
}

function About:start() self.router:startFlow("stub") end

function About:onDone() self.router:finishFlow({ read = { "stub" } }) end
