#if canImport(SwiftUI)
  package import Notes
  package import Observation
  package import SwiftUI

  /// Stage 1: the application before Signalbox, with SwiftUI. An observable object stores the path
  /// and the presented layer.
  @Observable
  package final class NotesFlow {
    let store: NoteStore
    var path: [Int] = []
    var renamed: Int?
    var name = ""
    var export: ExportFlow?

    package init(_ store: NoteStore) { self.store = store }

    func rename(_ id: Int) { (renamed, name) = (id, store.title(of: id)) }

    func delete(_ id: Int) {
      store.delete(id)
      path.removeLast()
    }

    func export(_ id: Int) {
      export = ExportFlow { [weak self, store] format in
        store.export(id, as: format)
        self?.export = nil
      }
    }
  }

  package struct NotesView: View {
    @Bindable private var flow: NotesFlow

    package init(_ flow: NotesFlow) { self.flow = flow }

    package var body: some View {
      NavigationStack(path: $flow.path) {
        ListView(flow.store.notes) { flow.path.append($0) }
          .navigationDestination(for: Int.self) { id in
            NoteView(flow.store.title(of: id)) {
              flow.rename(id)
            } onExport: {
              flow.export(id)
            }
            .navigationTitle(flow.store.title(of: id))
          }
      }
      .sheet(item: $flow.export) { ExportView($0) }
      .alert("Rename", isPresented: isRenaming, presenting: flow.renamed) { id in
        TextField("Name", text: $flow.name)
        Button("Save") { flow.store.rename(id, to: flow.name) }
        Button("Delete", role: .destructive) { flow.delete(id) }
        Button("Cancel", role: .cancel) {}
      } message: { _ in
        Text("Choose a short name.")
      }
    }

    private var isRenaming: Binding<Bool> {
      Binding {
        flow.renamed != nil
      } set: {
        if !$0 { flow.renamed = nil }
      }
    }
  }

  /// Asks for a format and for a confirmation, in a separate stack.
  @Observable
  package final class ExportFlow: Identifiable {
    var path: [ExportFormat] = []
    let onFinish: (ExportFormat) -> Void

    package init(onFinish: @escaping (ExportFormat) -> Void) { self.onFinish = onFinish }
  }

  package struct ExportView: View {
    @Bindable private var flow: ExportFlow

    package init(_ flow: ExportFlow) { self.flow = flow }

    package var body: some View {
      NavigationStack(path: $flow.path) {
        FormatView { flow.path.append($0) }
          .navigationDestination(for: ExportFormat.self) { format in
            ConfirmationView { flow.onFinish(format) }
          }
      }
    }
  }
#endif
