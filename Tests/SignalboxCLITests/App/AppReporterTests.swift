import Foundation
import SignalboxScenarios
import Testing

/// Tests each reporter, the coverage and the commands for traces with scenarios that run against an
/// application in another process. The texts are compared with those of the Lua model.
@Suite struct AppReporterTests {
  private static let scenarios = """
    require "shop"

    scenario "passes" {
      function(app)
        app:launch()
        app:open "shop://product/7"
        app:tap "Reviews"
        app:expect { front = { "reviews", id = 7 } }
      end,
    }

    scenario "fails" {
      function(app)
        app:launch()
        app:tap "Lamp"
        app:expect { title = "Lamp" }
      end,
    }

    scenario "is skipped" {
      skip = "no lamp",
      function(app) app:launch() end,
    }
    """

  /// Returns a report without the parts that an application does not send, which are the calls of
  /// its callbacks and their sources, and without its launch, which precedes the scenario.
  private static func comparable(_ report: String, of name: String) throws -> String {
    switch name {
    case JSONLinesReporter.name, BlobReporter.name:
      try report.split(separator: "\n").map { line in
        let value = try JSONSerialization.jsonObject(
          with: Data(line.utf8), options: .fragmentsAllowed)
        let data = try JSONSerialization.data(
          withJSONObject: comparable(value), options: [.sortedKeys, .fragmentsAllowed])
        return String(decoding: data, as: UTF8.self)
      }.joined(separator: "\n")
    case HTMLReporter.name:
      // The recordings on the page contain the calls of callbacks.
      report.replacing(#/(?s)(<script type="application\/json"[^>]*>).*?<\/script>/#) {
        "\($0.output.1)</script>"
      }
      .replacing("<td>⤒ root ▸ catalog ▸ items …</td>", with: "<td></td>")
    default:
      report.replacing(#/\ +⤷ .*/#, with: "")
        .replacing(#/1(\.?)\ +launch .*/#) { "1\($0.output.1) launch" }
        .replacing(#/"(?:absolute|since1970)":[\d.]+/#, with: "")
        .replacing(#/[\d.]+ seconds/#, with: "")
        .split(separator: "\n")
        .filter {
          $0.contains(#/\S/#) && !$0.contains(#/\ {4}(coordinators: \+ Home |layers: \+ root)/#)
        }
        .joined(separator: "\n")
    }
  }

  private static func comparable(_ value: Any) -> Any {
    if let list = value as? [Any] { return list.map { comparable($0) } }
    guard var fields = value as? [String: Any] else { return value }
    // A recording is a string after its path, with the calls of callbacks and the times of the run.
    if let trace = fields["trace"] as? [String: Any] { fields["trace"] = trace["_0"] }
    if fields["text"] as? String == "launch" { fields["effect"] = nil }
    for key in ["calls", "duration", "milliseconds", "sources"] { fields[key] = nil }
    return fields.mapValues { comparable($0) }
  }

  @Test(arguments: ReporterCatalog.all.map { $0.name })
  func `a reporter writes the same report as with the model`(name: String) throws {
    let runs = try ShopRuns(
      ["test", "-j1", "--no-shuffle", "--reporter", "\(name)=report"],
      with: ["shop.scenario.lua": Self.scenarios], writing: ["report"])
    #expect([runs.model.code, runs.application.code] == [1, 1])
    let (model, application) = (
      try #require(runs.files.model["report"]), try #require(runs.files.application["report"])
    )
    #expect(!model.isEmpty)
    #expect(
      try Self.comparable(application, of: name) == Self.comparable(model, of: name))
  }

  @Test func `the coverage of a model counts what scenarios use in the application`() throws {
    let runs = try ShopRuns(
      ["test", "-j1", "--no-shuffle", "-q", "--coverage"],
      with: ["shop.scenario.lua": Self.scenarios])
    #expect(runs.model.output.contains("routes 4/7"))
    #expect(
      try Self.comparable(runs.application.output, of: PrettyReporter.name)
        == Self.comparable(runs.model.output, of: PrettyReporter.name))
  }

  @Test(arguments: [["trace", "show"], ["trace", "diff"], ["render"]])
  func `a command for traces shows the same screens as with the model`(command: [String]) throws {
    let trace = ".signalbox/out/shop-12-fails.sbtrace"
    let files = command == ["trace", "diff"] ? [trace, trace] : [trace]
    let runs = try ShopRuns(
      ["test", "-j1", "--no-shuffle"], with: ["shop.scenario.lua": Self.scenarios],
      then: [command + files])
    #expect(runs.application.errors == runs.model.errors)
    // The first screen is that of the launch, or that of the application at the beginning.
    let first = #/\n(?:1 launch|0 +at the beginning)\n/#
    let texts = try [runs.model, runs.application].map { run in
      try Self.comparable(run.output, of: PrettyReporter.name).replacing(first, with: "\nfirst\n")
    }
    #expect(texts[0] == texts[1])
  }
}
