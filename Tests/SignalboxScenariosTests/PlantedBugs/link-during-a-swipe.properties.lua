-- A link arrives during a swipe.
-- violates: never "two products"
-- 1: app:tap("Show")
-- 2: app:swipeBack { phase = 'begin' }
-- 3: app:open("shop://product")
-- 4: app:swipeBack { phase = 'cancel' }
local Shop = coordinator "Shop" {
  routes = { list = { actions = { "Show" } }, product = {} },
  links = { ["shop://product"] = function(self) self:show() end },
}
function Shop:start() self.router:startFlow "list" end
function Shop:onShow() self:show() end
function Shop:show()
  if self.isShown then return end
  self.isShown = true
  self.router:navigate "product"
end
application "Shop" { main = "Shop" }
-- A swipe that the user cancels begins like one that removes the screen.
app:on("willDisappear", function(event)
  if event.name == "product" then app:coordinator("Shop").isShown = false end
end)
never "two products" (function(app)
  local count = 0
  for _, screen in ipairs(app:coordinator("Shop").stack) do
    if screen.name == "product" then count = count + 1 end
  end
  return count > 1
end)
explore {
  links = { "shop://product" }, cancelledSwipes = false, maxDepth = 5,
  actions = function(app)
    if app.front.name ~= "product" then return {} end
    return {
      "app:swipeBack { phase = 'begin' }", "app:swipeBack { phase = 'commit' }",
      "app:swipeBack { phase = 'cancel' }",
    }
  end,
}
