-- Launches the application with a notification, signs up, and opens links from every source.
local definitions <const> = require "app"
local links <const> = definitions.links

local function heading(text) print("\n== " .. text) end

heading "a cold start with a notification: the login is shown, and the item waits"
print(app:notify { launch_id = "item", item_id = "7" })
app:launch()
print(app:tree())

heading "signing up requires the terms"
app:tap "Sign up"
app:tap "Create account"
print(app.front.title)
app:tap "Terms"
app:tap "Agree"
app:back()
print(app.front.title)
app:tap "Create account"
print(app:tree())

heading "after the onboarding, the item is shown; the settings start when their tab is selected"
app:tap "Finish"
print(app:tree())
print(app:shortcut "settings")
print(app:tree())

heading "an address, an activity and an unknown notification"
app:open "app://items/3"
print(app.front.title)
print(app:continueActivity { type = "org.example.item", info = { item_id = 4 } })
print(app.front.title)
print(app:notify { launch_id = "nonsense" }, app.front.title)

heading "an item is created after the session expires"
app.top.router:popToRoot()
app:tap "Add"
app.main.isExpired = true
app:tap "Create"
print(app:tree())
app:tap "Log in"
print(app.front.title, #links:pending())

heading "logging out"
app:tapTab "settings"
app:tap "Log out"
print(app:tree())
