-- Goes through the links as the user taps them, and as code assigns them.
require "app"

local content = app:launch()

local function show(what)
  print(("%-22s %-34s %s"):format(what, tostring(content.activeLink), app.front.title))
end

show "launch"
for _, action in ipairs { "First", "Second", "Third" } do
  app:tap(action)
  show("tap " .. action)
  app:back()
  show "back"
end

app:tap "Sheet"
show "tap Sheet"
local sheet = app.front
app:tap "Other"
show "tap Other"
print("the first sheet is " .. (sheet.isAlive and "up" or "gone"), #app:layers() .. " layers")
app:swipeDown()
show "swipe down"

content:show("first", { text = "x" })
local first = app.front
content:show("first")
show "first, without text"
print("it is " .. (first == app.front and "the same screen" or "another screen"))

content:show("second")
show "second instead"
print("stack: " .. table.concat(app:stack(), " > "))
content:show(nil)
show "nil"

print "\nA sheet that closes late does not clear a newer link:"
app:tap "Sheet"
clock.manual()
app:swipeDown()
content:show("third")
clock.settle()
show "third meanwhile"

print "\nEvery change of the link:"
print(table.concat(content.history, "\n"))
