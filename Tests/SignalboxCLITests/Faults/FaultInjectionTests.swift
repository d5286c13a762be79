#if os(Linux)
  import Foundation
  import Testing

  /// Every system call of a command fails once. The command continues or ends with a one-sentence
  /// message, and its files remain complete.
  ///
  /// Every run tests a few calls of each command, and `scripts/fuzz --target files` tests all of
  /// them.
  @Suite(.enabled(if: Tool.sanitizerOptions.isEmpty, "a sanitizer has to be loaded first"))
  struct FaultInjectionTests {
    struct Command: CustomTestStringConvertible, Sendable {
      let testDescription: String
      let arguments: [String]
      var input = ""
      /// The required end of each file that the command writes.
      var endings: [String: String] = [:]

      init(_ arguments: String, input: String = "", _ endings: [String: String] = [:]) {
        testDescription = arguments
        self.arguments = arguments.split(separator: " ").map(String.init)
        self.input = input
        self.endings = endings
      }
    }

    private static let files = [
      "a.lua": "print(require('m').text, greet())",
      "m.lua": "return { text = 'module' }",
      "signalbox.lua":
        "return { plugins = { io = { permissions = { \"fs:read:data\", \"fs:write:data\", \"run\" } } } }\n",
      "data/in": "in\n", "data/out": "old\n",
      "plugins/io/plugin.lua": """
      return { name = "io", version = "1.0.0", api = 1, summary = "",
        permissions = { "fs:read:data", "fs:write:data", "run" },
        setup = function(host)
          host:global("greet", function()
            fs.write("data/out", fs.read("data/in") .. table.concat(fs.list("data"), " ") .. "new\\n")
            return (run("echo", "hi"))
          end)
        end }
      """,
      "scenarios/a.scenario.lua": """
      local Home = coordinator "Home" { routes = { first = {} } }
      function Home:start() self.router:startFlow("first") end
      application "A" { main = "Home" }
      suite "s" {
        scenario "passes" { function(app) app:launch() app:snapshot "tree" end },
        scenario "fails" { function(app) app:launch() error "no" end },
      }
      """,
      "scenarios/snapshots/a/s-passes--tree.txt": "old\n",
      "r.xml": "</testsuites>\n", ".signalbox/last-failed": "old\n",
    ]

    private static let commands = [
      Command("run a.lua", ["data/out": "new\n"]),
      Command("-e print(greet())", ["data/out": "new\n"]),
      Command("repl a.lua", input: "greet()\n.plugin\n1\n", ["data/out": "new\n"]),
      Command(
        "test -j 1 --no-shuffle --update --reporter junit=r.xml --reporter blob=r.blob --timings times.json",
        [
          "r.xml": "</testsuites>\n", "times.json": "}\n", "r.blob": "}\n",
          "scenarios/snapshots/a/s-passes--tree.txt": "\n", ".signalbox/last-failed": "\n",
        ]),
      Command("test -j 1 --reporter jsonl=r.jsonl --trace on --output traces"),
      Command("lint"), Command("plugin list"), Command("plugin info io"),
      Command("plugin new more"),
      Command("init made"), Command("doctor"),
      Command("trust", ["home/signalbox/trusted.lua": "} }\n"]),
      Command("report merge old.blob --reporter junit=m.xml", ["m.xml": "</testsuites>\n"]),
      Command("trace show old.sbtrace"), Command("lua-types"),
    ]

    /// EIO, ENOSPC, EMFILE, EINTR, EACCES, and a write of one byte.
    private static let codes: [Int32] = [EIO, ENOSPC, EMFILE, EINTR, EACCES, 0]

    @Test(arguments: commands)
    func
      `if any system call fails, a command continues or exits with a message and keeps its files`(
        command: Command
      ) throws
    {
      let whole = try tool()
      defer { whole.remove() }
      let isLong = ProcessInfo.processInfo.environment["SIGNALBOX_FUZZ_TARGET"] == "files"
      let step = isLong ? 1 : 23
      for iteration in isLong ? Self.codes.indices : 0..<1 {
        // The loop ends after the last call. A command makes a few hundred calls.
        for number in stride(from: 1, to: 100_000, by: step) {
          let code = Self.codes[(iteration + number / step) % Self.codes.count]
          let tool = try whole.copy()
          defer { tool.remove() }
          let fault = tool.folder.appending(path: ".fault")
          var environment = try FaultLibrary.environment(number, code, note: fault)
          environment["PATH"] = "/usr/bin:/bin"
          environment["XDG_CONFIG_HOME"] = tool.folder.appending(path: "home").path
          let result = try tool.run(
            command.arguments, input: command.input, environment: environment)
          guard let call = try? Tool.text(of: fault) else { break }
          let place = "\(call) (call \(number)) failed with \(code): \(result)"
          check(result, command, tool, whole, place)
        }
      }
    }

    /// - Parameter whole: The original files.
    private func check(
      _ result: Tool.Result, _ command: Command, _ tool: Tool, _ whole: Tool, _ place: String
    ) {
      #expect([0, 1, 2].contains(result.code), "\(place)")
      let text = result.errors + result.output
      if result.code != 0 { #expect(!text.isEmpty, "\(place)") }
      #expect(!text.contains("Fatal error"), "\(place)")
      for (path, ending) in command.endings {
        guard let text = try? Tool.text(of: tool.folder.appending(path: path)) else { continue }
        let old = try? Tool.text(of: whole.folder.appending(path: path))
        #expect(text.hasSuffix(ending) || text == old, "\(path) is \(text): \(place)")
      }
    }

    private func tool() throws -> Tool {
      var tool = try Tool(Self.files)
      tool.isTrusted = true
      _ = try tool.run(
        "test", "--reporter", "blob=old.blob", "--trace", "off", "--timings", "times.json")
      _ = try tool.run("test", "-k", "fails", "--trace", "on", "--output", "out")
      let traces = tool.folder.appending(path: "out")
      for name in try FileManager.default.contentsOfDirectory(atPath: traces.path) {
        try FileManager.default.moveItem(
          at: traces.appending(path: name), to: tool.folder.appending(path: "old.sbtrace"))
      }
      return tool
    }
  }
#endif
