-- Visits the links, both as the user taps them and as code assigns them.
require "app"

local content = app:launch()

local function show(what)
  print(("%-22s %-44s %s"):format(what, tostring(content.activeLink), app.front.title))
end

show "launch"
for _, action in ipairs { "First view >", "Second view >", "Third view >" } do
  app:tap(action)
  show(action)
  app:back()
  show "back"
end

app:tap "Sheet view"
show "Sheet view"
local sheet = app.front
content:show("sheetLink", { item = "Other param" })
show "another item"
print("the first sheet is " .. (sheet.isAlive and "up" or "gone"), #app:layers() .. " layers")
app:swipeDown()
show "swipe down"

content:show("firstLinkParametrized", { text = "x" })
local first = app.front
content:show("firstLink")
show "first, without text"
print("it is " .. (first == app.front and "the same screen" or "another screen"))

content:show("secondLink")
show "second instead"
print(app:tree())
content:show(nil)
show "nil"

print "\nA sheet that closes late does not clear a newer link:"
app:tap "Sheet view"
clock.manual()
app:swipeDown()
content:thirdAction()
clock.settle()
show "third meanwhile"

print "\nEvery change of the link:"
print(table.concat(content.history, "\n"))
