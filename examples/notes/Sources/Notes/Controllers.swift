#if canImport(UIKit)
  package import UIKit

  // The view controllers of all stages, which show content and report actions of the user. They do
  // not navigate.

  /// A view controller that shows buttons, one below the other.
  package class ButtonsController: UIViewController {
    /// The buttons, which are created again whenever the view appears.
    fileprivate var buttons: [(title: String, action: () -> Void)] { [] }

    package override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      for old in view.subviews { old.removeFromSuperview() }
      let stack = UIStackView(
        arrangedSubviews: buttons.map { title, action in
          UIButton(type: .system, primaryAction: UIAction(title: title) { _ in action() })
        })
      stack.axis = .vertical
      stack.distribution = .fillEqually
      stack.frame = view.bounds
      stack.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.backgroundColor = .systemBackground
      view.addSubview(stack)
    }
  }

  package final class ListController: ButtonsController {
    package var notes: () -> [Note] = { [] }
    package var onSelect: (Int) -> Void = { _ in }

    fileprivate override var buttons: [(title: String, action: () -> Void)] {
      notes().map { note in (note.title, { [onSelect] in onSelect(note.id) }) }
    }
  }

  package final class NoteController: ButtonsController {
    package var onRename: () -> Void = {}
    package var onExport: () -> Void = {}

    fileprivate override var buttons: [(title: String, action: () -> Void)] {
      [("Rename", onRename), ("Export", onExport)]
    }
  }

  package final class FormatController: ButtonsController {
    package var onSelect: (ExportFormat) -> Void = { _ in }

    fileprivate override var buttons: [(title: String, action: () -> Void)] {
      ExportFormat.allCases.map { format in (format.rawValue, { [onSelect] in onSelect(format) }) }
    }
  }

  package final class ConfirmationController: ButtonsController {
    package var onConfirm: () -> Void = {}

    fileprivate override var buttons: [(title: String, action: () -> Void)] {
      [("Confirm", onConfirm)]
    }
  }
#endif
