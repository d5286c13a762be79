#if canImport(UIKit)
  package import Notes
  package import UIKit

  /// Stage 1: the application before Signalbox, with UIKit. Coordinators create view controllers and
  /// push them.
  package final class NotesCoordinator {
    package let navigation = UINavigationController()
    private let store: NoteStore
    /// The running child, which this property keeps alive.
    private(set) var child: ExportCoordinator?

    package init(_ store: NoteStore) { self.store = store }

    package func start() {
      let list = ListController()
      list.navigationItem.title = "Notes"
      list.notes = { [store] in store.notes }
      list.onSelect = { [weak self] in self?.showNote($0) }
      navigation.setViewControllers([list], animated: false)
    }

    func showNote(_ id: Int) {
      let note = NoteController()
      note.navigationItem.title = store.title(of: id)
      note.onRename = { [weak self, weak note] in
        self?.rename(id) { note?.navigationItem.title = $0 }
      }
      note.onExport = { [weak self] in self?.export(id) }
      navigation.pushViewController(note, animated: true)
    }

    private func rename(_ id: Int, then show: @escaping (String) -> Void) {
      let alert = UIAlertController(
        title: "Rename", message: "Choose a short name.", preferredStyle: .alert)
      alert.addTextField { [store] in $0.text = store.title(of: id) }
      alert.addAction(
        UIAlertAction(title: "Save", style: .default) { [store, weak alert] _ in
          store.rename(id, to: alert?.textFields?.first?.text ?? "")
          show(store.title(of: id))
        })
      alert.addAction(
        UIAlertAction(title: "Delete", style: .destructive) { [store, weak self] _ in
          store.delete(id)
          self?.navigation.popViewController(animated: true)
        })
      alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
      navigation.present(alert, animated: true)
    }

    private func export(_ id: Int) {
      let child = ExportCoordinator { [weak self, store] format in
        store.export(id, as: format)
        self?.navigation.dismiss(animated: true)
        self?.child = nil
      }
      self.child = child
      child.start()
      navigation.present(child.navigation, animated: true)
    }
  }

  /// Asks for a format and for a confirmation, in a separate navigation controller.
  package final class ExportCoordinator {
    package let navigation = UINavigationController()
    private let onFinish: (ExportFormat) -> Void

    package init(onFinish: @escaping (ExportFormat) -> Void) { self.onFinish = onFinish }

    package func start() {
      let formats = FormatController()
      formats.onSelect = { [weak self] in self?.confirm($0) }
      navigation.setViewControllers([formats], animated: false)
    }

    private func confirm(_ format: ExportFormat) {
      let confirmation = ConfirmationController()
      confirmation.onConfirm = { [weak self] in self?.onFinish(format) }
      navigation.pushViewController(confirmation, animated: true)
    }
  }
#endif
