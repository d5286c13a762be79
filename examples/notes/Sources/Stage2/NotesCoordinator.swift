package import Notes
package import Signalbox

/// The screens of ``NotesCoordinator``.
package nonisolated enum NotesRoute: Route, Codable {
  case list
  case note(id: Int)
  case rename(id: Int)
  case export(id: Int)

  package static var samples: [NotesRoute] {
    [.list, .note(id: 1), .rename(id: 1), .export(id: 1)]
  }

  package var style: TransitionStyle {
    switch self {
    case .list, .note: .automatic
    case .rename: .alert
    case .export: .sheet
    }
  }
}

/// Stage 2: the notes are screens of Signalbox. The export is still written by hand: a screen
/// without actions, whose view controller or view is a separate flow.
package final class NotesCoordinator: Coordinator {
  package let router: Router<NotesRoute>
  private let store: NoteStore

  init(_ router: Router<NotesRoute>, _ store: NoteStore) {
    (self.router, self.store) = (router, store)
  }

  package func start() throws { try router.startFlow(at: .list) }

  package func title(of route: NotesRoute) -> String? {
    switch route {
    case .list: "Notes"
    case .note(let id): store.title(of: id)
    case .rename: "Rename"
    case .export: "Export"
    }
  }

  package func actions(of route: NotesRoute) -> [ScreenAction] {
    switch route {
    case .list:
      store.notes.map { note in ScreenAction(note.title) { [self] in try open(note.id) } }
    case .note(let id):
      [
        ScreenAction("Rename") { [self] in try rename(id) },
        ScreenAction("Export") { [self] in try export(id) },
      ]
    case .rename(let id):
      [
        ScreenAction("Save", submit: { [self] in try save(id, title: $0["name"] ?? "") }),
        ScreenAction("Delete", role: .destructive) { [self] in try delete(id) },
        ScreenAction("Cancel", role: .cancel) {},
      ]
    case .export: []
    }
  }

  func open(_ id: Int) throws { try router.navigate(to: .note(id: id)) }

  func rename(_ id: Int) throws {
    try router.present(
      .rename(id: id), message: "Choose a short name.",
      fields: [AlertField("name", placeholder: "Name", text: store.title(of: id))])
  }

  func export(_ id: Int) throws { try router.navigate(to: .export(id: id)) }

  func finishExport(_ id: Int, as format: ExportFormat) throws {
    store.export(id, as: format)
    try router.dismiss()
  }

  private func save(_ id: Int, title: String) throws { store.rename(id, to: title) }

  private func delete(_ id: Int) throws {
    store.delete(id)
    try router.pop()
  }
}
