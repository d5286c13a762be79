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

  /// A module whose value is the number of times that it was loaded.
  private final class Server: ModuleSource {
    private var loads = 0

    func module(named name: String) throws(ScriptError) -> ScriptModule? {
      loads += 1
      return ScriptModule(path: "\(name).lua", source: Array("return \(loads)".utf8))
    }

    func searched(for name: String) -> [String] { [] }
  }

  /// Sessions that share a server.
  private struct Sessions: ScenarioSessionSource {
    let server = Server()

    func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
      var configuration = ScriptConfiguration(memoryLimit: 64 << 20, modules: server)
      configuration.isReused = isReused
      return try ScriptSession(configuration)
    }

    func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool {
      session.reset(modules: server)
    }
  }

  /// An application whose first request to the server fails.
  private static let client = """
    local Client = coordinator "Client" { routes = { home = { actions = { "Load" } } } }
    function Client:start() self.router:startFlow "home" end
    function Client:onLoad() if require "server" == 1 then error "no server" end end
    application "Client" { main = "Client" }
    """

  private func explore() throws -> ExplorationResult {
    try Explorer(
      ScenarioFixture().file(Self.client), source: Sessions(), sources: SourceCache()
    ).run()
  }

  private func walk() throws -> ExplorationResult {
    try RandomWalks(
      ScenarioFixture().file(Self.client), RandomWalks.Plan(count: 2, seed: 1), Explorer.Bounds(),
      source: Sessions(), sources: SourceCache()
    ).run()
  }

  @Test func `a violation that its repeated path does not show is reported without a scenario`()
    throws
  {
    for result in [try explore(), try walk()] {
      let property = try #require(result.violations.first { $0.title == Self.errors })
      #expect(property.counterexample?.steps.map(\.lua) == ["app:tap(\"Load\")"])
      #expect(
        property.counterexample?.finding
          == "no server; repeating the path from the start does not show this, so it depends on "
          + "something that is not part of the state")
      let report = ExplorationReport(result, of: "test.properties.lua")
      #expect(report.scenario(of: property, requiring: "app") == nil)
    }
  }
}
