package import Observation

/// A note.
package nonisolated struct Note: Identifiable, Hashable, Sendable {
  package let id: Int
  package var title: String
}

/// The format of an exported note.
package nonisolated enum ExportFormat: String, Codable, CaseIterable, Identifiable, Sendable {
  case text, markdown

  package var id: String { rawValue }
}

/// The notes of the application. SwiftUI's views observe them.
@Observable
package final class NoteStore {
  package private(set) var notes = [Note(id: 1, title: "Shopping"), Note(id: 2, title: "Ideas")]
  /// The exported notes, in order.
  package private(set) var exports: [String] = []

  package init() {}

  package func title(of id: Int) -> String { notes.first { $0.id == id }?.title ?? "" }

  package func rename(_ id: Int, to title: String) {
    for index in notes.indices where notes[index].id == id { notes[index].title = title }
  }

  package func delete(_ id: Int) { notes.removeAll { $0.id == id } }

  package func export(_ id: Int, as format: ExportFormat) {
    exports.append("\(title(of: id)) as \(format.rawValue)")
  }
}
