public import SignalboxScripting

/// The additions that this module makes to the scripting interface, for the reference page and the
/// editor definitions.
public enum ScenarioReference {
  /// The additions as a supplement to the script reference.
  public static let supplement = ScriptSupplement(
    heading: "Scenarios",
    summary:
      "Globals of files that end in `.scenario.lua` or `.properties.lua`, and methods of `app` while a scenario "
      + "runs; [testing.md](testing.md) shows them in use.",
    globals: ScenarioGlobals.entries + ExplorationGlobals.entries,
    methods: AppMethods.entries + [ExplorationGlobals.method],
    tables: [
      Expectation.description, ScenarioTable.suites.description, ResourceDeclaration.description,
      AppMethods.waits.description,
    ] + ExplorationGlobals.tables, examples: examples)

  private static let examples = [
    "scenario":
      #"scenario "opens" { function(app) app:launch() app:expect { front = "list" } end }"#,
    "suite":
      #"suite "Checkout" { setup = function(app) app:launch() end, scenario "opens" { function() end } }"#,
    "resource":
      #"local server = resource "server" { setup = function() return { port = 80 } end }"#,
    "each":
      #"each { { 1, "one" } }:scenario "row %s" { function(app, number, name) print(name) end }"#,
    "always":
      #"always "at most one sheet" (function(app) return #app:layers() < 3 end)"#,
    "never": #"never "a product without id" { front = "product", args = { id = false } }"#,
    "reachable": #"reachable "a product" { front = "product" }"#,
    "fromEverywhere": #"fromEverywhere "the list" { front = "list" }"#,
    "within": #"within(2, "closed", { when = { modal = any }, reach = { modal = {} } })"#,
    "explore": #"explore { links = { "shop://product/7" }, maxDepth = 8 }"#,
    "any": #"app:expect { stack = any }"#,
    "count": #"print(count(app:layers(), "sheet"))"#,
    "app.holds": #"always "some layers" { layers = 1 } app:holds "some layers""#,
    "match": #"app:expect { front = match "^pro" }"#,
    "app.expect": #"app:expect { stack = { "list", "product" }, args = { id = 7 } }"#,
    "app.softExpect": #"app:softExpect { front = "product" }"#,
    "app.eventually": #"app:eventually({ within = "5s" }, { front = "product" })"#,
    "app.skip": #"app:skip("needs the payment service")"#,
    "app.step": #"app:step("buys", function() app:tap("Buy") end)"#,
    "app.snapshot": #"app:snapshot "product""#,
    "app.run": #"app:run { { open = "shop://product/7" }, { tap = "Buy" } }"#,
  ]
}
