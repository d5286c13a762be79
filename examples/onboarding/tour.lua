-- Completes the onboarding, continues with the tabs, and logs out.
require "app"

app:launch()
print(app:tree())

print("\n-- first step, second step")
app:tap "Next"
print(app:screen())

print("\n-- the tabs, opened on settings")
app:tap "Go"
print(app:tree())
print("top:", app.top)

print("\n-- a push notification brings the marketplace to the front")
app:coordinator("Marketplace").router:forcePresentation()
print("front:", app.front, "visible:", app.front.isVisible)

print("\n-- the tabs finish with all their layers")
app:coordinator("HomeTabs").router:finishFlow()
print("front:", app.front)

print("\n-- log out: the onboarding restarts")
app:tap "Go"
app:tap "Log out"
print(app:tree())
