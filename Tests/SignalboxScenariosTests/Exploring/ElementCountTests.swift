import Signalbox
import SignalboxScenarios
import SignalboxScripting
import Testing

/// Tests `count`, and conditions that use it together with `app:has`.
struct ElementCountTests {
  private static let shop = """
    local Checkout = coordinator "Checkout" {
      style = "sheet", routes = { pay = { actions = { "Help" } }, help = { style = "sheet" } },
    }
    function Checkout:start() self.router:startFlow "pay" end
    function Checkout:onHelp() self.router:navigate "help" end
    local Shop = coordinator "Shop" {
      routes = {
        catalog = { actions = { "Buy" } }, product = {}, receipt = {},
        checkout = { coordinator = "Checkout", onFinish = "paid" },
      },
      links = { ["shop://product/:id"] = function(self) self:show() end },
    }
    function Shop:start() self.router:startFlow "catalog" end
    function Shop:show()
      self.router:dismiss { all = true }
      self.router:setStack { "catalog", "product" }
    end
    function Shop:onBuy() self.router:navigate "checkout" end
    function Shop:paid(result) if result == "paid" then self.router:navigate "receipt" end end
    application "Shop" { main = "Shop" }

    """

  @Test func `conditions use coordinators and counts, together with all other declarations`() throws
  {
    let result = try ScenarioFixture().explore(
      Self.shop + """
        always "a checkout is never covered by a product" (function(app)
          return not (app.front.name == "product" and app:has "Checkout")
        end)
        never "two sheets of one kind" (function(app) return count(app:layers(), "sheet") > 1 end)
        reachable "the receipt can be reached" { front = "receipt" }
        fromEverywhere "home is one way or other reachable" { front = "catalog", modal = {} }
        within(3, "every sheet can be closed in three actions", {
          when = { modal = any }, reach = { modal = {} },
        })
        explore {
          links = { "shop://product/1", "shop://product/2" },
          outcomes = { Checkout = { "paid", "declined", "timeout" } }, maxDepth = 12,
        }
        """)
    #expect(result.isExhaustive)
    #expect(
      result.properties.map { "\($0.title): \($0.answer)" }.prefix(5) == [
        "always \"a checkout is never covered by a product\": holds",
        "never \"two sheets of one kind\": violated",
        "reachable \"the receipt can be reached\": holds",
        "fromEverywhere \"home is one way or other reachable\": holds",
        "within(3) \"every sheet can be closed in three actions\": holds",
      ])
    #expect(
      result.violations.first?.counterexample?.steps.map(\.lua) == [
        "app:tap(\"Buy\")", "app:tap(\"Help\")",
      ])
  }

  @Test func `elements are compared by value, name, style and type, or by a function`() throws {
    let failures = try ScenarioFixture().run(
      Self.shop + """
        scenario "counts" { function(app)
          app:launch()
          app:open "shop://product/1"
          app:back()
          app:tap "Buy"
          local function check(expected, ...)
            local found = count(...)
            if found ~= expected then error(("%s instead of %s"):format(found, expected), 2) end
          end
          check(1, app:layers(), "sheet")
          check(0, app:layers(), "alert")
          check(1, app:coordinator("Shop").stack, "catalog")
          check(1, app.main.children, "Checkout")
          check(2, { "a", "b", "a" }, "a")
          check(2, { 1, 1.0, 2 }, 1)
          check(1, { true, 1, "true" }, true)
          check(2, { { name = "a" }, { style = "a" }, { id = "a" } }, "a")
          check(1, { app.front, app.main }, app.front)
          check(2, { 1, 2, 3 }, function(number) return number > 1 end)
          check(0, {}, "a")
        end }
        """
    ).flatMap(\.failures).map(\.error.description)
    #expect(failures == [])
  }

  @Test(arguments: [
    ("count(nil, 1)", "badArgument: count: got nil, expected a list"),
    ("count({ a = 1 }, 1)", "badArgument: count: got { a = 1 }, expected a list"),
    (
      "count {}",
      "badArgument: count: got no value to count, expected a name, another value or a function"
    ),
    ("count({ 1 }, function() error 'no luck' end)", "no luck"),
  ])
  func `a wrong argument is an error that names the expected one`(call: String, message: String) {
    #expect(ScenarioFixture().rejection(of: call).contains(message))
  }
}
