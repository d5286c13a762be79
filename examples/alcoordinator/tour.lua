-- Shows the example applications of ALCoordinator and SUICoordinator one after the other.
require "app"

local function heading(text) print("\n== " .. text) end

heading "ALCoordinator: splash, onboarding, tabs opened on settings"
app:launch()
print(app:tree())
app:tap "Next"
app:tap "Start"
print(app:tree())

heading "a notification presents its flow"
app:open "al://message/7"
print(app:tree())
app:tap "Close"

heading "restarting shows the splash screen again"
app:tap "Restart"
print(app:tree())

heading "SUICoordinator: another main coordinator replaces the tree"
app:launch "DefaultTabs"
app:tap "Push"
app:tap "Detents"
print(app:tree())

heading "links"
app:open "app://home"
print(app:screen())
