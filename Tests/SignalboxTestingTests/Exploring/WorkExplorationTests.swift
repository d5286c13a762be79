import Foundation
import Signalbox
import SignalboxTesting
import Testing

/// Explores the results of asynchronous work.
struct WorkExplorationTests {
  private struct Offline: Error {}

  private enum SearchRoute: String, Route, CaseIterable, Codable { case people, profile }

  /// Requests the person that the user selects.
  private final class Search: Coordinator {
    static let name = "Search"
    let router: Router<SearchRoute>
    private(set) var selected = ""
    private(set) var shown = ""
    private var isOffline = false
    private let checksSelection: Bool
    private let handlesErrors: Bool

    init(_ router: Router<SearchRoute>, checksSelection: Bool, handlesErrors: Bool) {
      (self.router, self.checksSelection) = (router, checksSelection)
      self.handlesErrors = handlesErrors
    }

    func start() throws { try router.startFlow(at: .people) }

    func actions(of route: SearchRoute) -> [ScreenAction] {
      if route == .profile { return [] }
      return ["Ada", "Bob"].filter { $0 != selected }.map { name in
        ScreenAction(name) { [self] in
          (selected, shown, isOffline) = (name, "", false)
          try router.work {
            try await $0.sleep(for: .seconds(1))
            return name
          } then: { [self] result in
            try show(result, name)
          }
        }
      }
    }

    private func show(_ result: Result<String, any Error>, _ name: String) throws {
      if checksSelection, name != selected { return }
      if handlesErrors, case .failure = result {
        (selected, isOffline) = ("", true)
      } else {
        shown = try result.get()
      }
    }
  }

  private func explore(
    checksSelection: Bool, handlesErrors: Bool, _ endings: [WorkEnding]?
  ) throws -> ExplorationSummary {
    try NavigationFixture.explore { app in
      try app.engine.register(Search.self) {
        Search($0, checksSelection: checksSelection, handlesErrors: handlesErrors)
      }
      app.launch(Search.self)
    } checking: {
      $0.ignoredRules = [.traps, .routes, .deadEnds]
      $0.maxDepth = 4
      if let endings { $0.endWork(of: "Search", with: endings) }
      $0.always("the selected person is shown") { state in
        guard let search = state.coordinator(Search.self) else { return true }
        return search.shown.isEmpty || search.shown == search.selected
      }
    }
  }

  @Test func `a late response that replaces a newer one is found with the shortest path`() throws {
    var summary: ExplorationSummary?
    let failures = messages {
      summary = try explore(checksSelection: false, handlesErrors: true, [.completion])
    }
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../docs/how-to/explore-every-path.md").standardized,
      encoding: .utf8)
    let block = try #require(page.firstMatch(of: /```text\n(explore: (?:(?!```).*\n)+)```/)?.1)
    #expect(failures.count == 1 && failures[0].contains(block))
    let violation = try #require(summary?.violations.first)
    #expect(summary?.violations.count == 1)
    #expect(violation.title == "always \"the selected person is shown\"")
    #expect(
      violation.counterexample?.statements == """
        // before the start: app.holdWork(of: "Search")
        app.tap("Ada")
        app.tap("Bob")
        app.endWork(of: "Search", with: .completion)
        app.advance(by: .milliseconds(1000))
        // it does not hold here
        """)
  }

  @Test func `a failure that no callback handles is found with the shortest path`() throws {
    var summary: ExplorationSummary?
    _ = messages {
      summary = try explore(
        checksSelection: true, handlesErrors: false, [.success("Ada"), .failure(Offline())])
    }
    let violation = try #require(summary?.violations.last)
    #expect(summary?.violations.map(\.title).contains("no handler raises an error") == true)
    #expect(violation.title == "no handler raises an error")
    #expect(
      violation.counterexample?.statements == """
        // before the start: app.holdWork(of: "Search")
        app.tap("Ada")
        app.endWork(of: "Search", with: .failure(Offline()))
        // Offline()
        """)
  }

  @Test func `a correct application holds for every result and every order of results`() throws {
    let summary = try explore(
      checksSelection: true, handlesErrors: true,
      [.completion, .failure(Offline()), .cancellation])
    #expect(summary.violations.isEmpty)
    #expect(
      summary.notes == [
        "Paths were repeated from the start: checkpoint: Search has properties that cannot be restored."
      ])
  }

  @Test func `a result of another type is noted and not tried`() throws {
    let summary = try explore(
      checksSelection: true, handlesErrors: true, [.completion, .success(7)])
    #expect(summary.notes.last == "No work of \"Search\" has ended with .success(7).")
  }

  @Test func `work without declared results runs as it is written`() throws {
    let held = try explore(checksSelection: true, handlesErrors: true, [.completion])
    let whole = try explore(checksSelection: true, handlesErrors: true, nil)
    #expect(whole.violations.isEmpty)
    #expect(whole.stateCount < held.stateCount)
  }

  @Test func `a type that is not registered is rejected with the nearest name`() {
    let found = messages {
      try NavigationFixture.explore { app in
        try app.engine.register(Search.self) {
          Search($0, checksSelection: true, handlesErrors: true)
        }
        app.launch(Search.self)
      } checking: {
        $0.endWork(of: "Serch")
      }
    }
    #expect(
      found.count == 1
        && found[0].contains(
          "explore: endWork: \"Serch\" is not a registered coordinator type")
    )
  }
}
