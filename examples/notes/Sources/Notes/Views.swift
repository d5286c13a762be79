#if canImport(SwiftUI)
  package import SwiftUI

  // The views of all stages, which show content and report actions of the user. They do not
  // navigate.

  package struct ListView: View {
    private let notes: [Note]
    private let onSelect: (Int) -> Void

    package init(_ notes: [Note], onSelect: @escaping (Int) -> Void) {
      (self.notes, self.onSelect) = (notes, onSelect)
    }

    package var body: some View {
      ForEach(notes) { note in Button(note.title) { onSelect(note.id) } }
    }
  }

  package struct NoteView: View {
    private let title: String
    private let onRename: () -> Void
    private let onExport: () -> Void

    package init(
      _ title: String, onRename: @escaping () -> Void, onExport: @escaping () -> Void
    ) {
      (self.title, self.onRename, self.onExport) = (title, onRename, onExport)
    }

    package var body: some View {
      Text(title)
      Button("Rename") { onRename() }
      Button("Export") { onExport() }
    }
  }

  package struct FormatView: View {
    private let onSelect: (ExportFormat) -> Void

    package init(onSelect: @escaping (ExportFormat) -> Void) { self.onSelect = onSelect }

    package var body: some View {
      ForEach(ExportFormat.allCases) { format in Button(format.rawValue) { onSelect(format) } }
    }
  }

  package struct ConfirmationView: View {
    private let onConfirm: () -> Void

    package init(onConfirm: @escaping () -> Void) { self.onConfirm = onConfirm }

    package var body: some View { Button("Confirm") { onConfirm() } }
  }
#endif
