-- Logs in, walks through the todos, follows a link into them, and logs out.
require "app"
local RouterStore <const> = require "stinsen".RouterStore

local function heading(text) print("\n== " .. text) end

heading "the root that follows from who is logged in: nobody"
local main <const> = app:launch()
print(app:tree())

heading "a modal, gone by its own router, and a registration that is a coordinator"
app:tap "Forgot password"
print("front:", app.front, "layers:", #app:layers())
app:tap "Send"
app:tap "Register"
app:tap "Next"
print(app:tree())

heading "registered: the other root, and nothing of the old one is left"
app:tap "Done"
print(app:tree())
print("isRoot authenticated:", main.router:isRoot("authenticated", { user = "grace" }))
print("isRoot for ada:", main.router:isRoot("authenticated", { user = "ada" }))

heading "todos: a modal that becomes a push, then the next ones"
app:tapTab "todos"
app:tap "New"
app:tap "Save"
app:tap "Next"
print("stack:", table.concat(app:stack(), " > "), app.front.title)

heading "the tab tapped again pops to the root, because onTapped says so"
app:tapTab "todos"
print("stack:", table.concat(app:stack(), " > "))

heading "a link: the tab, its child, its root, the todo"
app:tapTab "home"
app:open "todos://todo/7"
print(app:tree())

heading "a link that is none: nothing moves, and somebody says why"
app:open "todos://todo/seven"
print("problem:", main.problem, "front:", app.front)

heading "routers from anywhere"
print("todos:", RouterStore.retrieve "Todos")
print("log-in:", RouterStore.retrieve "Unauthenticated")
local authenticated <const> = main.router:hasRoot("authenticated")
print("no such tab:", select(2, authenticated:focusFirst("settings", nil, { try = true })))

heading "logged out: the first root again, and its link is refused"
app:tapTab "home"
app:tap "Log out"
app:open "todos://todo/7"
print("problem:", main.problem)
print(app:tree())
print("todos:", RouterStore.retrieve "Todos")
