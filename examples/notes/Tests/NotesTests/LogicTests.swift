import Notes
import Signalbox
import SignalboxTesting
import Stage3
import Testing

/// Tests the flow of stage 3 without an interface, in virtual time.
struct LogicTests {
  private let store = NoteStore()
  private let app: NavigationFixture

  init() throws {
    let store = store
    app = try NavigationFixture { try register(in: $0.engine, store) }
    app.launch("NotesCoordinator")
  }

  @Test func `an alert renames a note with its text`() {
    app.tap("Shopping")
    app.tap("Rename")
    app.enterText("Groceries", into: "name")
    app.tapAlert("Save")
    #expect(store.notes.map(\.title) == ["Groceries", "Ideas"])
    app.expectStack("list", .screen("note", ["id": 1]))
  }

  @Test func `deleting a note pops its screen`() {
    app.tap("Ideas")
    app.tap("Rename")
    app.tapAlert("Delete")
    #expect(store.notes.map(\.title) == ["Shopping"])
    app.expectStack("list")
  }

  @Test func `an export returns its format, or no format if the user pulls the sheet away`() {
    app.tap("Shopping")
    app.tap("Export")
    app.tap("markdown")
    app.tap("Confirm")
    #expect(store.exports == ["Shopping as markdown"])
    app.tap("Export")
    app.swipeDown()
    #expect(store.exports.count == 1)
    app.expectStack("list", .screen("note", ["id": 1]))
  }
}
