#if canImport(UIKit)
  package import UIKit

  // The view controllers of all stages, which show content and report actions of the user. They do
  // not navigate.

  package final class ListController: UIViewController {
    package var titles: () -> [String] = { [] }
    package var onSelect: (Int) -> Void = { _ in }
  }

  package final class NoteController: UIViewController {
    package var onRename: () -> Void = {}
    package var onExport: () -> Void = {}
  }

  package final class FormatController: UIViewController {
    package var onSelect: (ExportFormat) -> Void = { _ in }
  }

  package final class ConfirmationController: UIViewController {
    package var onConfirm: () -> Void = {}
  }
#endif
