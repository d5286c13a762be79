import Signalbox
import UIKit

@testable import SignalboxUIOnStandIns

/// The visible content of UIKit's window, with simulated touches.
@MainActor
struct UIKitUser {
  let window: UIWindow

  /// The presented view controllers, lowest first.
  var presented: [UIViewController] {
    var list: [UIViewController] = []
    var next = window.rootViewController
    while let controller = next {
      list.append(controller)
      next = controller.presentedViewController
    }
    return list
  }

  var top: UIViewController? { presented.last }

  /// The visible containers in the topmost view controller, outermost first.
  var visible: [UIViewController] {
    var list: [UIViewController] = []
    var next = (top as? InterfaceContainer)?.content
    while let controller = next {
      list.append(controller)
      switch controller {
      case let split as UISplitViewController:
        // The column with the topmost screen.
        next = split.visibleColumns.last {
          ($0 as? UINavigationController).map(Self.isUsed) == true
        }
      case let stack as UINavigationController:
        next = (stack.viewControllers.last as? InterfaceContainer)?.content
      case let tabs as UITabBarController:
        next = (tabs.selectedViewController as? InterfaceContainer)?.content
      default: next = nil
      }
    }
    return list
  }

  private static func isUsed(_ column: UINavigationController) -> Bool {
    !column.viewControllers.isEmpty
  }

  /// The innermost visible split view.
  var split: UISplitViewController? {
    visible.last { $0 is UISplitViewController } as? UISplitViewController
  }

  /// The titles in the visible columns of a split view, or in the visible stack.
  var columns: [[String]] {
    guard let split else { return [titles] }
    return split.visibleColumns.map { column in
      let stack = column as? UINavigationController
      return stack?.viewControllers.map { $0.navigationItem.title ?? "-" } ?? []
    }
  }

  /// The innermost visible stack.
  var stack: UINavigationController? {
    visible.last { $0 is UINavigationController } as? UINavigationController
  }
  /// The visible tab bars.
  var tabs: [UITabBarController] { visible.compactMap { $0 as? UITabBarController } }

  /// The titles of the visible stack.
  var titles: [String] { stack?.viewControllers.map { $0.navigationItem.title ?? "-" } ?? [] }
}
