#if canImport(UIKit)
  public import UIKit

  // The view controllers of all stages: what they show, and what the user does. They do not navigate.

  public final class ListController: UIViewController {
    public var titles: () -> [String] = { [] }
    public var onSelect: (Int) -> Void = { _ in }
  }

  public final class NoteController: UIViewController {
    public var onRename: () -> Void = {}
    public var onExport: () -> Void = {}
  }

  public final class FormatController: UIViewController {
    public var onSelect: (ExportFormat) -> Void = { _ in }
  }

  public final class ConfirmationController: UIViewController {
    public var onConfirm: () -> Void = {}
  }
#endif
