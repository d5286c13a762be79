-- A notification pushes under a sheet.
-- violates: never "a message beneath a sheet"
-- 1: app:tap("Settings")
-- 2: app:open("mail://message/7")
local Settings = coordinator "Settings" { style = "sheet", routes = { settings = {} } }
function Settings:start() self.router:startFlow "settings" end
local Mail = coordinator "Mail" {
  routes = {
    inbox = { actions = { "Settings" } }, message = { args = { id = "integer" } },
    settings = { coordinator = "Settings" },
  },
  -- The sheet is not dismissed first.
  links = { ["mail://message/:id"] = function(self, link)
    self.router:setStack { "inbox", { route = "message", args = { id = tonumber(link.id) } } }
  end },
}
function Mail:start() self.router:startFlow "inbox" end
function Mail:onSettings() self.router:navigate "settings" end
application "Mail" { main = "Mail" }
local function top(app) local stack = app:coordinator("Mail").stack return stack[#stack] end
never "a message beneath a sheet" (function(app)
  return top(app).name == "message" and app.front.name == "settings"
end)
explore { links = { "mail://message/7" } }
