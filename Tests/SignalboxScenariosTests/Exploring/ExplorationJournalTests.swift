import SignalboxScenarios
import SignalboxScripting
import Testing

/// Tests explorations that continue after an interruption or are divided between workers. Their
/// results must equal those of one uninterrupted session.
struct ExplorationJournalTests {
  private let fixture = ScenarioFixture()

  /// Three tabs with stacks of up to three screens, links, timers, a hidden variable and random
  /// numbers.
  private static let source = """
    local visits = 0
    local Page = coordinator "Page" {
      routes = { home = { actions = { "A", "B", "Later" } }, a = { actions = { "A" } }, b = {} },
      links = { ["app://b"] = function(self) self:push "b" end },
    }
    function Page:start() self.router:startFlow "home" end
    function Page:push(name) if #app:stack(self) < 3 then self.router:navigate(name) end end
    function Page:onA() visits = visits + 1 self:push "a" end
    function Page:onB() self:push(visits % 7 == 6 and "a" or "b") end
    function Page:onLater() after("5s", function() self:push(math.random(2) == 1 and "a" or "b") end) end
    tabs "Main" { pages = { { id = "x", coordinator = "Page" }, { id = "y", coordinator = "Page" } } }
    application "Tabs" { main = "Main" }
    never "three levels" (function(app) return #app:stack() == 3 end)
    always "no error" (function(app) if app.front.name == "b" then error "b" end return true end)
    reachable "a" { front = "a" }
    fromEverywhere "home" { front = "home" }
    explore {
      links = { "app://b", "app://typo" }, outcomes = { Page = { "read", cancel = true } }, maxDepth = 5,
    }
    """

  private func report(_ result: ExplorationResult) -> String {
    let report = ExplorationReport(result, of: "test.properties.lua")
    return report.json(requiring: "test").replacing(/"milliseconds":[0-9]+/, with: "")
      + report.coverageText(.plain)
  }

  private func run(
    _ source: String = source, keeping lines: inout [String], until limit: Int = .max,
    depth: Int? = nil
  ) throws -> ExplorationResult {
    var (calls, kept) = (0, lines)
    let sources = SourceCache()
    sources["test.properties.lua"] = Array(source.utf8)
    var bounds = Explorer.Bounds()
    bounds.depth = depth
    let explorer = try fixture.explorer(
      source, bounds,
      isStopped: {
        calls += 1
        return calls > limit
      })
    explorer.findsPairs = true
    explorer.journal = ExplorationJournal(lines: lines, of: "--resume states", sources: sources) {
      kept.append($0)
    }
    defer { lines = kept }
    return try explorer.run()
  }

  @Test func `an interrupted exploration continues to the same result`() throws {
    var (whole, lines) = ([String](), [String]())
    let expected = report(try run(keeping: &whole))
    for limit in [1, 40, 300] {
      let result = try run(keeping: &lines, until: limit)
      #expect(result.cuts.contains(.interrupted))
    }
    #expect(lines.count < whole.count)
    #expect(report(try run(keeping: &lines)) == expected)
    #expect(lines.count == whole.count)
    #expect(report(try run(keeping: &lines)) == expected)
    #expect(lines.count == whole.count)
  }

  @Test func `the results of a deeper exploration apply up to its depth`() throws {
    var lines: [String] = []
    let deep = try run(keeping: &lines)
    let result = try run(keeping: &lines, depth: 2)
    #expect(result.cuts == [.depth(5)])
    #expect(report(result) == report(deep))
  }

  @Test(arguments: ["\u{2028}", "\u{2029}", "\u{85}"])
  func `a text with a line separator of Unicode remains on its line`(separator: String) throws {
    let source = Self.source.replacing("\"read\"", with: "\"re\(separator)ad\"")
    var lines: [String] = []
    let whole = report(try run(source, keeping: &lines))
    #expect(lines.contains { $0.contains("re\(separator)ad") })
    #expect(report(try run(source, keeping: &lines)) == whole)
  }

  @Test(arguments: [1, 2, 5]) func `workers find the same states on the same paths`(
    count: Int
  ) throws {
    let serial = try fixture.explorer(Self.source)
    let parallel = try fixture.explorer(Self.source, workers: count)
    (serial.findsPairs, parallel.findsPairs) = (true, true)
    let (first, second) = (try serial.run(), try parallel.run())
    #expect(first.stateCount > 200)
    #expect(report(first) == report(second))
    #expect(serial.screenGraph == parallel.screenGraph)
  }

  @Test func `several workers and one session stop at the same maximum number of states`() throws {
    var bounds = Explorer.Bounds()
    bounds.states = 150
    let serial = try fixture.explorer(Self.source, bounds).run()
    let parallel = try fixture.explorer(Self.source, bounds, workers: 3).run()
    #expect(serial.cuts.last == .states(150))
    #expect(report(serial) == report(parallel))
  }

  @Test func `malformed lines and lines of another application are rejected`() throws {
    var lines: [String] = []
    _ = try run(keeping: &lines, until: 40)
    func message(_ source: String, _ lines: [String]) -> String {
      var lines = lines
      do {
        _ = try run(source, keeping: &lines)
        return "no error"
      } catch let error as ScriptError {
        return error.message
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message(Self.source + "\n-- changed", lines).hasPrefix(
        "badArgument: --resume states: the file contains the exploration of another application or "
          + "of an earlier version"))
    #expect(
      message(Self.source, ["{}"]).hasPrefix(
        "badArgument: --resume states: line 1 is malformed: expected the first line of a "
          + "file that --resume wrote"))
    let old = lines[0].replacing("\"version\":5", with: "\"version\":4")
    #expect(
      message(Self.source, [old] + lines.dropFirst()).hasPrefix(
        "badArgument: --resume states: the file has format 4 of another version of "
          + "signalbox, expected format 5"))
    #expect(
      message(Self.source, [lines[0], "{\"state\":"]).hasPrefix(
        "badArgument: --resume states: line 2 is malformed: "))
    #expect(
      message(Self.source, [lines[0], lines[2]]).hasPrefix(
        "badArgument: --resume states: the file refers to state "))
  }
}
