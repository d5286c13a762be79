import Foundation
import Testing

/// Tests that files that the program writes are complete: they have either the old or the new
/// content, even if a run is killed.
struct ReplacementTests {
  /// Failing scenarios, whose number is in `size.lua`, and a scenario that takes a snapshot with
  /// the given number of screens and writes a file with the given number of words.
  private static let files = [
    "size.lua": "return { scenarios = 1, screens = 1, words = 1 }",
    "signalbox.lua": "return { plugins = { io = { permissions = { \"fs:write:data\" } } } }\n",
    "data/kept": "",
    "plugins/io/plugin.lua": """
    return { name = "io", version = "1.0.0", api = 1, summary = "", permissions = { "fs:write:data" },
      setup = function(host)
        host:global("note", function(text) fs.write("data/note.txt", text) end)
      end }
    """,
    "a.scenario.lua": """
    local size = require "size"
    local Home = coordinator "Home" { routes = { first = {}, more = {} } }
    function Home:start() self.router:startFlow("first") end
    application "A" { main = "Home" }
    local function writes(app)
      note(("word "):rep(size.words))
      app:launch()
      for i = 2, size.screens do app.front.owner.router:navigate("more", { number = i }) end
      app:snapshot "tree"
    end
    suite "snapshot" { scenario "writes" { writes } }
    for number = 1, size.scenarios do
      suite("fails " .. number) { scenario "always" { function(app) error "no" end } }
    end
    """,
  ]

  /// Runs a shell command in the folder of the test. `$T` is the tool. If a signal ended a process,
  /// its code is above 128.
  @discardableResult
  private func shell(_ line: String, _ tool: Tool) throws -> (output: String, code: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "(\(line)) >.o 2>&1; echo $? >.c"]
    process.currentDirectoryURL = tool.folder
    process.environment = Tool.sanitizerOptions.merging(
      ["T": try Tool.path().path, "PATH": "/usr/bin:/bin", "SIGNALBOX_TRUST": "1"]) { _, new in new
      }
    process.standardInput = FileHandle.nullDevice
    // A thread from a pool may block signals, and child processes inherit its signal mask.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXFSZ)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    try process.run()
    process.waitUntilExit()
    let code = try Tool.text(of: tool.folder.appending(path: ".c"))
    return (
      try Tool.text(of: tool.folder.appending(path: ".o")), Int32(code.dropLast()) ?? -1
    )
  }

  /// The files that a run writes, with their locations and processes. If a worker ends, its test
  /// has crashed. Growing reports are written by a thread that receives no signals.
  private static let writers: [(options: String, growing: String, path: String, code: Int32)] = [
    ("--reporter junit=out", "scenarios", "out", 128 + SIGXFSZ),
    ("--reporter html=out", "scenarios", "out", 128 + SIGXFSZ),
    ("--reporter tap=out", "scenarios", "out", 128 + SIGXFSZ),
    ("--reporter blob=out", "scenarios", "out", 1),
    ("--timings out", "scenarios", "out", 128 + SIGXFSZ),
    ("--failed-first", "scenarios", ".signalbox/last-failed", 128 + SIGXFSZ),
    ("--update", "screens", "snapshots/a/snapshot-writes--tree.txt", 1),
    ("-k writes", "words", "data/note.txt", 1),
    (
      "-k writes --trace on --output traces", "screens", "traces/a-11-snapshot-writes.sbtrace",
      128 + SIGXFSZ
    ),
  ]

  @Test(arguments: writers)
  func `a run that is killed while writing leaves the old file intact`(
    options: String, growing: String, path: String, code: Int32
  ) throws {
    let tool = try Tool(Self.files)
    defer { tool.remove() }
    let isTraced = options.contains("--trace")
    let command = "$T test a.scenario.lua -j 1 --no-shuffle " + (isTraced ? "" : "--trace off")
    let first = try shell("\(command) \(options)", tool)
    let file = tool.folder.appending(path: path)
    try #require(FileManager.default.fileExists(atPath: file.path), "\(first.output)")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    let old = try Tool.text(of: file)
    try #require(!old.isEmpty)

    var sizes = ["scenarios": 1, "screens": 1, "words": 1]
    sizes[growing] = growing == "words" ? 2000 : 60
    let fields = sizes.map { "\($0) = \($1)" }.joined(separator: ", ")
    try tool.write("return { \(fields) }", to: "size.lua")
    // The system kills a process that writes a file beyond its limit, during the call.
    let limit = old.utf8.count / 512 + 1
    let killed = try shell("ulimit -f \(limit); exec \(command) \(options) >/dev/null 2>&1", tool)
    #expect(killed.code == code)
    #expect(try Tool.text(of: file) == old)

    try shell("\(command) \(options)", tool)
    #expect(try Tool.text(of: file).utf8.count > old.utf8.count)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o640)
  }

  @Test
  func `JSON lines are written after each scenario, and other reports at the end`()
    throws
  {
    let scenarios = """
      suite "s" { scenario "a" { function() end }, scenario "b" { function() while true do end end } }
      """
    let tool = try Tool(["a.scenario.lua": scenarios, "r.xml": "old\n", "new.txt": "x"])
    defer { tool.remove() }
    let reports = ["junit=r.xml", "blob=r.blob", "jsonl=r.jsonl", "swift-testing=r.json", "tap"]
    let result = try tool.interrupt(
      ["test", "-j", "1", "--no-shuffle", "a.scenario.lua"]
        + reports.flatMap { ["--reporter", $0] }
    ) { process, _ in kill(process.processIdentifier, SIGKILL) }
    #expect(result.code == 128 + SIGKILL)
    func text(_ name: String) -> String? {
      try? Tool.text(of: tool.folder.appending(path: name))
    }
    #expect(text("r.xml") == "old\n")
    #expect(text("r.blob") == nil)
    let kinds = text("r.jsonl")?.split(separator: "\n").map { $0.firstMatch(of: /"kind":"\w+"/)?.0 }
    #expect(kinds == ["\"kind\":\"begin\"", "\"kind\":\"scenario\""])
    for name in ["r.jsonl", "r.json"] { #expect(text(name)?.hasSuffix("}\n") == true) }
    #expect(text("r.json")?.contains("\"testEnded\"") == true)
  }

  @Test(arguments: ["junit", "jsonl"])
  func `a report is written only through links that the system provides`(
    name: String
  ) throws {
    let tool = try Tool(["a.scenario.lua": "suite \"s\" { scenario \"a\" { function() end } }"])
    defer { tool.remove() }
    try tool.write("old", to: "target")
    try shell("ln -s target link; mkfifo pipe", tool)
    let linked = try shell("$T test --reporter \(name)=link", tool)
    #expect(
      linked.output.hasPrefix(
        "signalbox: cannot write link: it is a symbolic link, which is not followed\n 1 passed"))
    #expect(linked.code == 1)
    #expect(try Tool.text(of: tool.folder.appending(path: "target")) == "old")
    let unread = try shell("$T test --reporter \(name)=pipe", tool)
    #expect(
      unread.output.hasPrefix(
        "signalbox: cannot write pipe: no such device or address\n 1 passed"))
    let passed = try shell("$T test --reporter \(name)=/dev/fd/3 3>passed >/dev/null", tool)
    #expect(passed.code == 0)
    #expect(try Tool.text(of: tool.folder.appending(path: "passed")).contains("a.scenario.lua"))
  }

  @Test func `merging a blob with missing lines is an error`() throws {
    let scenarios = """
      suite "s" { scenario "a" { function() end }, scenario "b" { function() error "no" end } }
      """
    let tool = try Tool(["a.scenario.lua": scenarios])
    defer { tool.remove() }
    let merged = try shell(
      "$T test --reporter blob=r.blob >/dev/null; grep -v '\"status\":\"failed\"' r.blob >lost.blob;"
        + "grep -c . r.blob lost.blob; $T report merge lost.blob", tool)
    #expect(
      merged.output == """
        r.blob:6
        lost.blob:5
        signalbox: lost.blob is damaged: 4 lines and an end were read, expected 5 lines before the \
        end; merge the file as it was written

        """)
    #expect(merged.code == 2)
  }

  @Test(arguments: [
    ("run pipe", 2), ("test pipe", 2), ("test pipe.scenario.lua", 2), ("lint pipe", 2),
    ("test --config pipe", 2), ("trace show pipe", 2), ("report merge pipe", 2), ("repl pipe", 2),
    ("repl <replay", 1), ("repl <load", 1),
  ])
  func `reading a named pipe is rejected immediately`(arguments: String, code: Int32) throws {
    let tool = try Tool(["replay": ".replay pipe\n", "load": ".load pipe\n"])
    defer { tool.remove() }
    let result = try shell("mkfifo pipe pipe.scenario.lua; exec $T \(arguments)", tool)
    #expect(
      result.output.contains(/cannot read pipe(\.scenario\.lua)?: it is a named pipe; pass a file/))
    #expect(result.code == code)
  }

  @Test func `a process substitution of the shell is read to the end`() throws {
    let tool = try Tool(["a.lua": "print(42)"])
    defer { tool.remove() }
    #expect(try shell("cat a.lua | $T run /dev/fd/0", tool) == ("42\n", 0))
  }

  @Test func `print writes bytes unchanged`() throws {
    let tool = try Tool(["a.lua": "print('a\\xFFb', '\\0')\n"])
    defer { tool.remove() }
    let bytes = " 61 ff 62 09 00 0a\n"
    #expect(try shell("$T run a.lua | od -An -tx1", tool) == (bytes, 0))
    #expect(try shell("$T repl <a.lua | od -An -tx1", tool) == (bytes, 0))
  }
}
