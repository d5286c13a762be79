import Signalbox
import SignalboxScenarios
import SignalboxScripting
import Testing

/// Repeats the paths of counterexamples from the start, and runs them as scenarios.
struct CounterexampleTests {
  private static let errors = "no handler raises an error"

  /// An application that is locked by the third login, although no state contains the number of
  /// logins.
  private static let login = """
    local tries = 0
    local App = coordinator "App" { routes = { home = { actions = { "Login" } } } }
    function App:start() self.router:startFlow "home" end
    function App:onLogin() tries = tries + 1 if tries == 3 then error "locked out" end end
    application "App" { main = "App" }
    """

  /// An application whose second game ends on another screen than the first game.
  private static let game = """
    local games = 0
    local Game = coordinator "Game" {
      routes = { menu = { actions = { "Play" } }, lost = { actions = { "Menu" } }, won = {} },
    }
    function Game:start() self.router:startFlow "menu" end
    function Game:onPlay()
      games = games + 1
      self.router:root(games == 2 and "won" or "lost")
    end
    function Game:onMenu() self.router:root "menu" end
    application "Game" { main = "Game" }
    never "a victory" { front = "won" }
    """

  @Test(arguments: [
    (login, errors, ["Login", "Login", "Login"]),
    (game, "never \"a victory\"", ["Play", "Menu", "Play"]),
  ])
  func `a violation that a walk has found is reported with a path that shows it`(
    source: String, title: String, labels: [String]
  ) throws {
    var fixture = ScenarioFixture()
    let result = try fixture.walk(source, RandomWalks.Plan(count: 10, seed: 1))
    let property = try #require(result.violations.first { $0.title == title })
    #expect(
      property.counterexample?.steps.map(\.lua) == labels.map { "app:tap(\"\($0)\")" })
    fixture.modules["app"] = source
    let report = ExplorationReport(result, of: "test.properties.lua")
    let scenario = try #require(report.scenario(of: property, requiring: "app"))
    #expect(try fixture.run(scenario).map(\.status) == [.failed])
  }
}
