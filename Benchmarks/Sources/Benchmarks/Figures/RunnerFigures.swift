import Foundation

/// Whole runs of ten thousand scenarios, compared with other test runners. The figures are the wall
/// times of processes that find the tests, run each of them, and write JUnit XML.
struct RunnerFigures {
  let tool: String
  let iterations: Int

  static let names = ["runs", "run1", "runops", "runmem", "runpeers", "runplugins", "runeach"]

  private static let count = 10_000
  private static let perFile = 10

  func measure(_ wanted: Set<String>) throws -> [Measurement] {
    guard !wanted.isDisjoint(with: Self.names) else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let many = try suites(in: folder.appending(path: "many"), perFile: Self.perFile)
    var found: [Measurement] = []
    if !wanted.isDisjoint(with: ["runs", "runmem", "runpeers"]) {
      var peaks: [Int64] = []
      let times = try (0..<iterations).map { _ in
        var peak: Int64 = 0
        defer { peaks.append(peak) }
        return try run(many, peak: &peak)
      }
      guard let peak = peaks.max(), peak > 0 else {
        throw BenchmarkError(
          "runmem: this process has held more memory than the runs that it measures")
      }
      found.append(
        Measurement(
          figure: "runs", unit: "ms", summary: "10,000 trivial scenarios in 1,000 files", goal: 400,
          times))
      found.append(
        Measurement(
          figure: "runmem", unit: "MB", summary: "the most memory that it held", goal: 40,
          [Double(peak) / 1e6]))
      if wanted.contains("runpeers") { found += try peers(many, ours: Statistics(times).median) }
    }
    if wanted.contains("run1") {
      let one = try suites(in: folder.appending(path: "one"), perFile: Self.count)
      found.append(
        Measurement(
          figure: "run1", unit: "ms", summary: "10,000 trivial scenarios in one file", goal: 400,
          try (0..<iterations).map { _ in try run(one) }))
    }
    if wanted.contains("runops") {
      let busy = try busySuites(in: folder.appending(path: "busy"))
      found.append(
        Measurement(
          figure: "runops", unit: "ms",
          summary: "10,000 scenarios of 20 operations and 5 expectations in 1,000 files", goal: nil,
          try (0..<iterations).map { _ in try run(busy) }))
    }
    if wanted.contains("runeach") {
      let rows = try rowSuite(in: folder.appending(path: "rows"))
      found.append(
        Measurement(
          figure: "runeach", unit: "ms", summary: "10,000 rows of one scenario with each",
          goal: 1_200, try (0..<iterations).map { _ in try run(rows) }))
    }
    if wanted.contains("runplugins") {
      let some = try suites(in: folder.appending(path: "some"), perFile: Self.perFile)
      // The runs alternate, so that each ratio is computed from consecutive runs.
      let ratios = try (0..<iterations).map { _ in
        let without = try run(some)
        return try run(some, plugins: Self.plugins) / without
      }
      found.append(
        Measurement(
          figure: "runplugins", unit: "",
          summary: "10,000 trivial scenarios with five plugins, as a multiple of those without",
          goal: 3,
          ratios))
    }
    return found
  }

  /// The bundled plugins.
  private static let plugins = ["activelink", "deeplink", "instructor", "steps", "stinsen"]

  private func run(_ folder: URL, plugins: [String]) throws -> Double {
    try Figures.spawn(
      [tool, "test", "--reporter", "junit=out.xml", "--reporter", "dot"]
        + plugins.flatMap { ["--plugin", $0] }, in: folder.path)
  }

  private func run(_ folder: URL, peak: UnsafeMutablePointer<Int64>? = nil) throws -> Double {
    try Figures.spawn(
      [tool, "test", "--reporter", "junit=out.xml", "--reporter", "dot"], in: folder.path,
      peak: peak)
  }

  // MARK: - Peers

  /// A test runner and the folder in which it finds its tests.
  private struct Peer {
    let name: String
    let command: [String]
    let ending: String
    let test: @Sendable (Int) -> String
    var head = ""
    var tail = ""
  }

  private static let peers = [
    Peer(
      name: "busted",
      command: ["busted", "--pattern=_spec", "--output=junit", "-Xoutput", "o.xml", "."],
      ending: "_spec.lua",
      test: { "  it(\"trivial \($0)\", function() assert(\($0) == \($0)) end)\n" },
      head: "describe(\"all\", function()\n", tail: "end)\n"),
    Peer(
      name: "pytest",
      command: [
        "python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junitxml=o.xml", ".",
      ],
      ending: "_test.py", test: { "def test_\($0)():\n    assert \($0) == \($0)\n" }),
    Peer(
      name: "node",
      command: [
        "sh", "-c",
        "find . -name '*.test.js' | xargs node --test --test-reporter=junit "
          + "--test-reporter-destination=o.xml",
      ],
      ending: ".test.js",
      test: { "test('trivial \($0)', () => { assert.ok(\($0) === \($0)) })\n" },
      head: "const test = require('node:test'); const assert = require('node:assert')\n"),
  ]

  /// Returns the time of each installed peer, and the ratio of Signalbox to the fastest peer.
  private func peers(_ ours: URL, ours time: Double) throws -> [Measurement] {
    var found: [Measurement] = []
    for peer in Self.peers {
      let folder = ours.deletingLastPathComponent().appending(path: peer.name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for file in 0..<Self.count / Self.perFile {
        let tests = (0..<Self.perFile).map { peer.test(file * Self.perFile + $0) }
        try write(
          peer.head + tests.joined() + peer.tail,
          to: folder.appending(path: "f\(file)\(peer.ending)"))
      }
      guard let time = try? Figures.spawn(peer.command, in: folder.path) else { continue }
      found.append(
        Measurement(
          figure: peer.name, unit: "ms", summary: "the same with \(peer.name)", goal: nil, [time]))
    }
    let fastest = found.compactMap { $0.own?.first }.min()
    guard let fastest else { throw BenchmarkError("no other runner is installed") }
    return found + [
      Measurement(
        figure: "runpeers", unit: "", summary: "ours, as a part of the fastest of them", goal: 0.1,
        [time / fastest])
    ]
  }

  // MARK: - Files

  private func suites(in folder: URL, perFile: Int) throws -> URL {
    try files(in: folder, perFile: perFile) { number in
      "scenario \"trivial \(number)\" { function() assert(\(number) == \(number)) end }\n"
    }
  }

  /// Writes one scenario with ten thousand rows.
  private func rowSuite(in folder: URL) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = """
      local rows = {}
      for number = 1, \(Self.count) do rows[number] = { number } end
      each(rows):scenario "row %s" { function(app, number) assert(number == number) end }

      """
    try write(text, to: folder.appending(path: "rows.scenario.lua"))
    return folder
  }

  /// Writes scenarios with tabs. Each scenario has its own tree, as in typical projects.
  private func busySuites(in folder: URL) throws -> URL {
    let app = """
      for tab = 1, 3 do
        local Tab = coordinator("Tab" .. tab) {
          routes = {
            home = { title = "Home" }, list = { title = "List" },
            detail = { title = "Detail", args = { id = "integer" } },
          },
        }
        function Tab:start() self.router:startFlow "home" end
      end
      tabs "Main" {
        pages = {
          { id = "one", coordinator = "Tab1" }, { id = "two", coordinator = "Tab2" },
          { id = "three", coordinator = "Tab3" },
        },
      }
      application "Bench" { main = "Main" }
      """
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(app, to: folder.appending(path: "app.lua"))
    let body = """
        app:launch()
        for tab, page in ipairs { "one", "two", "three" } do
          app:tapTab(page)
          local router = app.top.router
          router:navigate "list"
          router:navigate("detail", { id = tab })
          app:expect { tab = page, stack = { "home", "list", "detail" } }
          router:pop()
          router:navigate("detail", { id = tab + 1 })
          router:popToRoot()
        end
        app:back()
        app:expect { stack = { "home" } }
        app:expect { tab = "three" }
      """
    return try files(in: folder, perFile: Self.perFile, head: "require \"app\"\n") { number in
      "scenario \"busy \(number)\" { function(app)\n\(body)\n  end }\n"
    }
  }

  private func files(
    in folder: URL, perFile: Int, head: String = "", scenario: (Int) -> String
  ) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in 0..<Self.count / perFile {
      let scenarios = (0..<perFile).map { scenario(file * perFile + $0) }
      try write(head + scenarios.joined(), to: folder.appending(path: "f\(file).scenario.lua"))
    }
    return folder
  }

  private func write(_ text: String, to file: URL) throws { try Data(text.utf8).write(to: file) }
}
