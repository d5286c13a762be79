-- Drives the application by steps, from code and from its actions.
require "app"
local steps = require "steps"

local function heading(text) print("\n== " .. text) end

heading "two steps set one after the other"
local main = app:launch()
main.step = "showFirst"
main.step = "showSecond"
print(app:tree())

heading "the child's own steps: push, and dismiss by itself"
app:tap "Terms"
print(table.concat(app:stack(), " > "))
app.top.step = "close"
print(app:tree())

heading "a step that carries steps of a child, set from an action"
main.router:popToRoot()
app:tap "Tour"
print(app:tree())

heading "a step that ends the child: the parent goes on with one of its own"
app:tap "Done"
print(app:tree())
print(main.lastChild)

heading "unknown, refused and late steps"
main.step = "showThird"
local about = main.router:navigate("about")
main.router:dismiss()
steps.emit(about, "showTerms")
main.navigate = function() return steps.push "frist" end
local _, problem = pcall(function() main.step = "mistyped" end)
print((problem:gsub("^.-:%d+: ", "")))

heading "what became of the steps"
print(table.concat(steps.list(), "\n"))
