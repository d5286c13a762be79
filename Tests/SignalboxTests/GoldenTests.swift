import Foundation
import Testing

@testable import Signalbox

/// Compares the complete event logs of ten representative scenarios with a file for each.
///
/// `RECORD=1 swift test --filter GoldenTests` writes the files again. Check the difference before
/// you commit it.
struct GoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  @Test(arguments: GoldenScenario.all)
  func `the events of each golden scenario match its golden file`(scenario: GoldenScenario) throws {
    let file = Self.folder.appending(path: "\(scenario.name).txt")
    let log = try scenario.log()
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try Data(log.utf8).write(to: file)
    }
    #expect(log == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  @Test func `every golden file belongs to a golden scenario`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == GoldenScenario.all.map { "\($0.name).txt" }.sorted())
  }
}

/// A scenario for an application, and its written results.
struct GoldenScenario: CustomTestStringConvertible, Sendable {
  let name: String
  let make: @Sendable () -> NavigationFixture
  /// The steps with their titles.
  let steps: [(title: String, command: @Sendable (NavigationFixture) throws -> Void)]

  var testDescription: String { name }

  /// Returns the title of each step, its events with their times and operations, the calls of
  /// coordinators and callbacks, and the visible state afterwards.
  func log() throws -> String {
    let fixture = make()
    var lines: [String] = []
    var first = 1
    func write(_ title: String) {
      lines.append("# \(title)")
      for event in fixture.engine.events(from: first) {
        lines.append("\(event.milliseconds) ms #\(event.operation) \(event)")
      }
      lines += fixture.log.map { "> \($0)" } + ["= \(fixture.shape)", ""]
      fixture.log = []
      first = fixture.engine.eventCount + 1
    }
    write("launch")
    for step in steps {
      try step.command(fixture)
      write(step.title)
    }
    return lines.joined(separator: "\n")
  }

  static let all: [GoldenScenario] = [
    pushAndPop, popToRoot, sheet, fullScreen, nestedFinish, tabs, linkUnderSheet, startFlow,
    forcePresentation, restartApp,
  ]
}

extension GoldenScenario {
  private static let pushAndPop = GoldenScenario(
    name: "push-and-pop", make: { .launched("A") },
    steps: [
      ("push B", { $0.main.navigate(to: "B") }),
      ("pop", { $0.main.pop() }),
      ("pop at the root", { $0.main.pop() }),
    ])

  private static let popToRoot = GoldenScenario(
    name: "pop-to-root", make: { .launched("A", "B", "C", "D") },
    steps: [("popToRoot", { $0.main.popToRoot() })])

  private static let sheet = GoldenScenario(
    name: "sheet", make: { .launched("A") },
    steps: [
      ("present X as a sheet", { $0.main.present("X", [:], .with(.sheet)) }),
      ("swipe it down", { $0.user("swipeDown") }),
      ("dismiss with nothing presented", { $0.main.dismiss() }),
    ])

  private static let fullScreen = GoldenScenario(
    name: "full-screen", make: { .launched("A") },
    steps: [
      ("present X full screen", { $0.main.present("X", [:], .with(.fullScreen)) }),
      ("present Y full screen", { $0.main.present("Y", [:], .with(.fullScreen)) }),
      ("push B below", { $0.main.navigate(to: "B") }),
      ("dismiss both", { $0.main.dismiss(.with(.automatic, .all)) }),
    ])

  private static let nestedFinish = GoldenScenario(
    name: "nested-finish",
    make: {
      let fixture = NavigationFixture.launched("A")
      fixture.define("Inner", style: .push) { $0.startFlow(at: "P") }
      fixture.define("Child", routes: ["inner": RouteDefinition(.coordinator("Inner"))])
      return fixture
    },
    steps: [
      (
        "show a child on a sheet",
        { fixture in
          var options = OperationOptions()
          options.onFinish = { [unowned fixture] notice in
            let result = notice.result.map { "\($0)" } ?? "nothing"
            fixture.log.append("onFinish \(notice.reason.name) with \(result)")
          }
          fixture.main.navigate(to: try fixture.make("Child").coordinator, options)
        }
      ),
      ("the child pushes an inner one", { $0.router("Child").navigate(to: "inner") }),
      (
        "the child finishes with a result",
        { $0.router("Child").finishFlow(.integer(42), $0.completing("finishFlow")) }
      ),
    ])

  private static let tabs = GoldenScenario(
    name: "tabs", make: { .tabs("p1", "p2") },
    steps: [
      ("select p2", { $0.main.select("p2") }),
      ("push in p2", { $0.page("p2").navigate(to: "B") }),
      ("tap p2 again", { $0.user("tapTab", "p2") }),
      (
        "p3 instead of p2",
        { fixture in
          fixture.main.setPages(
            ["p3", "p1"].map { PageDefinition(id: $0, coordinator: "Page") })
        }
      ),
    ])

  private static let linkUnderSheet = GoldenScenario(
    name: "link-under-sheet",
    make: {
      let fixture = NavigationFixture()
      let handler = LinkHandler("app://b/:id") { [unowned fixture] coordinator, match in
        fixture.engine.router(of: coordinator).navigate(to: "B", match.arguments)
        return .handled
      }
      fixture.define("Main", links: [handler])
      fixture.engine.launch("Main")
      return fixture
    },
    steps: [
      ("present X as a sheet", { $0.main.present("X") }),
      ("open a link that pushes", { $0.user("open", "app://b/7") }),
      ("open one that nobody takes", { $0.user("open", "app://nowhere") }),
    ])

  private static let startFlow = GoldenScenario(
    name: "start-flow",
    make: {
      let fixture = NavigationFixture.launched("A", "B")
      fixture.define("Child", style: .push) { $0.startFlow(at: "X") }
      return fixture
    },
    steps: [
      ("push a child", { try $0.show("Child") }),
      ("the child presents", { $0.router("Child").present("S") }),
      ("begin again with C", { $0.main.startFlow(at: "C") }),
    ])

  private static let forcePresentation = GoldenScenario(
    name: "force-presentation",
    make: {
      let fixture = NavigationFixture.tabs("p1", "p2")
      fixture.define("Alert")
      return fixture
    },
    steps: [
      (
        "push in p1 and present there",
        { fixture in
          fixture.page("p1").navigate(to: "B")
          fixture.page("p1").present("X")
        }
      ),
      ("p2 comes to the front", { $0.page("p2").forcePresentation() }),
      ("a new one comes above it", { try $0.make("Alert").forcePresentation(route: "Z") }),
    ])

  private static let restartApp = GoldenScenario(
    name: "restart-app",
    make: {
      let fixture = NavigationFixture.launched("A", "B")
      fixture.define("Inner", style: .push) { $0.startFlow(at: "P") }
      fixture.define("Child")
      return fixture
    },
    steps: [
      (
        "a child on a sheet with a pushed one",
        { try $0.show("Inner", from: try $0.show("Child")) }
      ),
      ("restart", { $0.router("Inner").restartApp($0.completing("restartApp")) }),
    ])
}
