-- Launches the application with every combination of the flags. Then shows an expiring session.
require "app"
local instructor = require "instructor"

local function heading(text) print("\n== " .. text) end

heading "the first flow"
local main = app:launch()
for _, row in ipairs { { false, false }, { true, false }, { false, true }, { true, true } } do
  main.flags.tutorial, main.flags.authorised = row[1], row[2]
  main:launch()
  print(("tutorial %-6s authorised %-6s %s"):format(row[1], row[2], instructor.flow(main)))
end

heading "a first launch: the login, then the tutorial"
main.flags.tutorial, main.flags.authorised = false, false
main:launch()
app:tap "Sign up"
app:tap "Done"
print(app:tree())
app:tap "Got it"
print(app:tree())
print("user: " .. main.user, "children: " .. #main.children)

heading "a session that expires during item creation"
app:tap "New"
main.isExpired = true
app:tap "Create"
print(app:tree())
app:tap "Log in"
print(app:tree())

heading "started with an option"
print(main:startWith { name = "item", id = 3 }, app.front.title)
print(main:startWith { name = "nonsense" }, app.front.title, main.unhandled)
print(main:startWith "signUp", app.front.title)

heading "an option that waits for the login"
main.flags.authorised = false
print(main:startWith { name = "item", id = 4 }, app.front.title)
app:tap "Log in"
print(app.front.title)

heading "log out"
app:tapTab "settings"
app:tap "Log out"
print(app:tree())
