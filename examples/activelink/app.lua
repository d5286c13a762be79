-- A content screen with four links. Three links push a screen, with or without parameters, and
-- one link presents a sheet. Each destination is a screen with its own flow coordinator. This
-- file contains only definitions.
local activelink = require "activelink"

-- MARK: - Destinations

---A screen without its own links: a view model with a label, and its coordinator.
---@param name string
---@param args table<string, string> The arguments with which the view model is created.
---@param text fun(args: table): string
local function destination(name, args, text)
  local route <const> = name:lower()
  local Destination = activelink.coordinator(name) {
    flow = activelink.links {},
    args = args,
    routes = {
      [route] = { title = text, args = args, actions = name == "Sheet" and { "Close" } or nil },
    },
  }
  function Destination:start() self.router:startFlow(route, self.args) end
  -- The parameters of the active link have changed. The same screen shows the new parameters.
  function Destination:linkUpdated(new) self.stack[1]:update(new) end
  return Destination
end

destination("First", { text = "string?" }, function(args)
  return args.text and "First View with text: " .. args.text or "Default First View"
end)

destination("Second", { number = "integer?" }, function(args)
  return args.number and "Second View with number: " .. args.number or "Default Second View"
end)

destination("Third", {}, function() return "Default Third View" end)

local Sheet = destination("Sheet", { item = "string" }, function(args)
  return "Sheet view with " .. args.item
end)

function Sheet:onClose() self.parent:closeSheet() end

-- MARK: - Content

local link = activelink.links {
  firstLink = { route = "first", id = "first" },
  firstLinkParametrized = { base = "firstLink", id = "first" },
  secondLink = { route = "second", id = "second" },
  secondLinkParametrized = { base = "secondLink", id = "second" },
  thirdLink = { route = "third", id = "third" },
  sheetLink = { route = "sheet", style = "sheet", id = function(args) return args.item end },
}

local Content = activelink.coordinator "Content" {
  flow = link,
  routes = {
    content = {
      title = "Title", args = { text = "string" },
      actions = { "First view >", "Second view >", "Third view >", "Sheet view" },
    },
    first = { coordinator = "First", style = "push" },
    second = { coordinator = "Second", style = "push" },
    third = { coordinator = "Third", style = "push" },
    sheet = { coordinator = "Sheet" },
  },
}

function Content:start() self.router:startFlow("content", { text = "Content View" }) end

-- The screen's view model sets the screen's flow state and does not depend on navigation.
function Content:firstAction()
  self.activeLink = link.firstLinkParametrized { text = "Some param" }
end

function Content:secondAction() self.activeLink = link.secondLinkParametrized { number = 2 } end

function Content:thirdAction() self.activeLink = link.thirdLink end

function Content:sheetAction() self.activeLink = link.sheetLink { item = "Sheet param" } end

-- The buttons of the screen's view.
function Content:onFirstView() self:firstAction() end

function Content:onSecondView() self:secondAction() end

function Content:onThirdView() self:thirdAction() end

function Content:onSheetView() self:sheetAction() end

-- The sheet closes only the link for which it was opened.
function Content:closeSheet()
  local active = self.activeLink
  if active and active.sheetItem then self:closeLink(active) end
end

function Content:activeLinkChanged(active, reason)
  self.history = self.history or {}
  table.insert(self.history, ("%s (%s)"):format(active or "none", reason))
end

-- Scripts outside the screen use this method to set links.
function Content:show(name, args) self.activeLink = name and link[name](args) end

application "Active link demo" { main = "Content" }

return { link = link }
