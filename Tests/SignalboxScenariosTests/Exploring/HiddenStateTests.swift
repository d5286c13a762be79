import Testing

@testable import SignalboxScenarios

/// Explorations of applications in which captured variables, globals or modules decide about the
/// behavior of states that look the same.
struct HiddenStateTests {
  /// Explores a file in which errors, equal states and properties are checked.
  private func explore(
    _ source: String, view: String = "", modules: [String: String] = [:]
  ) throws -> ExplorationResult {
    var fixture = ScenarioFixture()
    fixture.modules.merge(modules) { $1 }
    return try fixture.explore(
      source + """

        explore {
          ignore = { "deadEnds", "routes", "traps", "leaks" }, cancelledSwipes = false, \(view)
        }
        """)
  }

  /// The violations with their paths, such as `equal states behave alike: Go, Back`.
  private func violations(_ result: ExplorationResult) -> [String] {
    result.violations.map { violation in
      let steps = violation.counterexample?.steps.map { step in
        step.lua.replacing("app:", with: "").replacing("\"", with: "")
      }
      return "\(violation.title): \((steps ?? []).joined(separator: ", "))"
    }
  }

  private static let login = """
    local Login = coordinator "Login" {
      routes = { home = { actions = { "Set", "Go" } }, next = { actions = { "Home" } }, bad = {} },
    }
    function Login:start() self.router:startFlow "home" end
    function Login:onHome() self.router:popToRoot() end
    application "Login" { main = "Login" }

    """

  @Test func `an error that only another value of a captured local reveals is found`() throws {
    let result = try explore(
      Self.login + """
        local isSet = false
        function Login:onSet() isSet = true end
        function Login:onGo() if isSet then error "broken" end end
        """)
    #expect(
      violations(result) == [
        "no handler raises an error: tap(Set), tap(Go)",
        "equal states behave alike: tap(Set), tap(Go)",
      ])
    #expect(
      result.violations[1].counterexample?.finding
        == "app:tap(\"Go\") behaves differently than after the shorter path to the same state; "
        + "these variables differ: local isSet of the function at test.properties.lua:8")
  }

  @Test func `an error after several equal actions is found`() throws {
    let result = try explore(
      Self.login + """
        local count = 0
        function Login:onSet() end
        function Login:onGo() count = count + 1 if count == 4 then error "locked out" end end
        """)
    #expect(
      violations(result) == [
        "no handler raises an error: tap(Go), tap(Go), tap(Go), tap(Go)",
        "equal states behave alike: tap(Go), tap(Go), tap(Go), tap(Go)",
      ])
    #expect(result.stateCount == 1)
  }

  @Test func `a state that only another value of a captured local reaches is explored`() throws {
    let result = try explore(
      Self.login + """
        local mode = 0
        function Login:onSet() mode = mode + 1 end
        function Login:onGo() self.router:navigate(mode == 2 and "bad" or "next") end
        never "bad" { front = "bad" }
        reachable "bad too" { front = "bad" }
        """)
    #expect(result.stateCount == 3)
    #expect(
      violations(result) == [
        "never \"bad\": tap(Set), tap(Set), tap(Go)",
        "equal states behave alike: tap(Set), tap(Set), tap(Go)",
      ])
  }

  @Test func `a property that depends on a table of a module is violated`() throws {
    let result = try explore(
      """
      local session = require "session"
      \(Self.login)
      function Login:onSet() session.user = "ada" end
      function Login:onGo() session.user = nil self.router:navigate "next" end
      always "nobody is signed in" (function() return session.user == nil end)
      """, modules: ["session": "return {}"])
    #expect(
      violations(result) == [
        "always \"nobody is signed in\": tap(Set)", "equal states behave alike: tap(Set)",
      ])
    #expect(
      result.violations[1].counterexample?.finding.hasPrefix(
        "the values of the properties differ from those after the shorter path to the same state")
        == true)
  }

  @Test func `states with equal views are compared although they differ`() throws {
    let result = try explore(
      Self.login + """
        function Login:onSet() self.isSet = true end
        function Login:onGo() self.router:navigate(self.isSet and "bad" or "next") end
        """, view: "view = function(app) return app.front.name end")
    #expect(violations(result) == ["equal states behave alike: tap(Set), tap(Go)"])
    #expect(
      result.violations.first?.counterexample?.finding.hasSuffix(
        "these variables differ: a part of the state that `view` leaves out") == true)
  }

  @Test func `an exploration with a view returns to the state after an action that the view omits`()
    throws
  {
    let result = try explore(
      Self.login + """
        function Login:onSet() end
        function Login:onGo() self.router:navigate "next" end
        """, view: "view = function(app) return {} end")
    #expect(violations(result).filter { $0.hasPrefix("no handler") } == [])
  }

  @Test func `variables with many values are compared for the first of them, and a note says so`()
    throws
  {
    let result = try explore(
      Self.login + """
        local count = 0
        function Login:onSet() count = count + 1 end
        function Login:onGo() self.router:navigate "next" end
        """)
    #expect(violations(result) == [])
    #expect(
      result.notes == [
        "In some states, captured variables, globals or random numbers had more than 9 values; states "
          + "were compared with the first 9."
      ])
  }

  private static let randomNote =
    "Scripts use `math.random`, and the exploration tries only one sequence of random numbers; with "
    + "other numbers, actions can lead to other states."

  @Test func `an action whose effect depends on random numbers is found`() throws {
    let result = try explore(
      Self.login + """
        function Login:onSet() end
        function Login:onGo() self.router:navigate(math.random(2) == 1 and "next" or "bad") end
        """)
    #expect(violations(result) == ["equal states behave alike: tap(Go), back(), tap(Go)"])
    #expect(
      result.violations[0].counterexample?.finding
        == "app:tap(\"Go\") behaves differently than after the shorter path to the same state; "
        + "these variables differ: the numbers of math.random")
    #expect(result.notes.first == Self.randomNote)
  }

  @Test(arguments: [
    ("local first = math.random(2)", "", [randomNote]),
    ("", "start = 'math.random() app:launch()'", [randomNote]),
    ("", "", []),
  ])
  func `a note says whether only one sequence of random numbers was tried`(
    source: String, setting: String, notes: [String]
  ) throws {
    let result = try explore(
      Self.login + "function Login:onSet() end function Login:onGo() end\n" + source + "\n",
      view: setting)
    #expect(violations(result) == [])
    #expect(result.notes == notes)
  }
}
