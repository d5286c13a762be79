-- A content screen with four links: three are pushed, with and without parameters, one is a sheet.
-- Definitions only.
local activelink = require "activelink"

local link = activelink.links {
  first = {},
  firstParametrized = { base = "first" },
  second = {},
  secondParametrized = { base = "second" },
  third = {},
  sheet = { style = "sheet", id = function(args) return args.item or "sheet" end },
}

local Content = activelink.coordinator "Content" {
  flow = link,
  routes = {
    content = { title = "Content", actions = { "First", "Second", "Third", "Sheet", "Plain" } },
    first = {
      title = function(args) return "First: " .. (args.text or "no text") end,
      args = { text = "string?" },
    },
    second = {
      title = function(args) return "Second: " .. (args.number or "no number") end,
      args = { number = "integer?" },
    },
    third = { title = "Third" },
    sheet = {
      title = function(args) return "Sheet: " .. (args.item or "no item") end,
      args = { item = "string?" }, actions = { "Close", "Other" },
    },
  },
}

function Content:start() self.router:startFlow("content") end

-- What the model of the screen does: it sets its flow state and knows nothing of navigation.
function Content:onFirst() self.activeLink = link.firstParametrized { text = "Some param" } end

function Content:onSecond() self.activeLink = link.secondParametrized { number = 2 } end

function Content:onThird() self.activeLink = link.third end

function Content:onSheet() self.activeLink = link.sheet { item = "Sheet param" } end

function Content:onPlain() self.activeLink = link.first end

-- The sheet's own actions.
function Content:onClose() self.activeLink = nil end

function Content:onOther() self.activeLink = link.sheet { item = "Other param" } end

function Content:activeLinkChanged(active, reason)
  self.history = self.history or {}
  table.insert(self.history, ("%s (%s)"):format(active or "none", reason))
end

-- For scripts that set links from outside.
function Content:show(name, args) self.activeLink = name and link[name](args) end

application "Active link demo" { main = "Content" }
