import Foundation
import SeededRandom
import Testing

/// Tests malformed and extreme files of every kind that the tool reads. The tool responds to each
/// of them with a one-sentence message and an exit code.
///
/// `SIGNALBOX_SEED` replays a single seed, and `scripts/fuzz --target files` runs more seeds.
struct FileFuzzTests {
  /// A kind of file, and the command that reads it.
  struct Kind: CustomTestStringConvertible, Sendable {
    let path: String
    let arguments: [String]
    var input = ""
    var testDescription: String { "\(path) by \(arguments.joined(separator: " "))" }

    init(_ path: String, _ arguments: String, input: String = "") {
      self.path = path
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.input = input
    }
  }

  private static let files = [
    // The output of a script is not limited.
    "a.lua": "print(require('m').text:sub(1, 100))\nlocal t = { 1, [2] = 'x' }\n",
    "m.lua": "return { text = 'm' }\n",
    "signalbox.lua": """
    return {
      plugins = { io = { permissions = { "env:CI" }, options = { list = { 1, 2.5, "x", { a = true } } } } },
      repl = { shell = false },
      test = { roots = { "scenarios" } },
    }

    """,
    "plugins/io/plugin.lua": """
    return { name = "io", version = "1.0.0", api = 1, summary = "", permissions = { "env:CI" },
      setup = function(host) host:global("io_word", require("io").value) end }
    """, "plugins/io/lua/init.lua": "return { value = 1 }\n",
    "plugins/io/health.lua": "return function(health) health.start 'x' health.ok 'y' end\n",
    "scenarios/a.scenario.lua": """
    local Home = coordinator "Home" { routes = { first = {} }, links = { ["a://b/:c"] = print } }
    function Home:start() self.router:startFlow("first") end
    application "A" { main = "Home" }
    suite "s" {
      scenario "passes" { tags = { "x" }, function(app) app:launch() app:snapshot "tree" end },
      scenario "fails" { function(app) app:launch() error "no" end },
    }

    """,
    "list.txt": "scenarios/a.scenario.lua\n# comment\nscenarios/a.scenario.lua:5\n",
  ]

  private static let kinds = [
    Kind("a.lua", "run a.lua"), Kind("m.lua", "run a.lua"),
    Kind("a.lua", "repl a.lua", input: "1\n"),
    Kind("signalbox.lua", "test"), Kind("signalbox.lua", "plugin list"),
    Kind("signalbox.lua", "doctor"), Kind("signalbox.lua", "trust"),
    Kind("plugins/io/plugin.lua", "plugin list"), Kind("plugins/io/plugin.lua", "plugin info io"),
    Kind("plugins/io/plugin.lua", "run a.lua"), Kind("plugins/io/lua/init.lua", "lint"),
    Kind("plugins/io/health.lua", "doctor"),
    Kind("scenarios/a.scenario.lua", "test -j 1 --trace off"),
    Kind("scenarios/a.scenario.lua", "lint"),
    Kind("scenarios/a.scenario.lua", "test --list"),
    Kind("scenarios/snapshots/a/s-passes--tree.txt", "test -j 1 --ci"),
    Kind("old.blob", "report merge old.blob"),
    Kind("times.json", "test --shard 1/2 --timings times.json"),
    Kind(".signalbox/last-failed", "test --last-failed"),
    Kind("old.sbtrace", "trace show old.sbtrace"),
    Kind("old.sbtrace", "trace diff old.sbtrace old.sbtrace"),
    Kind("list.txt", "test --test-list list.txt"),
    Kind("way.jsonl", "repl a.lua", input: ".replay way.jsonl\n"),
    Kind("state.json", "repl a.lua", input: ".load state.json\n"),
    Kind("home/signalbox/trusted.lua", "run a.lua"), Kind("history", "repl", input: "1\n"),
    Kind("home/signalbox/trusted.lua", "trust --list"),
    Kind("token", "repl --attach HOST --token-file token", input: "1\n"),
  ]

  @Test func `reading a file with any contents leads to a message and an exit code`() throws {
    let variables = ProcessInfo.processInfo.environment
    let isLong = variables["SIGNALBOX_FUZZ_TARGET"] == "files"
    if variables["SIGNALBOX_FUZZ_TARGET"] != nil, !isLong { return }
    let first = variables["SIGNALBOX_SEED"].flatMap { UInt64($0) } ?? 0
    let minutes = variables["SIGNALBOX_FUZZ_MINUTES"].flatMap { Double($0) } ?? 0
    let end = ContinuousClock.now + .seconds(60 * minutes)
    let whole = try project()
    defer { whole.remove() }
    // Clients attach to this host with tokens of all kinds.
    let place = try Tool(["host.lua": "print('host')"])
    defer { place.remove() }
    let host = try Terminal("run", "--listen=./s", "host.lua", folder: place.folder)
    try host.wait(for: "listening at ./s\r\n")
    try FileManager.default.copyItem(
      at: place.folder.appending(path: "s.token"), to: whole.folder.appending(path: "token"))
    var seed = first
    repeat {
      try run(seed, whole, host: "../\(place.folder.lastPathComponent)/s")
      seed += 1
    } while isLong ? ContinuousClock.now < end : seed < first + UInt64(3 * Self.kinds.count)
    if isLong { print("fuzz: files: \(seed - first) seeds, from \(first)") }
  }

  /// - Parameter host: The socket of a host.
  private func run(_ seed: UInt64, _ whole: Tool, host: String) throws {
    var random = SeededGenerator(seed: seed)
    let kind = Self.kinds[Int(seed % UInt64(Self.kinds.count))]
    let tool = try whole.copy()
    defer { tool.remove() }
    let arguments = kind.arguments.map { $0 == "HOST" ? host : $0 }
    let file = tool.folder.appending(path: kind.path)
    let old = (try? Data(contentsOf: file)) ?? Data("x\n".utf8)
    try Data(Self.damaged([UInt8](old), &random)).write(to: file)
    let result = try tool.run(
      ["--timeout", "5s"] + arguments, input: kind.input,
      environment: [
        "XDG_CONFIG_HOME": tool.folder.appending(path: "home").path,
        "SIGNALBOX_HISTORY": tool.folder.appending(path: "history").path,
      ])
    let place =
      "seed \(seed), \(kind.testDescription): \(result.code)\n"
      + "\(result.output.prefix(400))\n\(result.errors.prefix(2000))"
    #expect([0, 1, 2, 5, 64].contains(result.code), "\(place)")
    let text = result.output + result.errors
    if result.code != 0 { #expect(!text.isEmpty, "\(place)") }
    #expect(text.utf8.count < 100_000, "\(place)")
    #expect(!text.contains("Fatal error"), "\(place)")
  }

  /// Returns bytes with a single defect.
  private static func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    func place(_ random: inout SeededGenerator) -> Int {
      Int.random(in: 0...bytes.count, using: &random)
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return []
    case 1: return Array(bytes.prefix(place(&random)))
    case 2:
      for _ in 0..<Int.random(in: 1...20, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      return bytes
    case 3:
      let start = place(&random)
      bytes.removeSubrange(start..<min(bytes.count, start + Int.random(in: 1...40, using: &random)))
      return bytes
    case 4:
      let start = place(&random)
      let chunk = Array(bytes[start..<min(bytes.count, start + 60)])
      bytes.insert(
        contentsOf: (0..<Int.random(in: 1...200, using: &random)).flatMap { _ in chunk }, at: start)
      return bytes
    case 5:
      let marks = ["[", "{", "(", "{\"a\":", "a = ", "[[", "not ", "function() ", "\"", "--[["]
      let mark = marks[Int.random(in: 0..<marks.count, using: &random)]
      bytes.insert(contentsOf: String(repeating: mark, count: 50_000).utf8, at: place(&random))
      return bytes
    case 6: return [0xEF, 0xBB, 0xBF] + bytes
    case 7: return bytes.flatMap { $0 == 10 ? [13, 10] : [$0] }
    case 8: return [UInt8](repeating: [0, 10, 32, 65, 255][Int(random.next() % 5)], count: 1 << 20)
    case 9:
      let numbers = [
        "9223372036854775808", "-1", "1e999", "0x", "1e-999", "nan", "99999999999999999999",
      ]
      let number = numbers[Int.random(in: 0..<numbers.count, using: &random)]
      let text = String(decoding: bytes, as: UTF8.self)
      return Array(text.replacing(/[0-9]+/, with: number, maxReplacements: 3).utf8)
    case 10: return bytes + bytes
    default: return bytes.reversed()
    }
  }

  /// A project with a file of every kind.
  private func project() throws -> Tool {
    let tool = try Tool(Self.files)
    _ = try tool.run("test", "--reporter", "blob=old.blob", "--timings", "times.json")
    _ = try tool.run("test", "-k", "fails", "--trace", "on", "--output", "out")
    let traces = tool.folder.appending(path: "out")
    for name in try FileManager.default.contentsOfDirectory(atPath: traces.path) {
      try FileManager.default.moveItem(
        at: traces.appending(path: name), to: tool.folder.appending(path: "old.sbtrace"))
    }
    _ = try tool.run("repl", "a.lua", input: ".record way.jsonl\nx = 1\n.save state.json\n")
    _ = try tool.run(
      "trust", environment: ["XDG_CONFIG_HOME": tool.folder.appending(path: "home").path])
    return tool
  }
}
