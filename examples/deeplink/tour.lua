-- Opens links of every kind: before the start, during the login, and in the running shop.
local definitions <const> = require "app"
local links <const>, flags <const> = definitions.links, definitions.flags

local function heading(text) print("\n== " .. text) end

local function shown()
  local styles <const> = {}
  for index, layer in ipairs(app:layers()) do styles[index] = layer.style end
  print("   front:", app.front, "stack:", table.concat(app:stack(), " > "))
  print("   layers:", table.concat(styles, " "))
end

heading "a cold start with a notification: the item waits for the login"
print(app:notify { id = "item", item_id = 7 } .status)
app:launch()
shown()
app:tap "Log in"
app:tap "Start"
shown()
print("waiting:", #links:pending())

heading "invalid links change nothing"
print(links:open "app://items/seven", links:open("app://items/seven").message)
print(links:open "https://evil.example.com/items/8")
print(links:open "app://sign-up")
shown()

heading "an address, a quick action, an activity"
app:open "https://shop.example.org/items/8?utm_source=mail"
shown()
app:shortcut "settings"
print("   tab:", app:coordinator("Shop").currentPage)
app:continueActivity { type = "org.example.item", info = { id = 9 } }
shown()

heading "a path is reached in as few steps as possible"
local offer <const> = links:open "app://offers/9"
print(offer, table.concat(offer.steps, ", "))
shown()
local other <const> = links:open "app://offers/10"
print(other, table.concat(other.steps, ", "))
shown()

heading "a path with an unknown part: the valid prefix, or nothing"
local part <const> = links:open "main/items/item;id=3/bad/offer"
print(part, part.at, table.concat(part.steps, ", "))
shown()
print(links:open("main/items/item;id=4/bad/offer", { atomic = true }))
shown()

heading "above or instead of the current layers"
app:tap "Terms"
print(links:open "app://news")
shown()
app.main.router:dismiss()
print(links:open("app://items/1", { over = "dismissAll" }))
shown()
app.main.router:dismiss { all = true }
shown()

heading "pending links expire"
flags.authorised = false
print(links:open "app://items/2")
clock.advance "11m"
flags.authorised = true
print("opened or expired:", links:flush())
shown()
