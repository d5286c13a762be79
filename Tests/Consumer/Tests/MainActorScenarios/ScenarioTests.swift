import Signalbox
import SignalboxScriptTesting
import Testing
import XCTest

/// A service that the application injects.
final class Archive {
  private(set) var notes: [String] = []

  func add(_ note: String) { notes.append(note) }
}

enum NotesRoute: Route, Codable, CaseIterable { case list, editor }

/// A coordinator as Xcode creates it: its code runs on the main actor.
final class Notes: Coordinator {
  let router: Router<NotesRoute>
  private let archive: Archive

  init(_ router: Router<NotesRoute>, archive: Archive) {
    (self.router, self.archive) = (router, archive)
  }

  func start() throws { try router.startFlow(at: .list) }

  func title(of route: NotesRoute) -> String? {
    route == .list ? "\(archive.notes.count) notes" : nil
  }

  func actions(of route: NotesRoute) -> [ScreenAction] {
    switch route {
    case .list: [ScreenAction("New") { [router] in try router.present(.editor) }]
    case .editor:
      [
        ScreenAction("Save") { [self] in
          archive.add("Lamp")
          try router.dismiss()
        }
      ]
    }
  }
}

func prepare(_ app: ScriptFixture) throws {
  MainActor.assertIsolated()
  let archive = Archive()
  try app.engine.register(Notes.self) { Notes($0, archive: archive) }
  try app.engine.validate()
}

struct ScenarioTests {
  @Test(arguments: try ScenarioFiles.onMainActor(in: "Scenarios") { try prepare($0) })
  @MainActor func scenario(_ scenario: Scenario) async throws { try await scenario.run() }

  @Test(arguments: try ScenarioFiles.onMainActor(in: "Scenarios") { try prepare($0) })
  @concurrent nonisolated func `a scenario of the main actor does not run elsewhere`(
    _ scenario: Scenario
  ) async throws {
    try await withKnownIssue {
      try await scenario.run()
    } matching: {
      "\($0)".contains("mark the test with @MainActor")
    }
  }
}

// XCTest's own class is not on the main actor.
nonisolated final class ScenarioCases: XCTestCase {
  @MainActor func testScenarios() async throws {
    try ScenarioFiles.onMainActor(in: "Scenarios") { try prepare($0) }.run(in: self)
  }
}
