import SignalboxScenarios
import SignalboxScripting

/// Runs scenarios from strings in memory.
struct ScenarioFixture {
  var settings = RunSettings()
  var memoryLimit = 64 << 20
  var snapshots = Snapshots()
  var modules = ["shop": ScenarioFixture.shop]

  /// Snapshots in memory.
  final class Snapshots: SnapshotStore {
    var texts: [String: String] = [:]

    func read(_ path: SnapshotPath) throws(ScriptError) -> String? { texts["\(path)"] }
    func write(_ text: String, to path: SnapshotPath) throws(ScriptError) {
      texts["\(path)"] = text
    }
  }

  private final class Modules: ModuleSource {
    private let sources: [String: String]

    init(_ sources: [String: String]) { self.sources = sources }

    func module(named name: String) throws(ScriptError) -> ScriptModule? {
      sources[name].map { ScriptModule(path: "\(name).lua", source: Array($0.utf8)) }
    }

    func searched(for name: String) -> [String] { ["\(name).lua"] }
  }

  var runner: ScenarioRunner { runner() }

  func runner(keeping traces: (any TraceStore)? = nil) -> ScenarioRunner {
    ScenarioRunner(
      settings, snapshots: snapshots, traces: traces,
      Sessions(memoryLimit: memoryLimit, modules: Modules(modules)))
  }

  /// Explores the properties in a string.
  ///
  /// - Parameter change: Changes the bounds.
  func explore(
    _ source: String, isStopped: @escaping () -> Bool = { false },
    _ change: (inout Explorer.Bounds) -> Void = { _ in }
  ) throws -> ExplorationResult {
    var bounds = Explorer.Bounds()
    change(&bounds)
    return try explorer(source, bounds, isStopped: isStopped).run()
  }

  /// Loads the properties in a string for exploration.
  ///
  /// - Parameter workers: The number of additional sessions, or 0 for none.
  func explorer(
    _ source: String, _ bounds: Explorer.Bounds = Explorer.Bounds(), workers: Int = 0,
    isStopped: @escaping () -> Bool = { false },
    noting note: @escaping (Explorer.Progress) -> Void = { _ in }
  ) throws -> Explorer {
    let (file, sources) = explored(source)
    let explorer = try Explorer(
      file, bounds, source: Sessions(memoryLimit: memoryLimit, modules: Modules(modules)),
      sources: sources, isStopped: isStopped, noting: note)
    if workers > 0 {
      explorer.workers = ExplorationWorkers(
        workers, of: file, timeout: bounds.timeout, isStopped: { false }
      ) { [memoryLimit, modules] in
        Sessions(memoryLimit: memoryLimit, modules: Modules(modules))
      }
    }
    return explorer
  }

  /// Explores the properties in a string on random paths.
  func walk(
    _ source: String, _ plan: RandomWalks.Plan, keepsTraces: Bool = false,
    isStopped: @escaping () -> Bool = { false }, _ bounds: Explorer.Bounds = Explorer.Bounds()
  ) throws -> ExplorationResult {
    let walks = try walks(source, plan, bounds, isStopped: isStopped)
    walks.keepsTraces = keepsTraces
    return try walks.run()
  }

  /// Loads a string with properties for random walks.
  func walks(
    _ source: String, _ plan: RandomWalks.Plan, _ bounds: Explorer.Bounds = Explorer.Bounds(),
    isStopped: @escaping () -> Bool = { false }
  ) throws -> RandomWalks {
    let (file, sources) = explored(source)
    let walks = try RandomWalks(
      file, plan, bounds, source: Sessions(memoryLimit: memoryLimit, modules: Modules(modules)),
      sources: sources, isStopped: isStopped)
    walks.findsPairs = true
    return walks
  }

  private func explored(_ source: String) -> (ScenarioFile, SourceCache) {
    let file = file(source, "test.properties.lua")
    let sources = SourceCache()
    sources[file.path] = file.source
    return (file, sources)
  }

  /// Reusable sessions, like the sessions of the command line.
  private struct Sessions: ScenarioSessionSource {
    let memoryLimit: Int
    let modules: Modules

    func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
      var configuration = ScriptConfiguration(memoryLimit: memoryLimit, modules: modules)
      configuration.isReused = isReused
      return try ScriptSession(configuration)
    }

    func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool {
      session.reset(modules: modules)
    }
  }

  func file(_ source: String, _ path: String = "test.scenario.lua") -> ScenarioFile {
    ScenarioFile(path: path, source: Array(source.utf8))
  }

  /// The scenarios in a string.
  func scenarios(_ source: String) throws -> [ScenarioDescription] {
    try runner.scenarios(of: file(source))
  }

  /// Returns the error that occurs when a string is loaded.
  func rejection(of source: String) -> String {
    do throws(ScriptError) {
      _ = try runner.scenarios(of: file(source))
      return "no error"
    } catch {
      return error.description
    }
  }

  /// Runs all scenarios in a string, in order.
  func run(_ source: String) throws -> [ScenarioResult] {
    let file = file(source)
    return try runner.scenarios(of: file).map { runner.run($0, of: file) }
  }

  /// Returns the failures of the only scenario in a string, one line each.
  func failures(of body: String) throws -> [String] {
    let source = "require \"shop\"\nscenario \"it\" { function(app)\n\(body)\nend }"
    return try run(source).flatMap(\.failures).map { "\($0.kind.rawValue) \($0.error.description)" }
  }

  /// A shop with a sheet.
  static let shop = """
    local Checkout = coordinator "Checkout" {
      routes = { address = { title = "Address", actions = { "Next" } }, payment = {} },
    }
    function Checkout:start() self.router:startFlow("address") end
    function Checkout:onNext() self.router:finishFlow({ paid = true }) end

    local Shop = coordinator "Shop" {
      routes = {
        catalog = { title = "Catalog", actions = { "Cellar" } },
        product = {
          title = function(args) return "Product " .. args.id end,
          args = { id = "integer" }, actions = { "Buy" },
        },
        checkout = { coordinator = "Checkout" },
      },
      links = { ["shop://product/:id"] = function(self, link)
        self.router:navigate("product", { id = link.id })
      end },
    }
    function Shop:start() self.router:startFlow("catalog") end
    function Shop:onBuy() self.router:navigate("checkout") end
    function Shop:onCellar() self.router:navigate("cellar") end
    application "Shop demo" { main = "Shop" }
    """
}
