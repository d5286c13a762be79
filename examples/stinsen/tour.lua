-- Registers, logs in, creates to-do items, opens a favorite and a URL to them, and logs out.
local demo <const> = require "app"
local RouterStore <const> = require "stinsen".RouterStore

local function heading(text) print("\n== " .. text) end

heading "no user is logged in"
local main <const> = app:launch()
print(app:tree())

heading "a registration is a coordinator that dismisses itself"
app:tap "Register"
app.top.text = "ada"
app:tap "Next step"
print(app:tree())
app:tap "Register"
clock.advance "1s"
print(app:tree())

heading "logged in: the other root replaces the first"
app.top.text = "ada"
app:tap "Login"
clock.advance "1s"
print(app:tree())
print("isRoot authenticated:", main.router:isRoot("authenticated", { user = "ada" }))
print("isRoot for bob:", main.router:isRoot("authenticated", { user = "bob" }))

heading "the active tab has a filled icon"
app:tapTab "todos"
for _, page in ipairs(app:state().main.children[1].pages) do print(page.title, page.icon) end

heading "popToRoot closes the sheet after a todo is created"
for _, name in ipairs { "Milk", "Bread" } do
  app:tap "Add"
  print("front:", app.front, "layers:", #app:layers())
  app.top.text = name
  app:tap "Create"
end
print("actions:", table.concat(app.front.actions, ", "), "layers:", #app:layers())

heading "the home tab shows favorites"
app:tap "Bread"
app:tap "Favorite"
app:tapTab "home"
print("actions:", table.concat(app.front.actions, ", "))
app:tap "Bread"
print(app:tree())

heading "a URL selects the tab and shows its todo"
app:tapTab "profile"
app:open "stinsenapp://todo/milk"
print("stack:", table.concat(app:stack(), " > "), app.front.title)

heading "a URL without a todo changes nothing"
app:open "stinsenapp://todo/nothing"
print(main.problem)
print("front:", app.front)

heading "the testbed counts its screens, and a repeated tap pops to its root"
app:tapTab "testbed"
app:tap "Push screen"
app:tap "Modal screen"
app:tap "Push screen"
print(app:tree())
print(app.front.title, RouterStore.retrieve "Testbed")
app.main.child:focusFirst("testbed").child:popToRoot()
app:tap "Push coordinator"
print("can dismiss:", app.top.canDismiss)
app:tapTab "testbed"
print("can dismiss:", app.top.canDismiss)

heading "logged out: the first root again"
app:tapTab "profile"
print(app.front.title)
app:tap "Logout"
print(app:tree())
print("todos of ada:", table.concat(demo.TodosStore.of("ada"):names(), ", "))
print("router:", RouterStore.retrieve "Todos")
