/// A note.
public nonisolated struct Note: Identifiable, Hashable, Sendable {
  public let id: Int
  public var title: String
}

/// The format of an exported note.
public nonisolated enum ExportFormat: String, Codable, CaseIterable, Identifiable, Sendable {
  case text, markdown

  public var id: String { rawValue }
}

/// The notes of the application.
public final class NoteStore {
  public private(set) var notes = [Note(id: 1, title: "Shopping"), Note(id: 2, title: "Ideas")]
  /// What was exported, in order.
  public private(set) var exports: [String] = []

  public init() {}

  public func title(of id: Int) -> String { notes.first { $0.id == id }?.title ?? "" }

  public func rename(_ id: Int, to title: String) {
    for index in notes.indices where notes[index].id == id { notes[index].title = title }
  }

  public func delete(_ id: Int) { notes.removeAll { $0.id == id } }

  public func export(_ id: Int, as format: ExportFormat) {
    exports.append("\(title(of: id)) as \(format.rawValue)")
  }
}
