import SeededRandom
import Signalbox
import SignalboxScenarios
import SignalboxScripting
import Testing

/// Explores every path through an application. The expected counts were calculated by hand or by a
/// search in Swift.
struct ExplorerTests {
  private let fixture = ScenarioFixture()

  private func explore(
    _ source: String, _ change: (inout Explorer.Bounds) -> Void = { _ in }
  ) throws -> ExplorationResult { try fixture.explore(source, change) }

  /// Returns the results by title, and each violation's finding with its path.
  private func answers(_ result: ExplorationResult) -> [String] {
    result.properties.map { property in
      guard let example = property.counterexample else {
        return "\(property.title): \(property.answer)"
      }
      let path = example.steps.map(\.lua).joined(separator: "; ")
      return "\(property.title): \(property.answer) by [\(path)]: \(example.finding)"
    }
  }

  /// Disables all checks except those that the file declares.
  private static let idle = """
    explore { ignore = { "errors", "leaks", "deadEnds", "traps", "routes", "determinism" } }
    """

  // MARK: - Counts

  @Test func `three tabs with stacks of two screens up to a depth of two have 1,029 states`() throws
  {
    let result = try explore(
      """
      local Page = coordinator "Page" { routes = {
        home = { actions = { "A", "B" } }, a = { actions = { "A", "B" } }, b = { actions = { "A", "B" } },
      } }
      function Page:start() self.router:startFlow "home" end
      function Page:push(name) if #app:stack(self) < 3 then self.router:navigate(name) end end
      function Page:onA() self:push "a" end
      function Page:onB() self:push "b" end
      tabs "Main" { pages = {
        { id = "x", coordinator = "Page" }, { id = "y", coordinator = "Page" }, { id = "z", coordinator = "Page" },
      } }
      application "Tabs" { main = "Main" }
      """)
    // 3 selected tabs, and 1 + 2 + 4 stacks in each.
    #expect(result.stateCount == 3 * 7 * 7 * 7)
    #expect(result.isExhaustive)
    #expect(result.violations.map(\.title) == [])
  }

  @Test(arguments: 1...12) func `random applications have the states of a search in Swift`(
    seed: UInt64
  )
    throws
  {
    let machine = RandomMachine(seed: seed)
    let result = try explore(machine.source)
    let distances = machine.distances
    #expect(result.stateCount == distances.count)
    #expect(result.depth == distances.values.max())
    #expect(result.transitionCount == distances.keys.reduce(0) { $0 + machine.targets[$1].count })
    let goal = machine.count - 1
    let property = try #require(result.properties.first { $0.title == "never \"the last\"" })
    #expect(property.counterexample?.steps.count == distances[goal])
    #expect(property.answer == (distances[goal] == nil ? .holds : .violated))
  }

  // MARK: - Bounds

  private static let endless = """
    local Deep = coordinator "Deep" { routes = { level = { actions = { "More" } } } }
    function Deep:start() self.router:startFlow "level" end
    function Deep:onMore() self.router:navigate "level" end
    application "Endless" { main = "Deep" }
    never "six levels" (function(app) return #app:stack() == 6 end)
    never "three levels" (function(app) return #app:stack() == 3 end)
    reachable "nine levels" (function(app) return #app:stack() == 9 end)
    \(idle)
    """

  @Test
  func `a limit that ends the exploration is reported, and its results apply only up to the limit`()
    throws
  {
    let result = try explore(Self.endless) { $0.depth = 3 }
    #expect(result.cuts == [.depth(3)])
    #expect(result.stateCount == 4)
    #expect(
      answers(result) == [
        "never \"six levels\": holdsSoFar",
        "never \"three levels\": violated by [app:tap(\"More\"); app:tap(\"More\")]: it holds here",
        "reachable \"nine levels\": undecided",
      ])
  }

  @Test func `an exploration of endlessly growing states ends at the maximum number of states`()
    throws
  {
    let result = try explore(Self.endless) { $0.states = 20 }
    #expect(result.cuts == [.states(20)])
    #expect(result.violations.count == 2)
    #expect(result.properties.last?.answer == .holds)
  }

  @Test func `a stop keeps the results so far`() throws {
    var calls = 0
    let result = try fixture.explore(
      Self.endless,
      isStopped: {
        calls += 1
        return calls > 8
      })
    #expect(result.cuts == [.interrupted])
    #expect(result.properties.map(\.answer) == [.holdsSoFar, .violated, .undecided])
  }

  @Test func `a time limit of zero ends the exploration`() throws {
    let result = try explore(Self.endless) { $0.time = .zero }
    #expect(result.cuts == [.time(.zero)])
    #expect(result.stateCount == 1)
  }

  @Test func `a time limit also ends the action that is running, without a violation`() throws {
    // The clock does not advance, so only the limit of the endless action ends the exploration.
    let start = ContinuousClock.now
    let result = try explore(
      """
      local Loop = coordinator "Loop" { routes = { root = { actions = { "Go", "Hang" } }, next = {} } }
      function Loop:start() self.router:startFlow "root" end
      function Loop:onHang() while true do end end
      function Loop:onGo() self.router:navigate "next" end
      application "Loop" { main = "Loop" }
      never "the next" { front = "next" }
      explore { ignore = { "leaks", "deadEnds", "traps", "routes", "determinism" } }
      """
    ) { bounds in
      bounds.time = .seconds(3)
      bounds.now = { start }
    }
    #expect(result.cuts == [.time(.seconds(3))])
    #expect(
      answers(result) == [
        "never \"the next\": violated by [app:tap(\"Go\")]: it holds here",
        "no handler raises an error: holdsSoFar",
      ])
  }

  @Test func `a path that cannot be repeated in time has actions without changes`() throws {
    // After the stop, each reading of the clock is three seconds after the previous one.
    var (time, calls) = (ContinuousClock.now, 0)
    var bounds = Explorer.Bounds()
    bounds.now = {
      if calls > 8 { time += .seconds(3) }
      return time
    }
    let explorer = try fixture.explorer(
      Self.endless, bounds,
      isStopped: {
        calls += 1
        return calls > 8
      })
    let result = try explorer.run()
    #expect(
      result.violations.first?.counterexample?.steps.map { [$0.lua] + $0.changes }
        == Array(repeating: ["app:tap(\"More\")"], count: 2))
    #expect(
      result.notes == ["Some paths were not repeated in time, so their changes are unknown."])
  }

  // MARK: - Properties

  @Test func `the progress contains the rate, and a time limit ends an exploration at its time`()
    throws
  {
    // Each reading of the clock is 100 ms after the previous one. The time of each script is also
    // limited, so the remaining time must suffice for a script on a busy machine.
    let start = ContinuousClock.now
    var milliseconds = 0
    var bounds = Explorer.Bounds()
    bounds.time = .seconds(6)
    bounds.now = {
      milliseconds += 100
      return start + .milliseconds(milliseconds)
    }
    var lines: [String] = []
    let explorer = try fixture.explorer(
      Self.endless, bounds,
      noting: { lines.append(ExplorationReport.line($0, memory: 5_300_000)) })
    let result = try explorer.run()
    #expect(result.cuts == [.time(.seconds(6))])
    #expect(
      lines.first
        == "2 states · 1 transition · depth 0 · 1 queued · 3 states a second · 5 MB")
    #expect(
      lines.last
        == "6 states · 17 transitions · depth 4 · 1 queued · 1 states a second · 5 MB")
  }

  @Test func `each kind of property has a result`() throws {
    let result = try explore(
      """
      require "shop"
      always "few layers" (function(app) return #app:layers() <= 2 end)
      always "no sheet" { modal = {} }
      never "six screens" (function(app) return #app:stack() == 6 end)
      reachable "an address" { front = "address" }
      reachable "the moon" { front = "moon" }
      fromEverywhere "the catalog" { front = "catalog", modal = {} }
      fromEverywhere "help" { front = "help" }
      within(1, "closing", { when = { modal = any }, reach = { modal = {} } })
      explore {
        links = { "shop://product/1" }, maxDepth = 4,
        ignore = { "errors", "leaks", "deadEnds", "traps", "routes", "determinism" },
      }
      """)
    #expect(
      answers(result) == [
        "always \"few layers\": holdsSoFar",
        "always \"no sheet\": violated by [app:open(\"shop://product/1\"); app:tap(\"Buy\")]: it does not hold here",
        "never \"six screens\": holdsSoFar", "reachable \"an address\": holds",
        "reachable \"the moon\": undecided", "fromEverywhere \"the catalog\": holdsSoFar",
        "fromEverywhere \"help\": holdsSoFar", "within(1) \"closing\": holdsSoFar",
      ])
    #expect(result.properties.map(\.location?.line) == [2, 3, 4, 5, 6, 7, 8, 9])
  }

  @Test func `a state is unreachable if an exhaustive exploration does not find it`() throws {
    let result = try explore(
      """
      local One = coordinator "One" { routes = { first = { actions = { "Go" } }, second = {} } }
      function One:start() self.router:startFlow "first" end
      function One:onGo() self.router:root "second" end
      application "One" { main = "One" }
      reachable "the third" { front = "third" }
      fromEverywhere "the first" { front = "first" }
      within(2, "the second", { when = { front = "first" }, reach = { front = "second" } })
      """)
    #expect(
      answers(result) == [
        "reachable \"the third\": violated by []: no state satisfies it",
        "fromEverywhere \"the first\": violated by [app:tap(\"Go\")]: from here, no path leads to such a state",
        "within(2) \"the second\": holds",
        "no handler raises an error: holds", "nothing stays alive after it has been removed: holds",
        "every state has an action that changes something: violated by [app:tap(\"Go\")]: no action is available here",
        "the start can be reached from everywhere: violated by [app:tap(\"Go\")]: from here, no path leads back to the start",
        "every route is reached: holds", "equal states behave alike: holds",
      ])
  }

  // MARK: - State identity

  @Test func `two paths to the same state lead to one state`() throws {
    let result = try explore(
      """
      local Way = coordinator "Way" { routes = { root = { actions = { "Left", "Right" } }, both = {} } }
      function Way:start() self.router:startFlow "root" end
      function Way:set(name) self[name] = true if self.left and self.right then self.router:root "both" end end
      function Way:onLeft() self:set "left" end
      function Way:onRight() self:set "right" end
      application "Ways" { main = "Way" }
      \(Self.idle)
      """)
    // The states are: neither, left, right, both.
    #expect(result.stateCount == 4)
  }

  @Test func `states that differ in a field or in a value inside a table are different`() throws {
    let result = try explore(
      """
      local Cart = coordinator "Cart" { routes = { root = { actions = { "Add" } } } }
      function Cart:start() self.items = { list = {} } self.router:startFlow "root" end
      function Cart:onAdd() local list = self.items.list if #list < 3 then list[#list + 1] = "item" end end
      application "Cart" { main = "Cart" }
      \(Self.idle)
      """)
    #expect(result.stateCount == 4)
  }

  @Test(arguments: [
    #"self.go = isLeft and function() return "a" end or function() return "b" end"#,
    #"local go = isLeft and function() return "a" end or function() return "b" end self.go = function() return go() end"#,
  ])
  func `states with different functions of one line are different`(choice: String) throws {
    let result = try explore(
      """
      local Way = coordinator "Way" {
        routes = { root = { actions = { "Left", "Right", "Go" } }, a = {}, b = {} },
      }
      function Way:start() self.router:startFlow "root" end
      function Way:choose(isLeft)
        \(choice)
      end
      function Way:onLeft() self:choose(true) end
      function Way:onRight() self:choose(false) end
      function Way:onGo() if self.go then self.router:navigate(self.go()) end end
      application "Ways" { main = "Way" }
      reachable "a" { front = "a" }
      reachable "b" { front = "b" }
      \(Self.idle)
      """)
    // The states are: no function, the left function, the right function, and the two screens.
    #expect(result.stateCount == 5)
    #expect(result.properties.map(\.answer) == [.holds, .holds])
  }

  @Test func `states that differ in the order of their timers are different`() throws {
    let result = try explore(
      """
      local Race = coordinator "Race" { routes = { root = { actions = { "A", "B" } }, a = {}, b = {} } }
      function Race:start() self.router:startFlow "root" end
      function Race:begin(name)
        if self.count == 2 then return end
        self.count = (self.count or 0) + 1
        after("5s", function() if not self.first then self.first = name self.router:root(name) end end)
      end
      function Race:onA() self:begin "a" end
      function Race:onB() self:begin "b" end
      application "Race" { main = "Race" }
      reachable "a first" { front = "a" }
      reachable "b first" { front = "b" }
      \(Self.idle)
      """)
    #expect(result.properties.map(\.answer) == [.holds, .holds])
  }

  @Test func `a captured local that changes an action's effect is reported with its name`() throws {
    let result = try explore(
      """
      local visits = 0
      local Trap = coordinator "Trap" { routes = { root = { actions = { "Go" } }, a = {}, b = {} } }
      function Trap:start() self.router:startFlow "root" end
      function Trap:onGo() visits = visits + 1 self.router:navigate(visits % 2 == 1 and "a" or "b") end
      application "Trap" { main = "Trap" }
      explore { cancelledSwipes = false, ignore = { "deadEnds", "routes" } }
      """)
    let property = try #require(result.violations.first)
    #expect(result.violations.count == 1)
    #expect(property.title == "equal states behave alike")
    #expect(
      property.counterexample?.finding
        == "app:tap(\"Go\") behaves differently than after the shorter path to the same "
        + "state; these variables differ: local visits of the function at test.properties.lua:4")
    #expect(
      property.counterexample?.steps.map(\.lua) == [
        "app:tap(\"Go\")", "app:back()", "app:tap(\"Go\")",
      ])
  }

  @Test func `a global that affects no action is not reported`() throws {
    let result = try explore(
      """
      taps = 0
      local Log = coordinator "Log" { routes = { root = { actions = { "Go" } }, a = {} } }
      function Log:start() self.router:startFlow "root" end
      function Log:onGo() taps = taps + 1 self.router:navigate "a" end
      application "Log" { main = "Log" }
      """)
    #expect(result.stateCount == 2)
    #expect(result.violations.map(\.title) == [])
  }

  @Test func `a view limits the identity of a state`() throws {
    let result = try explore(
      """
      require "shop"
      explore {
        links = { "shop://product/1", "shop://product/2" },
        view = function(app) return { app.front.name, #app:layers() } end, ignore = { "errors" },
      }
      """)
    #expect(result.isExhaustive)
    // The states are the catalog, the product and a sheet above the product. The arguments are not
    // part of the view.
    #expect(result.stateCount == 3)
  }

  // MARK: - Actions

  @Test func `an exploration performs links, outcomes, timers and statements as actions`() throws {
    let result = try explore(
      """
      local Pay = coordinator "Pay" { style = "sheet", routes = { wait = {} } }
      function Pay:start() self.router:startFlow "wait" end
      local Shop = coordinator "Shop" {
        routes = { list = {}, product = {}, late = {}, pay = { coordinator = "Pay", onFinish = "paid" } },
        links = { ["shop://pay"] = function(self) if not self.started then self.started = true self.router:navigate "pay" end end },
      }
      function Shop:start() self.router:startFlow "list" after("9s", function() self.router:navigate "late" end) end
      function Shop:paid(result) self.result = result end
      application "Shop" { main = "Shop" }
      reachable "paid" (function(app) return app.main.result == "paid" end)
      reachable "declined" (function(app) return app.main.result == "declined" end)
      reachable "late" { front = "late" }
      reachable "product" { front = "product" }
      explore {
        links = { "shop://pay" }, outcomes = { Pay = { "paid", "declined" } },
        actions = function(app)
          if app.front.name == "list" then return { 'app.main.router:navigate "product"' } end
          return {}
        end,
        maxDepth = 6, ignore = { "traps" },
      }
      """)
    #expect(result.properties.prefix(4).map(\.answer) == [.holds, .holds, .holds, .holds])
    #expect(result.violations.map(\.title) == [])
  }

  @Test func `outcomes of a flow are its success, its failure and its cancellation`() throws {
    let result = try explore(
      """
      local Pay = coordinator "Pay" { style = "sheet", routes = { wait = {} } }
      function Pay:start() self.router:startFlow "wait" end
      local Shop = coordinator "Shop" {
        routes = { list = { actions = { "Buy" } }, pay = { coordinator = "Pay", onFinish = "ended" } },
      }
      function Shop:start() self.router:startFlow "list" end
      function Shop:onBuy() self.router:navigate "pay" end
      function Shop:ended(result, reason) self.result = result and (result.error or result) or reason end
      application "Shop" { main = "Shop" }
      reachable "paid" (function(app) return app.main.result == "paid" end)
      reachable "offline" (function(app) return app.main.result == "offline" end)
      never "cancelled" (function(app) return app.main.result == "finished" end)
      explore { outcomes = { Pay = { "paid", { error = "offline" }, cancel = true } } }
      """)
    #expect(result.properties.prefix(3).map(\.answer) == [.holds, .holds, .violated])
    let violation = try #require(result.violations.first)
    #expect(
      violation.counterexample?.steps.map(\.lua) == [
        "app:tap(\"Buy\")", "app:coordinator(\"Pay\"):finishFlow()",
      ])
  }

  @Test(arguments: [
    "Pay = {}", "Pay = { cancel = false }", "Pay = { cancel = true, stop = true }", "Pay = 1",
  ])
  func `malformed outcomes are rejected`(outcomes: String) {
    let error = #expect(throws: ScriptError.self) {
      try explore(Self.app + "explore { outcomes = { \(outcomes) } }")
    }
    #expect(
      error?.message.contains(
        "expected a table of lists, keyed by coordinator type; a list can also contain `cancel = true`"
      )
        == true)
  }

  @Test func `a link that all its handlers decline is noted`() throws {
    let result = try explore(
      """
      local One = coordinator "One" {
        routes = { root = {} },
        links = { ["shop://:name"] = function(self, link) return link.name == "one" end },
      }
      function One:start() self.router:startFlow "root" end
      application "One" { main = "One" }
      explore { links = { "shop://one", "shop://two" } }
      """)
    #expect(result.notes == ["No state handles the link \"shop://two\"."])
  }

  @Test func `a link that no state handles is noted`() throws {
    let result = try explore(Self.app + "explore { links = { \"shop://typo\" } }")
    #expect(result.notes == ["No state handles the link \"shop://typo\"."])
    let cut = try fixture.explore(
      Self.app + "explore { links = { \"shop://typo\" } }", isStopped: { true })
    #expect(cut.notes == ["No explored state has handled the link \"shop://typo\"."])
  }

  @Test func `a field that holds a function of the host is noted`() throws {
    let result = try explore(
      """
      local Wait = coordinator "Wait" { routes = { root = {} } }
      function Wait:start() self.cancel = after("5s", function() end) self.router:startFlow "root" end
      application "Wait" { main = "Wait" }
      \(Self.idle)
      """)
    #expect(
      result.notes == [
        "Coroutines, host functions and tables as keys are not compared, so states that differ only "
          + "in them count as one."
      ])
  }

  @Test func `a handler that raises is reported with its line and its path`() throws {
    let result = try explore(
      """
      local Bad = coordinator "Bad" { routes = { root = { actions = { "Fine", "Fail" } }, next = {} } }
      function Bad:start() self.router:startFlow "root" end
      function Bad:onFine() self.router:navigate "next" end
      function Bad:onFail() error "no network" end
      application "Bad" { main = "Bad" }
      explore { ignore = { "deadEnds" } }
      """)
    let property = try #require(result.violations.first)
    #expect(property.title == "no handler raises an error")
    #expect(property.counterexample?.finding == "no network")
    #expect(property.counterexample?.location?.line == 4)
    #expect(property.counterexample?.steps.map(\.lua) == ["app:tap(\"Fail\")"])
  }

  @Test func `a coordinator that is created and never attached is a leak`() throws {
    let result = try explore(
      """
      local Child = coordinator "Child" { routes = { root = {} } }
      local Main = coordinator "Main" { routes = { root = { actions = { "Go" } } } }
      function Main:start() self.router:startFlow "root" end
      function Main:onGo() if not self.made then self.made = Child:new {} end end
      application "Main" { main = "Main" }
      explore { ignore = { "deadEnds", "routes", "traps" } }
      """)
    #expect(result.violations.map(\.title) == ["nothing stays alive after it has been removed"])
    #expect(
      result.violations.first?.counterexample?.finding
        == "Child is still retained by engine, script")
  }

  // MARK: - Mistakes

  private static let app = """
    local One = coordinator "One" { routes = { root = { actions = { "Go" } } } }
    function One:start() self.router:startFlow "root" end
    function One:onGo() end
    application "One" { main = "One" }

    """

  @Test(arguments: [
    (
      "always \"x\" (3)",
      "badArgument: always \"x\": got 3, expected function(app) … end or a table such as { front = \"catalog\" }"
    ),
    (
      "always(3, {})",
      "badArgument: always: got 3, expected a name: always \"name\" (function(app) … end)"
    ),
    ("never \"x\" { frnt = 1 }", "unknownMatcher: never \"x\" has no matcher \"frnt\""),
    (
      "always \"x\" { front = \"a\" } never \"x\" { front = \"b\" }",
      "badArgument: never \"x\": a property with this name is already declared in test.properties.lua:5"
    ),
    (
      "within(0, \"x\", {})",
      "badArgument: within: got 0, expected the number of actions, 1 or more"
    ),
    (
      "within(2, \"x\", { when = { front = \"a\" } })",
      "badArgument: within \"x\": requires both `when` and `reach`"
    ),
    ("explore { depth = 3 }", "badArgument: explore has no key \"depth\""),
    ("explore { maxDepth = 0 }", "badArgument: explore: maxDepth is 0, expected a number from 1"),
    (
      "explore { ignore = { \"trap\" } }",
      "badArgument: explore: ignore contains \"trap\", which is not a rule"
    ),
    (
      "explore {} explore {}",
      "badArgument: explore was already called in test.properties.lua:5"
    ),
    (
      "always \"x\"",
      "badArgument: always \"x\" has no condition"
    ),
    (
      "always \"x\" (function(app) app:tap \"Go\" return true end)",
      "always \"x\": notPure: the function of a property has changed the state; it must not change "
        + "the state"
    ),
    (
      "explore { actions = function(app) app:tap \"Go\" return {} end }",
      "notPure: the function `actions` has changed the state; it must not change the state"
    ),
    (
      "explore { view = function(app) app:tap \"Go\" return {} end }",
      "notPure: the function `view` has changed the state; it must not change the state"
    ),
    (
      "explore { actions = function() return 3 end }",
      "badArgument: explore: `actions` returned 3, expected a list of Lua statements such as { 'app:undo()' }"
    ),
    ("explore { view = function() return print end }", "badArgument: explore: `view` returned"),
    ("explore { start = 'error \"offline\"' }", "offline"),
    ("explore { start = 'app:launh()' }", "app has no"),
  ])
  func `a mistake in the file is an error that names the mistake`(source: String, message: String)
    throws
  {
    do {
      _ = try explore(Self.app + source)
      Issue.record("no error for \(source)")
    } catch let error as ScriptError {
      #expect(error.message.hasPrefix(message), "\(error.message)")
    }
  }

  @Test func `a file without an application is an error that states how to start one`() throws {
    do {
      _ = try explore("always \"x\" (function() return true end)")
      Issue.record("no error")
    } catch let error as ScriptError {
      #expect(error.message.contains("application"), "\(error)")
    }
  }

  @Test func `an action in an endless loop is a violation, and the exploration continues`() throws {
    let result = try explore(
      """
      local Loop = coordinator "Loop" { routes = { root = { actions = { "Hang", "Go" } }, next = {} } }
      function Loop:start() self.router:startFlow "root" end
      function Loop:onHang() while true do end end
      function Loop:onGo() self.router:navigate "next" end
      application "Loop" { main = "Loop" }
      """
    ) { $0.timeout = .seconds(3) }
    #expect(result.stateCount == 2)
    #expect(result.isExhaustive)
    #expect(result.violations.map(\.title) == ["no handler raises an error"])
    let example = try #require(result.violations.first?.counterexample)
    #expect(example.steps.map(\.lua) == ["app:tap(\"Hang\")"])
    #expect(example.finding == "timed out: the script ran longer than 3 s (`--timeout`)")
  }

  @Test func `a condition in an endless loop is a violation`() throws {
    let result = try explore(
      Self.app + "always \"quick\" (function(app) while true do end end)"
    ) { $0.timeout = .seconds(3) }
    #expect(result.violations.first?.title == "always \"quick\"")
    #expect(result.stateCount == 1)
  }

  @Test func `an error of actions after the first state keeps the results so far`() throws {
    let result = try explore(
      """
      local Two = coordinator "Two" { routes = { first = { actions = { "Go" } }, second = {} } }
      function Two:start() self.router:startFlow "first" end
      function Two:onGo() self.router:navigate "second" end
      application "Two" { main = "Two" }
      never "the second" { front = "second" }
      explore { actions = function(app) if app.front.name == "second" then error "no server" end end }
      """)
    #expect(result.cuts == [.error])
    #expect(result.failure?.message == "no server")
    #expect(result.failure?.location?.line == 6)
    #expect(result.violations.map(\.title) == ["never \"the second\""])
  }

  @Test func `an action that prints without end is a violation, and the exploration continues`()
    throws
  {
    let result = try explore(
      """
      local Loop = coordinator "Loop" { routes = { root = { actions = { "Print", "Go" } }, next = {} } }
      function Loop:start() self.router:startFlow "root" end
      function Loop:onPrint() while true do print(("x"):rep(1000)) end end
      function Loop:onGo() self.router:navigate "next" end
      application "Loop" { main = "Loop" }
      """
    ) { $0.timeout = .seconds(3) }
    #expect(result.stateCount == 2)
    #expect(
      result.violations.map(\.counterexample?.finding) == [
        "timed out: the script ran longer than 3 s (`--timeout`)"
      ])
  }

  @Test func `a screen that no coordinator declares is noted with the nearest name`() throws {
    let result = try explore(
      Self.app + """
        reachable "the end" { front = "rot" }
        never "nothing" { front = { "gone", id = 1 } }
        always "known" { front = "root" }
        """)
    #expect(
      result.notes == [
        "No coordinator declares the screen \"rot\" of reachable \"the end\"; did you mean \"root\"?",
        "No coordinator declares the screen \"gone\" of never \"nothing\"; known: \"root\".",
      ])
  }

  @Test func `all other names in conditions that nothing declares are noted, too`() throws {
    let result = try explore(
      Self.app + """
        reachable "a" { modal = { "rot", { "root", 1 }, any } }
        reachable "b" { stack = { "root", { "roto" }, match "^x" } }
        reachable "c" { coordinator = "Nope" }
        reachable "d" { layers = { "root", "shet" } }
        reachable "e" { top = "rot" }
        within(1, "f", { when = { coordinator = "x" }, reach = { coordinator = "Onee" } })
        """)
    #expect(
      result.notes == [
        "No coordinator declares the screen \"rot\" of reachable \"a\"; did you mean \"root\"?",
        "No coordinator declares the screen \"roto\" of reachable \"b\"; did you mean \"root\"?",
        "There is no coordinator \"Nope\" of reachable \"c\"; known: \"One\".",
        "There is no layer style \"shet\" of reachable \"d\"; did you mean \"sheet\"?",
        "No coordinator declares the screen \"rot\" of reachable \"e\"; did you mean \"root\"?",
        "There is no coordinator \"Onee\" of within(1) \"f\"; did you mean \"One\"?",
        "There is no coordinator \"x\" of within(1) \"f\"; known: \"One\".",
      ])
  }

  @Test func `an application that prints without end is explored`() throws {
    let result = try explore(
      Self.app
        + "local n = 0\nfunction One:onGo() end\napp:on('entry', function() print(('x'):rep(1000)) end)"
    )
    #expect(result.stateCount == 1)
  }
}

/// An application with random screens and transitions, and a Swift search through it.
private struct RandomMachine {
  let count: Int
  let targets: [[Int]]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 3...14, using: &generator)
    self.count = count
    targets = (0..<count).map { _ in
      Array(
        Set(
          (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            Int.random(in: 0..<count, using: &generator)
          })
      )
      .sorted()
    }
  }

  /// The application: the root is the current screen, and an action replaces it.
  var source: String {
    let routes = targets.enumerated().map { number, targets in
      let actions = targets.map {
        "{ \"to \($0)\", function(self) self.router:root(\"s\($0)\") end }"
      }
      return "s\(number) = { actions = { \(actions.joined(separator: ", ")) } }"
    }
    return """
      local Main = coordinator "Main" { routes = { \(routes.joined(separator: ", ")) } }
      function Main:start() self.router:startFlow "s0" end
      application "Random" { main = "Main" }
      never "the last" { front = "s\(count - 1)" }
      """
  }

  /// The distance of each screen that can be reached.
  var distances: [Int: Int] {
    var distances = [0: 0]
    var queue = [0]
    while !queue.isEmpty {
      let screen = queue.removeFirst()
      for target in targets[screen] where distances[target] == nil {
        distances[target] = (distances[screen] ?? 0) + 1
        queue.append(target)
      }
    }
    return distances
  }
}
