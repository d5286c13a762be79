#if canImport(SwiftUI)
  public import SwiftUI

  // The views of all stages: what they show, and what the user does. They do not navigate.

  public struct ListView: View {
    private let notes: [Note]
    private let onSelect: (Int) -> Void

    public init(_ notes: [Note], onSelect: @escaping (Int) -> Void) {
      (self.notes, self.onSelect) = (notes, onSelect)
    }

    public var body: some View {
      ForEach(notes) { note in Button(note.title) { onSelect(note.id) } }
    }
  }

  public struct NoteView: View {
    private let title: String
    private let onRename: () -> Void
    private let onExport: () -> Void

    public init(
      _ title: String, onRename: @escaping () -> Void, onExport: @escaping () -> Void
    ) {
      (self.title, self.onRename, self.onExport) = (title, onRename, onExport)
    }

    public var body: some View {
      Text(title)
      Button("Rename") { onRename() }
      Button("Export") { onExport() }
    }
  }

  public struct FormatView: View {
    private let onSelect: (ExportFormat) -> Void

    public init(onSelect: @escaping (ExportFormat) -> Void) { self.onSelect = onSelect }

    public var body: some View {
      ForEach(ExportFormat.allCases) { format in Button(format.rawValue) { onSelect(format) } }
    }
  }

  public struct ConfirmationView: View {
    private let onConfirm: () -> Void

    public init(onConfirm: @escaping () -> Void) { self.onConfirm = onConfirm }

    public var body: some View { Button("Confirm") { onConfirm() } }
  }
#endif
