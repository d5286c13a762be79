import Foundation
import SignalboxInspector
import SignalboxREPL
import Testing

/// Tests each command of the prompt, and each renderer, for an application in another process. The
/// answers are compared with those of the same inputs with the Lua model.
@Suite struct AppCommandTests {
  /// Inputs that use a command.
  private struct Row {
    let name: String
    let inputs: [String]
    /// The files that the inputs write.
    var files: [String] = []
    /// Texts of the model's answer, each with the text that replaces it for an application.
    var differences: [(model: String, application: String)] = []
    /// The output for an application, if it is completely different.
    var own: (output: String, errors: String)?

    init(_ name: String, _ inputs: String..., files: [String] = []) {
      (self.name, self.inputs, self.files) = (name, inputs, files)
    }

    func but(_ model: String, is application: String) -> Row {
      var row = self
      row.differences.append((model, application))
      return row
    }

    func but(_ output: String, errors: String) -> Row {
      var row = self
      row.own = (output, errors)
      return row
    }
  }

  /// The rows in the order of the catalog.
  private static let rows = [
    Row("help", ".help", ".help tree"), Row("tree", ".tree"), Row("screen", ".screen"),
    Row("stack", ".stack"), Row("layers", ".layers"),
    // The events before the connection are unknown, so the numbers are lower.
    Row("events", ".events 1 entry").but("\n26 ", is: "\n10 "),
    Row("cd", ".cd Home", "self", ".cd /"), Row("ls", ".ls", ".ls Home"),
    Row("watch", ".watch app.front.name", "app:tap \"Reviews\"", ".watch", ".watch -1"),
    Row("undo", ".undo", ".tree"), Row("redo", ".undo", ".redo", ".tree"),
    // The application has launched itself.
    Row("at", ".at", ".at 1", ".tree")
      .but("  0  the beginning       signalbox\n", is: "  0  the beginning\n")
      .but("app:launch(\"Home\")  shop", is: "the application's launch  shop")
      .but("app:tap(\"Lamp\")     shop", is: "app:tap(\"Lamp\")           shop"),
    Row("diff", ".diff", ".diff 1 2"), Row("graph", ".graph", ".graph g.mmd", files: ["g.mmd"]),
    Row("load", ".load more.lua", "more()"),
    Row("demo", ".demo").but(
      "",
      errors: """
        ✗ unsupported: coordinator "Profile": the application has no coordinator of this name, and \
        scripts do not run in it
        """),
    Row("reload", "app:tap \"Reviews\"", ".reload", ".tree"), Row("bt", ".bt"),
    Row("continue", ".continue"), Row("expect", ".expect { title = \"Product 42\" }"),
    Row("save", ".save buy.scenario.lua", files: ["buy.scenario.lua"])
      .but(
        "buy.scenario.lua\n",
        is: "buy.scenario.lua\n  · the scenario passes on the model as well\n"),
    Row(
      "record", ".record bug.jsonl", "app:tap \"Reviews\"", ".record", ".record stop", ".record"),
    Row(
      "replay", ".record bug.jsonl", "app:tap \"Reviews\"", ".record stop", ".undo",
      ".replay bug.jsonl", ".tree"),
    Row("time", ".time 6 * 7", ".time app:tap \"Buy\"", ".tree"),
    Row("explore", ".explore").but(
      "every path in N ms\n",
      is: "every path in N ms\n  · explored the model shop.lua, not the application\n"),
    Row("path", ".path { front = \"reviews\" }").but(
      "\nend }\n", is: "\nend }\n  · explored the model shop.lua, not the application\n"),
    Row("edit", "6 * 6", ".edit"), Row("leaks", ".leaks"), Row("plugins", ".plugins"),
    Row("doctor", ".doctor"), Row("keys", ".keys"), Row("clear", ".clear"),
    Row("quit", ".quit", "print 'not run'"),
  ]

  private static let more = "function more() app:tap \"Reviews\" end"

  @Test func `each command has a row`() {
    #expect(Self.rows.map(\.name) == CommandCatalog.all.map(\.name))
  }

  @Test(arguments: CommandCatalog.all.map(\.name))
  func `a command has the same answers as with the model`(name: String) throws {
    let row = try #require(Self.rows.first { $0.name == name })
    let inputs = ["app:launch()", "app:tap \"Lamp\""] + row.inputs
    let runs = try ShopRuns(
      ["repl", "shop.lua"], input: inputs.joined(separator: "\n"), with: ["more.lua": Self.more],
      writing: row.files)
    let beginning = "  ✓ push product { id = 42 }\n"
    let (launched, unchanged) = ("  ✓ launch Home\n", "  · nothing has changed\n")
    #expect(runs.model.output.hasPrefix(launched + beginning), "\(runs.model)")
    #expect(runs.application.output.hasPrefix(unchanged + beginning), "\(runs.application)")
    var expected = runs.model
    expected.output = unchanged + String(runs.model.output.dropFirst(launched.count))
    for difference in row.differences {
      #expect(expected.output.contains(difference.model), "\(expected)")
      expected.output.replace(difference.model, with: difference.application)
    }
    if let own = row.own {
      #expect(runs.application.output == unchanged + beginning + own.output)
      #expect(runs.application.errors.hasPrefix(own.errors))
      return
    }
    #expect(runs.application == expected)
    #expect(runs.files.application == runs.files.model)
    #expect(runs.files.model.keys.sorted() == row.files)
  }

  @Test(arguments: RendererCatalog.all.map { $0.name })
  func `a renderer draws the same as with the model`(name: String) throws {
    let lines = [
      "app:launch()", "app:tap \"Lamp\"", "app:tap \"Buy\"",
      // The events before the connection are unknown, and not counted.
      "print((app:render(\"\(name)\"):gsub(\"^.*willNavigate\", \"\")))",
    ]
    let runs = try ShopRuns(["repl", "shop.lua"], input: lines.joined(separator: "\n"))
    let drawings = [runs.model, runs.application].map { run in
      run.output.split(separator: "\n").dropFirst(3).map {
        name == EventsRenderer.name ? $0.drop { $0.isNumber } : $0
      }
    }
    #expect(!drawings[0].isEmpty)
    #expect(drawings[0] == drawings[1])
    #expect(runs.application.errors == "")
  }
}
