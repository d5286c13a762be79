-- The rows of docs/coming-from/active-link.md, one scenario each.
local activelink <const> = require "activelink"

---Fails at the caller's line unless two values are the same.
local function equal(actual, expected)
  if actual ~= expected then
    error(("%s, expected %s"):format(tostring(actual), tostring(expected)), 2)
  end
end

---Returns the reports as one string.
local log <const> = {}
local function note(text) log[#log + 1] = text end
local function noted() return table.concat(log, ", ") end

local link <const> = activelink.links {
  firstLink = { route = "first", id = "first" },
  firstLinkParametrized = { base = "firstLink", id = "first" },
  secondLink = { route = "second", id = "second" },
  secondLinkParametrized = { base = "secondLink", id = "second" },
  thirdLink = { route = "third", id = "third" },
  sheetLink = { route = "sheet", style = "sheet", id = function(args) return args.item end },
  coverLink = { route = "sheet", style = "fullScreen", id = "cover" },
  popoverLink = { route = "sheet", style = "popover", id = "popover" },
  alertLink = { route = "alert", style = "alert", id = "alert" },
  dialogLink = { route = "alert", style = "confirmationDialog", id = "dialog" },
}

local Content <const> = activelink.coordinator "Content" {
  flow = link,
  routes = {
    content = { title = "Title", args = { text = "string" }, actions = { "First view >" } },
    first = {
      args = { text = "string?" },
      title = function(args)
        return args.text and "First View with text: " .. args.text or "Default First View"
      end,
    },
    second = {
      args = { number = "integer?" },
      title = function(args)
        return args.number and "Second View with number: " .. args.number or "Default Second View"
      end,
    },
    third = { title = "Default Third View" },
    sheet = { title = function(args) return "Sheet view with " .. tostring(args.item) end },
    alert = { title = "Sure?", actions = { "Cancel", "OK" } },
  },
}

function Content:start() self.router:startFlow("content", { text = "Content View" }) end
function Content:firstAction()
  self.activeLink = link.firstLinkParametrized { text = "Some param" }
end
function Content:secondAction() self.activeLink = link.secondLinkParametrized { number = 2 } end
function Content:thirdAction() self.activeLink = link.thirdLink end
function Content:sheetAction() self.activeLink = link.sheetLink { item = "Sheet param" } end
function Content:onFirstView() self:firstAction() end
function Content:onOK() note "OK" end
function Content:onCancel() note "Cancel" end

scenario "protocol ContentFlowStateProtocol { var activeLink: ContentLink? }" {
  function(app)
    local content <const> = app:launch(Content)
    equal(content.activeLink, nil)
    content.activeLink = link.thirdLink
    equal(content.activeLink, link.thirdLink)
  end,
}

scenario "@Published var activeLink: ContentLink?" {
  function(app)
    function Content:activeLinkChanged(active, reason) note(("%s %s"):format(active, reason)) end
    local content <const> = app:launch(Content)
    content.activeLink = link.thirdLink
    content.activeLink = link.thirdLink
    app:back()
    content:sheetAction()
    app:swipeDown()
    equal(noted(), "thirdLink assigned, nil userBack, "
      .. "sheetLink { item = Sheet param } assigned, nil userSwipe")
  end,
}

scenario "activeLink = .thirdLink" {
  function(app)
    app:launch(Content).activeLink = link.thirdLink
    app:expect { stack = { "content", "third" }, title = "Default Third View" }
    app:expect { activeLink = "thirdLink" }
  end,
}

scenario "activeLink = nil" {
  function(app)
    local content <const> = app:launch(Content)
    for _, one in ipairs { link.thirdLink, link.sheetLink { item = "x" } } do
      content.activeLink = one
      content.activeLink = nil
      app:expect { front = "content", layers = 1, activeLink = false }
    end
  end,
}

scenario "activeLink of a model that is not shown yet" {
  function(app)
    app:launch(Content)
    local inner <const> = Content:new()
    inner.activeLink = link.thirdLink
    app.main.router:navigate(inner)
    app:expect { title = "Default Third View", activeLink = "thirdLink" }
    equal(inner.activeLink, link.thirdLink)
  end,
}

scenario "@StateObject var viewModel: VM" {
  function(app)
    local content <const> = app:launch(Content)
    content.visits = 1
    content:thirdAction()
    app:back()
    equal(content.visits, 1)
  end,
}

scenario "ContentView(viewModel: ContentViewModel())" {
  function(app)
    app:launch "Content"
    app:expect { title = "Title", args = { text = "Content View" } }
  end,
}

scenario "enum ContentLink" {
  function()
    equal(link.thirdLink.name, "thirdLink")
    local isDone <const>, problem <const> = pcall(function() return link.fourthLink end)
    equal(isDone, false)
    assert(problem:find('no link "fourthLink"; known: alertLink, coverLink', 1, true), problem)
  end,
}

scenario "case firstLink" {
  function(app)
    app:launch(Content).activeLink = link.firstLink
    app:expect { title = "Default First View", activeLink = "firstLink" }
  end,
}

scenario "case firstLinkParametrized(text: String)" {
  function(app)
    app:launch(Content).activeLink = link.firstLinkParametrized { text = "Some param" }
    app:expect { title = "First View with text: Some param", args = { text = "Some param" } }
    equal(app.main.activeLink.args.text, "Some param")
  end,
}

scenario "case secondLinkParametrized(number: Int)" {
  function(app)
    local content <const> = app:launch(Content)
    content.activeLink = link.secondLinkParametrized { number = 2 }
    app:expect { title = "Second View with number: 2" }
    local isDone <const>, problem <const> = pcall(function()
      content.activeLink = link.secondLinkParametrized { number = "two" }
    end)
    equal(isDone, false)
    assert(problem:find("number", 1, true), problem)
    app:expect { title = "Second View with number: 2" }
  end,
}

scenario "case sheetLink(item: String)" {
  function(app)
    app:launch(Content).activeLink = link.sheetLink { item = "x" }
    app:expect { title = "Sheet view with x", modal = { "sheet" }, layers = { "root", "sheet" } }
  end,
}

scenario "enum FirstLink: Hashable { }" {
  function(app)
    local First <const> = activelink.coordinator "First" {
      flow = activelink.links {}, routes = { first = {} },
    }
    function First:start() self.router:startFlow("first") end
    local first <const> = app:launch(First)
    equal(first.activeLink, nil)
    equal(pcall(function() first.activeLink = link.thirdLink end), false)
  end,
}

scenario "Hashable: == of links" {
  function()
    equal(link.firstLinkParametrized { text = "a" }, link.firstLinkParametrized { text = "a" })
    assert(link.firstLinkParametrized { text = "a" } ~= link.firstLinkParametrized { text = "b" })
    assert(link.firstLink ~= link.firstLinkParametrized)
    assert(link.firstLink ~= link.secondLink)
  end,
}

scenario "Hashable: links as keys" {
  function()
    local visits <const> = {}
    visits[tostring(link.sheetLink { item = "x" })] = 1
    equal(visits[tostring(link.sheetLink { item = "x" })], 1)
    equal(visits[tostring(link.sheetLink { item = "y" })], nil)
    visits[link.firstLink.id] = 2
    equal(visits[link.firstLinkParametrized { text = "x" }.id], 2)
  end,
}

scenario "Identifiable: link.id" {
  function()
    equal(link.thirdLink.id, "third")
    equal(activelink.links { plain = {} }.plain.id, "plain")
  end,
}

scenario "id of a parametrised link" {
  function()
    equal(link.firstLinkParametrized { text = "x" }.id, "first")
    equal(link.firstLink.id, "first")
    equal(link.secondLinkParametrized { number = 2 }.id, link.secondLink.id)
  end,
}

scenario "id of a sheet: its item" {
  function()
    equal(link.sheetLink { item = "x" }.id, "x")
    assert(link.sheetLink { item = "x" }.id ~= link.sheetLink { item = "y" }.id)
  end,
}

scenario "link.navigationLink of a parametrised link" {
  function()
    equal(link.firstLinkParametrized { text = "x" }.navigationLink, link.firstLink)
    equal(link.secondLinkParametrized { number = 2 }.navigationLink, link.secondLink)
  end,
}

scenario "link.navigationLink of the others: self" {
  function()
    equal(link.thirdLink.navigationLink, link.thirdLink)
    local sheet <const> = link.sheetLink { item = "x" }
    equal(sheet.navigationLink, sheet)
  end,
}

scenario "link.sheetItem of a sheet: self" {
  function()
    local sheet <const> = link.sheetLink { item = "x" }
    equal(sheet.sheetItem, sheet)
    equal(sheet.sheetItem.args.item, "x")
  end,
}

scenario "link.sheetItem of the others: nil" {
  function()
    equal(link.firstLinkParametrized { text = "x" }.sheetItem, nil)
    equal(link.thirdLink.sheetItem, nil)
  end,
}

scenario "one link type for each screen" {
  function(app)
    local other <const> = activelink.links { firstLink = {} }
    local content <const> = app:launch(Content)
    local isDone <const>, problem <const> = pcall(function()
      content.activeLink = other.firstLink
    end)
    equal(isDone, false)
    assert(problem:find("activeLink is the link firstLink of another flow", 1, true), problem)
  end,
}

scenario "ContentFlowCoordinator(state:, content:)" {
  function(app)
    local content <const> = app:launch(Content)
    equal(content.type, "Content")
    app:tap "First view >"
    app:expect { activeLink = "firstLinkParametrized { text = Some param }" }
  end,
}

scenario "NavigationView { … }" {
  function(app)
    app:launch(Content)
    equal(app:tree(), 'Content  content { text = "Content View" }      ← front')
  end,
}

scenario "NavigationLink(tag:, selection:, destination:)" {
  function(app)
    app:launch(Content):thirdAction()
    equal(app:tree(), 'Content  content { text = "Content View" } ▸ third      ← front')
  end,
}

scenario ".sheet(item:, content:)" {
  function(app)
    app:launch(Content):sheetAction()
    equal(app:tree(), table.concat({
      'Content  content { text = "Content View" }',
      '└─ ⤒ sheet  sheet { item = "Sheet param" }      ← front',
    }, "\n"))
  end,
}

scenario "a sheet's item changes" {
  function(app)
    local content <const> = app:launch(Content)
    content:sheetAction()
    local first <const> = app.front
    content.activeLink = link.sheetLink { item = "Other" }
    app:expect { title = "Sheet view with Other", layers = { "root", "sheet" } }
    equal(first.isAlive, false)
  end,
}

scenario "a link with the same id while it is active" {
  function(app)
    local content <const> = app:launch(Content)
    content:firstAction()
    local screen <const> = app.front
    content.activeLink = link.firstLinkParametrized { text = "Other" }
    equal(app.front, screen)
    app:expect { title = "First View with text: Other", stack = { "content", "first" } }
  end,
}

scenario "another link while one is active" {
  function(app)
    local content <const> = app:launch(Content)
    content:firstAction()
    content:secondAction()
    app:expect { stack = { "content", "second" } }
    content:sheetAction()
    app:expect { layers = { "root", "sheet" }, front = "sheet" }
    content:thirdAction()
    app:expect { layers = 1, stack = { "content", "third" }, activeLink = "thirdLink" }
  end,
}

scenario "the back button writes nil" {
  function(app)
    app:launch(Content):thirdAction()
    app:back()
    app:expect { front = "content", activeLink = false }
  end,
}

scenario "swiping a sheet away writes nil" {
  function(app)
    app:launch(Content):sheetAction()
    app:swipeDown()
    app:expect { front = "content", activeLink = false, layers = 1 }
  end,
}

scenario "a cancelled swipe" {
  function(app)
    local content <const> = app:launch(Content)
    content:sheetAction()
    app:swipeDown { cancel = true }
    app:expect { activeLink = "sheetLink { item = Sheet param }", layers = 2 }
    content:thirdAction()
    app:swipeBack { cancel = true }
    app:expect { activeLink = "thirdLink" }
  end,
}

scenario "Binding.map(get:, set:)" {
  function(app)
    local content <const> = app:launch(Content)
    content:sheetAction()
    local sheet <const> = content.activeLink
    content:thirdAction()
    equal(content:closeLink(sheet), false)
    app:expect { activeLink = "thirdLink" }
    equal(content:closeLink(link.thirdLink), true)
    app:expect { activeLink = false }
  end,
}

scenario "firstDestination() reads its parameter from the active link" {
  function(app)
    local content <const> = app:launch(Content)
    content.activeLink = link.firstLinkParametrized { text = "a" }
    equal(app.front.args.text, "a")
    content.activeLink = link.firstLink
    equal(app.front.args.text, nil)
    app:expect { title = "Default First View" }
  end,
}

scenario "a destination with its own flow coordinator" {
  function(app)
    local inner <const> = activelink.links { detail = {} }
    local First <const> = activelink.coordinator "First" {
      flow = inner, args = { text = "string?" }, routes = { first = {}, detail = {} },
    }
    function First:start() self.router:startFlow("first") end
    function First:linkUpdated(args) note(args.text) end
    local outer <const> = activelink.links { first = {} }
    local Outer <const> = activelink.coordinator "Outer" {
      flow = outer, routes = { outer = {}, first = { coordinator = "First", style = "push" } },
    }
    function Outer:start() self.router:startFlow("outer") end
    local main <const> = app:launch(Outer)
    main.activeLink = outer.first { text = "a" }
    local first <const> = app.top
    equal(first.args.text, "a")
    first.activeLink = inner.detail
    app:expect { stack = { "first", "detail" }, activeLink = "detail" }
    main.activeLink = outer.first { text = "b" }
    equal(noted(), "b")
    main.activeLink = nil
    equal(first.isAlive, false)
    app:expect { stack = { "outer" }, activeLink = false }
  end,
}

scenario ".fullScreenCover(item:)" {
  function(app)
    local content <const> = app:launch(Content)
    content.activeLink = link.coverLink { item = "x" }
    app:expect { layers = { "root", "fullScreen" }, title = "Sheet view with x" }
    content.activeLink = nil
    app:expect { layers = 1 }
  end,
}

scenario ".popover(item:)" {
  function(app)
    app:launch(Content).activeLink = link.popoverLink { item = "x" }
    app:expect { layers = { "root", "popover" } }
    app:swipeDown()
    app:expect { layers = 1, activeLink = false }
  end,
}

scenario ".alert(item:)" {
  function(app)
    app:launch(Content).activeLink = link.alertLink
    app:expect { layers = { "root", "alert" }, title = "Sure?" }
    app:tapAlert "OK"
    app:expect { layers = 1, activeLink = false }
    equal(noted(), "OK")
  end,
}

scenario ".confirmationDialog" {
  function(app)
    app:launch(Content).activeLink = link.dialogLink
    app:expect { layers = { "root", "confirmationDialog" } }
    app:tapAlert "Cancel"
    app:expect { layers = 1, activeLink = false }
    equal(noted(), "Cancel")
  end,
}

scenario ".navigationBarTitle(\"Title\")" {
  function(app)
    app:launch(Content)
    app:expect { title = "Title" }
  end,
}

scenario "firstAction()" {
  function(app)
    app:launch(Content):firstAction()
    app:expect {
      title = "First View with text: Some param",
      activeLink = "firstLinkParametrized { text = Some param }",
    }
  end,
}

scenario "secondAction()" {
  function(app)
    app:launch(Content):secondAction()
    app:expect {
      title = "Second View with number: 2", activeLink = "secondLinkParametrized { number = 2 }",
    }
  end,
}

scenario "thirdAction()" {
  function(app)
    app:launch(Content):thirdAction()
    app:expect { title = "Default Third View", activeLink = "thirdLink" }
  end,
}

scenario "sheetAction()" {
  function(app)
    app:launch(Content):sheetAction()
    app:expect {
      title = "Sheet view with Sheet param", activeLink = "sheetLink { item = Sheet param }",
    }
  end,
}

scenario "Button(\"First view >\", action: viewModel.firstAction)" {
  function(app)
    app:launch(Content)
    app:tap "First view >"
    app:expect { title = "First View with text: Some param" }
  end,
}

scenario "FirstViewModel(text: nil), SecondViewModel(number: nil)" {
  function(app)
    local content <const> = app:launch(Content)
    content.activeLink = link.firstLink
    app:expect { title = "Default First View" }
    content.activeLink = link.secondLink
    app:expect { title = "Default Second View" }
  end,
}

scenario "tests of the model without views" {
  function(app)
    local content <const> = app:launch(Content)
    content:firstAction()
    equal(content.activeLink, link.firstLinkParametrized { text = "Some param" })
    content:sheetAction()
    equal(content.activeLink.sheetItem, link.sheetLink { item = "Sheet param" })
  end,
}

scenario "the third link opens the second screen" {
  function(app)
    app:launch(Content):thirdAction()
    app:expect { front = "third", title = "Default Third View" }
  end,
}

scenario "a sheet that closes writes nil late and clears a newer link" {
  function(app)
    local content <const> = app:launch(Content)
    content:sheetAction()
    clock.manual()
    app:swipeDown()
    content:thirdAction()
    clock.settle()
    app:expect { front = "third", activeLink = "thirdLink", layers = 1 }
  end,
}

scenario "the back button writes nil twice" {
  function(app)
    function Content:activeLinkChanged(active, reason)
      if not active then note(reason) end
    end
    app:launch(Content):thirdAction()
    app:back()
    equal(noted(), "userBack")
  end,
}

scenario "links that are set in one update are lost" {
  function(app)
    local content <const> = app:launch(Content)
    clock.manual()
    content:firstAction()
    content:sheetAction()
    content:secondAction()
    clock.settle()
    app:expect { front = "second", layers = 1 }
    app:expect { activeLink = "secondLinkParametrized { number = 2 }" }
  end,
}

scenario "a link that is set before the screen exists shows nothing" {
  function(app)
    Content:extend { start = function(self)
      self.activeLink = link.thirdLink
      self.router:startFlow("content", { text = "Content View" })
    end }
    app:launch(Content)
    app:expect { front = "third", activeLink = "thirdLink" }
  end,
}

scenario "a link whose destination is rejected stays active" {
  function(app)
    local broken <const> = activelink.links { good = {}, bad = { route = "nowhere" } }
    local Broken <const> = activelink.coordinator "Broken" {
      flow = broken, routes = { start = {}, good = {} },
    }
    function Broken:start() self.router:startFlow("start") end
    local main <const> = app:launch(Broken)
    main.activeLink = broken.good
    local isDone <const>, problem <const> = pcall(function() main.activeLink = broken.bad end)
    equal(isDone, false)
    assert(problem:find("nowhere", 1, true), problem)
    app:expect { front = "good", activeLink = "good" }
  end,
}
