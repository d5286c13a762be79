#if canImport(UIKit) && !os(tvOS) && !os(visionOS) && !os(watchOS)
  internal import Signalbox
  internal import UIKit

  /// The view controller that shows one stack.
  @MainActor
  enum InterfaceStackController {
    case single(InterfaceNavigationController)
    case split(InterfaceSplitController)

    /// The navigation controllers of the stack, in the order of their screens.
    var columns: [InterfaceNavigationController] {
      switch self {
      case .single(let controller): [controller]
      case .split(let split): split.columns
      }
    }

    /// The navigation controller with the topmost screen.
    var front: InterfaceNavigationController {
      switch self {
      case .single(let controller): controller
      case .split(let split): split.front
      }
    }

    /// Whether the stack is an expanded split view.
    var isExpanded: Bool {
      if case .split(let split) = self { !split.isCollapsed } else { false }
    }

    /// Removes the view controllers, so that the controller that replaces this one can add them.
    /// Columns with a running push or pop do not change, because UIKit does not accept the change.
    func removeAll() {
      for column in columns where !column.isMoving { column.show([], isAnimated: false) }
    }

    /// Replaces the view controllers of the stack. The tabs at the root remain.
    func show(_ screens: [UIViewController], isAnimated: Bool) {
      switch self {
      case .single(let controller):
        controller.show((controller.base.map { [$0] } ?? []) + screens, isAnimated: isAnimated)
      case .split(let split): split.show(screens, isAnimated: isAnimated)
      }
    }
  }

  /// A split view that shows the screens of one stack in two columns or, while it is collapsed, in
  /// one navigation controller.
  ///
  /// UIKit shows the column `compact` while the split view is collapsed. The view controllers of
  /// screens move between this column and the two other columns.
  final class InterfaceSplitController: UISplitViewController {
    let sidebar = InterfaceNavigationController()
    let detail = InterfaceNavigationController()
    let compact = InterfaceNavigationController()
    var id: StackID?
    /// The number of screens in the sidebar.
    private var sidebarCount = 1
    /// Whether the column `compact` contains the screens.
    private var isInOneColumn = false
    private var isWaiting = false
    private var mainLoop: MainLoop = scheduleInRealTime

    /// Creates the split view of a stack, without screens.
    convenience init(_ stack: InterfaceTree.Stack, mainLoop: @escaping MainLoop) {
      self.init(style: .doubleColumn)
      (id, sidebarCount, self.mainLoop) = (stack.id, stack.detail ?? 1, mainLoop)
      setViewController(sidebar, for: .primary)
      setViewController(detail, for: .secondary)
      setViewController(compact, for: .compact)
      preferredDisplayMode = .oneBesideSecondary
      delegate = self
    }

    var columns: [InterfaceNavigationController] { [sidebar, detail, compact] }

    var front: InterfaceNavigationController {
      if isInOneColumn { return compact }
      return detail.viewControllers.isEmpty ? sidebar : detail
    }

    /// Replaces the view controllers in the columns that are visible.
    func show(_ controllers: [UIViewController], isAnimated: Bool) {
      if isInOneColumn != isCollapsed {
        isInOneColumn = isCollapsed
        // A view controller must be removed from its navigation controller before it is added to
        // another one.
        for column in columns { column.show([], isAnimated: false) }
      }
      guard !isInOneColumn else { return compact.show(controllers, isAnimated: isAnimated) }
      let roots = Array(controllers.prefix(sidebarCount))
      let details = Array(controllers.dropFirst(sidebarCount))
      // Another item of the sidebar is shown without a push.
      let isSameItem = detail.viewControllers.first === details.first
      // `setStack` can move a screen from the detail column to the sidebar.
      let isMoved = roots.contains { root in detail.viewControllers.contains { $0 === root } }
      if isMoved { detail.show([], isAnimated: false) }
      sidebar.show(roots, isAnimated: false)
      detail.show(details, isAnimated: isAnimated && isSameItem)
    }

    /// Moves the view controllers to the columns that are visible, after a running push or pop.
    private func arrange() {
      guard isInOneColumn != isCollapsed, !isWaiting else { return }
      guard columns.contains(where: \.isMoving) else {
        return show(columns.flatMap(\.viewControllers), isAnimated: false)
      }
      isWaiting = true
      mainLoop(.milliseconds(50)) { [weak self] in
        self?.isWaiting = false
        self?.arrange()
      }
    }
  }

  extension InterfaceSplitController: UISplitViewControllerDelegate {
    /// Shows the column with the whole stack. UIKit calls this method before it collapses the view.
    func splitViewController(
      _ splitViewController: UISplitViewController,
      topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column {
      .compact
    }

    func splitViewControllerDidCollapse(_ splitViewController: UISplitViewController) { arrange() }

    func splitViewControllerDidExpand(_ splitViewController: UISplitViewController) { arrange() }
  }
#endif
