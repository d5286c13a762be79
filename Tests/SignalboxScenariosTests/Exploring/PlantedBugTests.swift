import SignalboxScenarios
import Testing

/// Bugs that applications with coordinators have in practice. Each is planted in a small application,
/// and the exploration finds it with the shortest path.
struct PlantedBugTests {
  /// A planted bug, and how it is found.
  struct Bug: CustomTestStringConvertible {
    let name: String
    let source: String
    /// The property or rule that it violates.
    let title: String
    /// The actions of the shortest path, which have been counted by hand.
    let path: [String]
    let testDescription: String

    init(_ name: String, _ title: String, _ path: [String], _ source: String) {
      (self.name, self.title, self.path, self.source) = (name, title, path, source)
      testDescription = name
    }
  }

  static let bugs = [
    Bug(
      "a notification pushes under a sheet", "never \"a message that nobody sees\"",
      ["app:tap(\"Settings\")", "app:open(\"mail://message/7\")"],
      """
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
      never "a message that nobody sees" (function(app)
        return top(app).name == "message" and app.front.name == "settings"
      end)
      explore { links = { "mail://message/7" } }
      """),
    Bug(
      "a double tap presents twice", "never \"two payments\"",
      ["app:tap(\"Buy\")", "app:tap(\"Buy\")", "clock.advance(300)"],
      """
      local Payment = coordinator "Payment" { style = "sheet", routes = { form = {} } }
      function Payment:start() self.router:startFlow "form" end
      local Shop = coordinator "Shop" {
        routes = { list = { actions = { "Buy" } }, payment = { coordinator = "Payment" } },
      }
      function Shop:start() self.router:startFlow "list" end
      -- The action is not disabled while the price is loading.
      function Shop:onBuy()
        self.loading = (self.loading or 0) + 1
        if self.loading > 2 then self.loading = 2 return end
        after("300ms", function()
          self.loading = self.loading - 1
          self.router:navigate "payment"
        end)
      end
      application "Shop" { main = "Shop" }
      never "two payments" (function(app)
        local count = 0
        for _, child in ipairs(app:coordinator("Shop").children) do
          if child.type == "Payment" then count = count + 1 end
        end
        return count > 1
      end)
      explore { maxDepth = 5 }
      """),
    Bug(
      "an onFinish is lost", "always \"a payment is shown while one is running\"",
      ["app:tap(\"Pay\")", "app:back()"],
      """
      local Payment = coordinator "Payment" { style = "sheet", routes = { form = { actions = { "Cancel" } } } }
      function Payment:start() self.router:startFlow "form" end
      function Payment:onCancel() self.router:finishFlow "cancelled" end
      local Shop = coordinator "Shop" {
        routes = {
          list = { actions = { "Pay" } }, payment = { coordinator = "Payment", onFinish = "paid" },
        },
      }
      function Shop:start() self.router:startFlow "list" end
      function Shop:onPay()
        if self.isPaying then return end
        self.isPaying = true
        self.router:navigate "payment"
      end
      -- A payment that the user closes has no result.
      function Shop:paid(result) if result then self.isPaying = false end end
      application "Shop" { main = "Shop" }
      always "a payment is shown while one is running" (function(app)
        return not app:coordinator("Shop").isPaying or app:coordinator "Payment" ~= nil
      end)
      """),
    Bug(
      "a coordinator stays alive", "nothing stays alive after it was removed",
      ["app:tap(\"Open\")", "app:tap(\"Again\")"],
      """
      local Child = coordinator "Child" { routes = { page = { actions = { "Again" } } } }
      function Child:start() self.router:startFlow "page" end
      -- The new child is created, and never shown.
      function Child:onAgain() if not self.next then self.next = Child:new {} end end
      local Main = coordinator "Main" {
        routes = { home = { actions = { "Open" } }, child = { coordinator = "Child" } },
      }
      function Main:start() self.router:startFlow "home" end
      function Main:onOpen() self.router:navigate "child" end
      application "Main" { main = "Main" }
      """),
    Bug(
      "a link arrives during a swipe", "never \"two products\"",
      [
        "app:tap(\"Show\")", "app:swipeBack { phase = 'begin' }", "app:open(\"shop://product\")",
        "app:swipeBack { phase = 'cancel' }",
      ],
      """
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
      """),
    Bug(
      "a guard lets a path slip", "never \"an account without a login\"",
      ["app:tap(\"Menu\")", "app:tap(\"Shortcut\")"],
      """
      local Main = coordinator "Main" {
        routes = {
          home = { actions = { "Menu", "Account", "Log in" } }, menu = { actions = { "Shortcut" } },
          account = {},
        },
      }
      function Main:start() self.router:startFlow "home" end
      function Main:onMenu() self.router:navigate "menu" end
      function Main:onAccount() self.router:navigate("account", nil, { try = true }) end
      function Main:onLogIn() self.isLoggedIn = true end
      function Main:onShortcut() self.router:setStack { "home", "account" } end
      application "Main" { main = "Main" }
      -- It knows the operation that navigates, and not the one that replaces the stack.
      app:guard(function(request)
        if request.operation == "navigate" and request.name == "account" then
          return app:coordinator("Main").isLoggedIn == true
        end
        return true
      end)
      never "an account without a login" (function(app)
        return app.front.name == "account" and not app:coordinator("Main").isLoggedIn
      end)
      """),
  ]

  @Test(arguments: bugs) func `it is found with the shortest path`(bug: Bug) throws {
    let result = try ScenarioFixture().explore(bug.source)
    let property = try #require(result.violations.first { $0.title == bug.title })
    #expect(property.counterexample?.steps.map(\.lua) == bug.path)
  }

  @Test(arguments: bugs) func `random walks find it with the same shortest path`(bug: Bug) throws {
    let result = try ScenarioFixture().walk(bug.source, RandomWalks.Plan(count: 60, seed: 5))
    let property = try #require(result.violations.first { $0.title == bug.title })
    #expect(property.counterexample?.steps.map(\.lua) == bug.path)
  }
}
