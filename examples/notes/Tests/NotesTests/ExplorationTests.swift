import Notes
import Signalbox
import SignalboxTesting
import Stage3
import Testing

/// Explores every path of stage 3, with the notes that the user has renamed and deleted.
struct ExplorationTests {
  @Test func `every path leads to the list, and a form never covers a form`() throws {
    let summary = try NavigationFixture.explore { app in
      try register(in: app.engine, NoteStore())
      app.launch("NotesCoordinator")
    } checking: { app in
      app.texts = ["name": ["Groceries"]]
      app.never("a form above a form") { $0.modals.count > 1 }
      app.reachable("the confirmation of an export", .front("confirmation"))
      app.fromEverywhere("the list", .front("list"))
      app.within(1, "a form can be closed", from: !.modals(), to: .modals())
      // Each export is stored, so the length of paths is limited.
      app.maxDepth = 6
    }
    #expect(summary.violations.isEmpty)
    #expect(summary.stateCount == 78)
    #expect(summary.transitionCount == 184)
  }
}
