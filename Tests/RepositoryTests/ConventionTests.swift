import Testing

@Suite struct ConventionTests {
  private func findings(
    _ rule: Convention, _ text: String, path: String = "Sources/Signalbox/Sample.swift"
  ) -> [String] {
    rule.findings(SourceFile(path: path, text: text)).map(\.description)
  }

  private static func ownFiles() throws -> [SourceFile] {
    try Repository.sources()
      + Repository.files(under: "Sources", extensions: ["c", "h", "lua"])
      + Repository.files(under: "Tests", extensions: ["swift", "c", "h"])
      + scripts()
  }

  private static func scripts() throws -> [SourceFile] {
    try Repository.files(under: "scripts", extensions: [""])
      + Repository.files(under: "packaging", extensions: [""]) + [Repository.file(".ci/run")]
  }

  // MARK: - The repository

  @Test func `no C or Lua file is longer than 400 lines`() throws {
    let files = try Self.ownFiles()
    #expect(files.flatMap(Convention.length.findings) == [])
  }

  @Test func `comments about open work name an issue`() throws {
    let files = try Self.ownFiles()
    #expect(files.flatMap(Convention.unfinished.findings) == [])
  }

  @Test func `unsafe code is used only in LuaRuntime and in the storage of the engine`() throws {
    let files = try Repository.sources()
    #expect(files.flatMap(Convention.unsafeCode.findings) == [])
  }

  @Test func `the engine does not import Foundation`() throws {
    let files = try Repository.sources()
    #expect(files.flatMap(Convention.foundation.findings) == [])
  }

  @Test
  func `API newer than iOS 16 and macOS 13 is used only in code that is marked as available there`()
    throws
  {
    let files =
      try Repository.sources()
      + Repository.files(under: "Tests", extensions: ["swift"])
    #expect(files.flatMap(Convention.newerAPI.findings) == [])
  }

  @Test func `public declarations use Duration for times`() throws {
    let files = try Repository.sources()
    #expect(files.flatMap(Convention.times.findings) == [])
    #expect(
      findings(
        .times,
        """
        public func wait(milliseconds: Int) {}
        public var timeout: Double
        public var timeout: Duration
        func wait(seconds: Int) {}
        """) == [
          "Sources/Signalbox/Sample.swift:1: milliseconds: Int is public; its type must be Duration",
          "Sources/Signalbox/Sample.swift:2: timeout: Double is public; its type must be Duration",
        ])
  }

  @Test func `a comment next to every trap states the reason`() throws {
    let files = try Repository.sources()
    #expect(files.flatMap(Convention.traps.findings) == [])
  }

  @Test func `code that disables a check or forces inlining names its benchmark`() throws {
    let files = try Repository.sources()
    #expect(files.flatMap(Convention.benchmarks.findings) == [])
  }

  @Test func `comments name only benchmarks that the page of figures describes`() throws {
    let page = try Repository.file("docs/performance.md").text
    let described = Set(page.matches(of: #/(?m)^\| (\w+) +\| /#).map { String($0.output.1) })
    let named = try Repository.sources().flatMap { file in
      file.text.matches(of: /Benchmarks?:\s*(?:\/\/\/?\s*)?((?:`\w+`(?:, )?)+)/).flatMap { match in
        match.output.1.split(separator: ", ").map { String($0.dropFirst().dropLast()) }
      }
    }
    #expect(named.count > 70)
    #expect(Set(named).subtracting(described) == [])
  }

  @Test func `public types store no unowned references`() throws {
    let files = try Repository.sources()
    // Plugins use these types only while their session exists. This list must not grow.
    let exceptions = ["PluginHost.swift", "PluginRegistrar.swift"]
    let findings = files.flatMap(Convention.unowned.findings).map(\.description)
    #expect(findings.filter { line in !exceptions.contains { line.contains("/\($0):") } } == [])
    #expect(findings.count == exceptions.count)
  }

  @Test func `every script is short, enables strict mode and has a description`() throws {
    let scripts = try Self.scripts()
    #expect(scripts.count > 1)
    #expect(scripts.flatMap(Convention.script.findings) == [])
  }

  // MARK: - Bad samples

  @Test func `forced inlining without a benchmark is found`() {
    let text = """
      /// Benchmark: `W1`.
      struct Fast {
        @inline(__always) var one: Int { 1 }
      }

      struct Slow {
        @exclusivity(unchecked) var two = 2
        /// Benchmarks: `W1`, `W5`.
        @inline(__always)
        func three() {}
      }
      """
    #expect(
      findings(.benchmarks, text) == [
        "Sources/Signalbox/Sample.swift:7: @exclusivity(unchecked) names no benchmark"
      ])
  }

  @Test func `an unowned reference in a public type is found`() {
    let text = """
      public final class Train {
        @exclusivity(unchecked) private unowned let driver: Driver
        func stop() { { [unowned self] in stop() }() }
      }

      final class Wagon {
        unowned let train: Train
      }
      """
    #expect(
      findings(.unowned, text) == [
        "Sources/Signalbox/Sample.swift:2: Train is public and stores an unowned reference"
      ])
  }

  @Test func `the 401st line of a file is found in C and Lua and allowed in Swift`() {
    let full = String(repeating: "\n", count: 400)
    let path = "Sources/CLuaShim/sample.c"
    #expect(findings(.length, full, path: path) == [])
    #expect(
      findings(.length, full + "end", path: path) == [
        "Sources/CLuaShim/sample.c: has 401 lines, 400 are the most"
      ])
    #expect(findings(.length, full + "end") == [])
  }

  @Test(arguments: ["UnsafeRawPointer", "withUnsafeBytes", "Unmanaged", "OpaquePointer"])
  func `unsafe code outside LuaRuntime and the engine's storage is found`(word: String) {
    let text = "// \(word)\nlet name = \"\(word)\"\nlet value: \(word)\n"
    #expect(findings(.unsafeCode, text, path: "Sources/LuaRuntime/Sample.swift") == [])
    #expect(findings(.unsafeCode, text, path: "Sources/Signalbox/Storage/Sample.swift") == [])
    let found = findings(.unsafeCode, text)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("Sources/Signalbox/Sample.swift:3: Un") == !word.hasPrefix("Op"))
  }

  @Test(arguments: ["Foundation", "FoundationEssentials"])
  func `an import of Foundation in the engine is found`(module: String) {
    let text = "private import \(module)"
    #expect(findings(.foundation, text, path: "Sources/SignalboxCLI/Sample.swift") == [])
    #expect(
      findings(.foundation, text) == [
        "Sources/Signalbox/Sample.swift:1: imports \(module); the engine does without"
      ])
  }

  @Test(arguments: [
    "import Synchronization", "let flag = Atomic(false)",
    "func run(on executor: any TaskExecutor) {}", "typealias Page = InlineArray<4, Int>",
    "struct Pair<each Part> {}", "let number: Int128 = 1",
  ])
  func `newer API is found unless its use is marked as available`(line: String) {
    let path = "Sources/Signalbox/Sample.swift"
    let found = findings(.newerAPI, "// \(line)\nstruct Old {}\n\(line)", path: path)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("\(path):3: ") == true)
    #expect(findings(.newerAPI, line, path: "Sources/PortableMutex/Sample.swift") == [])
    #expect(findings(.newerAPI, "public import Observation", path: path) == [])
    #expect(findings(.newerAPI, "@available(macOS 15, *)\n\(line)", path: path) == [])
    let inner = "func run() {\n  if #available(macOS 15, *) {\n    \(line)\n  }\n}"
    #expect(findings(.newerAPI, inner, path: path) == [])
    #expect(findings(.newerAPI, "func run() {\n  \(line)\n}", path: path).count == 1)
  }

  @Test(arguments: [
    "fatalError(", "try!", "as!", "@unchecked Sendable", "nonisolated(unsafe)",
  ])
  func `a trap without a reason next to it is found`(trap: String) {
    let expected = ["Sources/Signalbox/Sample.swift:2: \(trap) without a reason in a comment"]
    #expect(findings(.traps, "let text = \"\(trap)\"\n\(trap)") == expected)
    #expect(findings(.traps, "/// See https://example.org.\n\(trap)") == expected)
    #expect(findings(.traps, "// swift-format-ignore\n\(trap)") == expected)
    #expect(
      findings(.traps, "\(trap)\n// Too late.") == expected.map { $0.replacing(":2:", with: ":1:") }
    )
    #expect(findings(.traps, "// The table is never empty.\n\(trap)") == [])
    #expect(findings(.traps, "\n\(trap)  // The table is never empty.") == [])
  }

  @Test func `a name that contains the name of a trap is not reported`() {
    #expect(findings(.traps, "try value\nas? Int\nbias != other\nhas!") == [])
  }

  @Test(arguments: ["TODO", "FIXME", "XXX", "HACK"])
  func `a comment about open work without an issue is found`(word: String) {
    #expect(
      findings(.unfinished, "let text = \"\(word)\"\n// \(word): pop\n// \(word)(#12): pop") == [
        "Sources/Signalbox/Sample.swift:2: \(word) without an issue"
      ])
    #expect(
      findings(.unfinished, "/* \(word) */", path: "Sources/CLuaShim/bridge.c") == [
        "Sources/CLuaShim/bridge.c:1: \(word) without an issue"
      ])
  }

  @Test func `a script that is too long, not strict or has no description is found`() {
    #expect(
      findings(.script, String(repeating: "echo\n", count: 60), path: "scripts/sample") == [
        "scripts/sample: has 60 lines, 59 are the most",
        "scripts/sample:2: does not say what the script does",
        "scripts/sample: lacks set -euo pipefail",
        "scripts/sample: lacks --help",
      ])
  }
}
