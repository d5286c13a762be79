-- Controls the application with steps, both from code and from its actions.
require "app"
local steps <const> = require "steps"

local function heading(text) print("\n== " .. text) end

heading "an empty stack, and two steps with two pushes"
local main <const> = app:launch()
print(app:tree())
main.step = "showHome"
main.step = "showFirst"
print(app:tree())

heading "a step that presents another coordinator"
main.step = { "showAbout" }
app:tap "Terms"
print(app:tree())

heading "the child forwards a step that closes it"
app.top.step = "close"
print(app:tree())

heading "a step that carries steps of a child, set from an action"
main.step = "goHome"
app:tap "Tour"
print(app:tree())

heading "a step that ends the child, and a step of the parent"
app:tap "Done"
print(app:tree())
print(main.lastChild)

heading "steps of the base, late steps, and steps that are not declared"
main.step = "showHelp"
print(app.front.title)
local about <const> = main.router:navigate("about")
main.router:dismiss()
steps.emit(about, "showTerms")
local _, problem <const> = pcall(function()
  main.step = "showFrist" -- lint: ignore
end)
print((problem:gsub("^.-:%d+: ", "")))

heading "the journal of the steps"
print(table.concat(steps.list(), "\n"))
