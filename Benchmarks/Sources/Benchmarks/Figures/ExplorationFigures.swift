import CBaseline
import Foundation
import Signalbox
import SignalboxScenarios
import SignalboxScripting

/// Explorations of applications with scripts, and the native exploration in comparison with spin.
struct ExplorationFigures {
  static let names = ["shop", "shopstate", "shoptwo", "bugs", "statebytes", "spin", "W8spin"]

  /// The folder of the repository.
  let root: String?
  let iterations: Int

  func measure(_ wanted: Set<String>) throws -> [Measurement] {
    guard !wanted.isDisjoint(with: Self.names) else { return [] }
    var found: [Measurement] = []
    if let root { found += try measure(wanted, in: root) }
    if wanted.contains("statebytes") { found.append(try stateBytes()) }
    if !wanted.isDisjoint(with: ["spin", "W8spin"]) { found += try spin() }
    return found
  }

  private func measure(_ wanted: Set<String>, in root: String) throws -> [Measurement] {
    var found: [Measurement] = []
    let shop = "\(root)/examples/shop/shop.properties.lua"
    if wanted.contains("shop") {
      found.append(
        Measurement(
          figure: "shop", unit: "ms", summary: "every path of examples/shop, with its properties",
          goal: 1_000, try (0..<iterations).map { _ in try explore(shop).milliseconds }))
    }
    if wanted.contains("shopstate") {
      let runs = try (0..<iterations).map { _ in try explore(shop, depth: Self.depth) }
      found.append(
        Measurement(
          figure: "shopstate", unit: "ns",
          summary:
            "a state of the same exploration up to depth \(Self.depth) "
            + "(goal: 200,000 states a second)",
          goal: 5_000,
          runs.map { $0.milliseconds * 1e6 / Double($0.result.stateCount) }))
    }
    if wanted.contains("shoptwo") {
      let ratios = try (0..<iterations).map { _ in
        let one = try explore(shop, depth: Self.depth).milliseconds
        return try explore(shop, depth: Self.depth, workers: 2).milliseconds / one
      }
      found.append(
        Measurement(
          figure: "shoptwo", unit: "",
          summary:
            "the time with two sessions, as a fraction of the time with one "
            + "(goal: 1.7 times as fast)",
          goal: 1 / 1.7, ratios))
    }
    if wanted.contains("bugs") {
      found.append(
        Measurement(
          figure: "bugs", unit: "ms",
          summary: "the slowest exploration of six applications with a planted bug", goal: 1_000,
          try (0..<iterations).map { _ in try slowestBug(in: root) }))
    }
    return found
  }

  // MARK: - Applications with scripts

  /// The depth at which the shop has enough states to measure the time of one.
  private static let depth = 11

  private struct Run {
    let result: ExplorationResult
    let milliseconds: Double
  }

  /// Explores a file with properties in new sessions.
  private func explore(
    _ path: String, depth: Int? = nil, workers: Int = 0
  ) throws -> Run {
    let start = baseline_wall_time()
    let source = Array(try Data(contentsOf: URL(filePath: path)))
    let result = try explorer(source, path, depth: depth, workers: workers).run()
    return Run(result: result, milliseconds: Double(baseline_wall_time() - start) / 1e6)
  }

  private func explorer(
    _ source: [UInt8], _ path: String, depth: Int? = nil, maxStates: Int? = nil, workers: Int = 0
  ) throws -> Explorer {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let file = ScenarioFile(path: path, source: source)
    let sources = SourceCache()
    sources[path] = source
    var bounds = Explorer.Bounds()
    (bounds.depth, bounds.states) = (depth, maxStates)
    let explorer = try Explorer(file, bounds, source: Sessions(folder: folder), sources: sources)
    if workers > 0 {
      explorer.workers = ExplorationWorkers(
        workers, of: file, timeout: bounds.timeout, isStopped: { false },
        makeSource: { Sessions(folder: folder) })
    }
    return explorer
  }

  /// Returns the milliseconds of the slowest exploration of an application with a planted bug.
  ///
  /// - Throws: An error if a bug is not found with the path that its file contains.
  private func slowestBug(in root: String) throws -> Double {
    let folder = URL(filePath: "\(root)/Tests/SignalboxScenariosTests/PlantedBugs")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    guard files.count == 6 else { throw BenchmarkError("bugs: \(folder.path): expected six files") }
    return try files.map { name in
      let path = folder.appending(path: name).path
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      let title = lines[1].trimmingPrefix("-- violates: ")
      let steps = lines.dropFirst(2).prefix { $0.prefixMatch(of: #/-- [0-9]+: /#) != nil }
      let run = try explore(path)
      let found = run.result.violations.first { $0.title == title }
      guard found?.counterexample?.steps.count == steps.count else {
        throw BenchmarkError("bugs: \(name): expected a path with \(steps.count) actions")
      }
      return run.milliseconds
    }.max() ?? 0
  }

  /// Returns the bytes of the heap that another state needs.
  private func stateBytes() throws -> Measurement {
    // Both numbers are between two doublings of the index, so the figure is neither the best nor the
    // worst case.
    let (few, many) = (12_000, 48_000)
    let heaps = try [few, many].map { count in
      let explorer = try explorer(Array(Self.tabs.utf8), "tabs.lua", maxStates: count)
      guard try explorer.run().stateCount > count else {
        throw BenchmarkError("statebytes: the application has too few states")
      }
      return withExtendedLifetime(explorer) { Double(baseline_heap()) }
    }
    return Measurement(
      figure: "statebytes", unit: "bytes",
      summary:
        "memory of a state with its transitions in the exploration of W8's application in Lua",
      goal: 64, [(heaps[1] - heaps[0]) / Double(many - few)])
  }

  /// The application of W8 in Lua.
  private static let tabs = """
    local routes = { root = {} , modal = { style = "sheet" } }
    for number = 0, 4 do routes["screen" .. number] = {} end
    local Page = coordinator "Page" { routes = routes }
    function Page:start() self.router:startFlow "root" end
    tabs "Tabs" { pages = {
      { id = "t0", coordinator = "Page" }, { id = "t1", coordinator = "Page" },
      { id = "t2", coordinator = "Page" },
    } }
    application "Tabs" { main = "Tabs" }
    explore {
      cancelledSwipes = false,
      ignore = { "errors", "leaks", "deadEnds", "traps", "routes", "determinism" },
      actions = function(app)
        if #app:layers() > 1 then return {} end
        local actions = { 'app.top.router:navigate "modal"' }
        if #app:stack() < 3 then
          for number = 0, 4 do
            actions[#actions + 1] = ('app.top.router:navigate "screen%d"'):format(number)
          end
        end
        return actions
      end,
    }
    """

  /// Sessions that are reset, with the modules of a folder.
  private struct Sessions: ScenarioSessionSource {
    let folder: String

    func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
      var configuration = ScriptConfiguration(modules: Modules(folder))
      configuration.isReused = isReused
      return try ScriptSession(configuration)
    }

    func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool {
      session.reset(modules: Modules(folder))
    }
  }

  private final class Modules: ModuleSource {
    private let folder: String

    init(_ folder: String) { self.folder = folder }

    func module(named name: String) -> ScriptModule? {
      let path = "\(folder)/\(name.replacing(".", with: "/")).lua"
      guard let source = FileManager.default.contents(atPath: path) else { return nil }
      return ScriptModule(path: path, source: Array(source))
    }

    func searched(for name: String) -> [String] { [folder] }
  }

  // MARK: - Spin

  /// Returns the time of spin for each state of W8, and the time of the engine as a multiple of it.
  ///
  /// - Throws: An error if spin counts other states or transitions, or is not installed.
  private func spin() throws -> [Measurement] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "spin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.promela.utf8).write(to: folder.appending(path: "model.pml"))
    // Spin must not remove variables that the model never reads (-o2).
    _ = try shell(
      "spin -o2 -a model.pml && cc -O2 -DSAFETY -DNOREDUCE -w -o pan pan.c", in: folder)
    let exploration = try Exploration(.init(), by: .checkpoint)
    var (theirs, ours) = ([Double](), [Double]())
    for _ in 0..<iterations {
      theirs.append(try shell("./pan -n -m1000000 >counts", in: folder))
      let start = baseline_wall_time()
      let states = try exploration.run(ExplorationState.count)
      ours.append(Double(baseline_wall_time() - start) / 1e6)
      let counts = try String(
        contentsOf: folder.appending(path: "counts"), encoding: .utf8)
      let found = [
        number(before: "states, stored", counts), number(before: "transitions (=", counts),
      ]
      // Spin counts the first state as a transition, too.
      guard found == [Int(states), exploration.transitionCount + 1] else {
        throw BenchmarkError(
          "spin: counted \(found), expected \(Int(states)) states and "
            + "\(exploration.transitionCount + 1) transitions")
      }
    }
    let count = Double(ExplorationState.count)
    return [
      Measurement(
        figure: "spin", unit: "ns", summary: "a state of W8 in a search with spin", goal: nil,
        theirs.map { $0 * 1e6 / count }),
      Measurement(
        figure: "W8spin", unit: "", summary: "W8, as a multiple of the time of spin", goal: nil,
        zip(ours, theirs).map { $0 / $1 }),
    ]
  }

  /// Returns the milliseconds that a shell command takes.
  private func shell(_ command: String, in folder: URL) throws -> Double {
    try Figures.spawn(["/bin/sh", "-c", command], in: folder.path)
  }

  private func number(before words: String, _ text: String) -> Int? {
    text.split(separator: "\n").first { $0.contains(words) }
      .flatMap { $0.split(separator: " ").first }.flatMap { Int($0) }
  }

  /// The application of W8 in Promela.
  private static var promela: String {
    let here = "!modal && second[tab] == 0"
    let pushes = (1...5).map { screen in
      """
      :: d_step { \(here) ->
           if :: first[tab] == 0 -> first[tab] = \(screen) :: else -> second[tab] = \(screen) fi }
      """
    }
    let selections = (0..<3).map { ":: d_step { !modal && tab != \($0) -> tab = \($0) }" }
    return """
      byte tab; byte first[3]; byte second[3]; bool modal;
      active proctype App() {
        do
        \(pushes.joined(separator: "\n"))
        :: d_step { !modal && first[tab] > 0 ->
             if :: second[tab] > 0 -> second[tab] = 0 :: else -> first[tab] = 0 fi }
        \(selections.joined(separator: "\n"))
        :: d_step { !modal -> modal = true }
        :: d_step { modal -> modal = false }
        od
      }
      """
  }
}
