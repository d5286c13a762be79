public import Foundation

@MainActor
public protocol UISplitViewControllerDelegate: AnyObject {
  func splitViewController(
    _ splitViewController: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column
  func splitViewControllerDidCollapse(_ splitViewController: UISplitViewController)
  func splitViewControllerDidExpand(_ splitViewController: UISplitViewController)
}

/// Shows a column for each of two view controllers or, while there is not enough room, the view
/// controller for the column `compact`.
@MainActor
open class UISplitViewController: UIViewController {
  public enum Style: Sendable { case unspecified, doubleColumn, tripleColumn }
  public enum Column: Hashable, Sendable { case primary, supplementary, secondary, compact }
  public enum DisplayMode: Sendable { case automatic, secondaryOnly, oneBesideSecondary }

  public private(set) var style = Style.unspecified
  public private(set) var isCollapsed = false
  public var preferredDisplayMode = DisplayMode.automatic
  public var preferredPrimaryColumnWidth: CGFloat = -1
  public weak var delegate: (any UISplitViewControllerDelegate)?
  private var columns: [Column: UIViewController] = [:]

  public override init(nibName: String?, bundle: Bundle?) { super.init(nibName: nil, bundle: nil) }
  public required init?(coder: NSCoder) { return nil }
  public init(style: Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }

  public func setViewController(_ controller: UIViewController?, for column: Column) {
    columns[column]?.removeFromParent()
    columns[column] = controller
    if let controller { addChild(controller) }
  }

  public func viewController(for column: Column) -> UIViewController? { columns[column] }

  /// The view controllers of the visible columns.
  public var visibleColumns: [UIViewController] {
    (isCollapsed ? [.compact] : [.primary, .secondary]).compactMap { columns[$0] }
  }

  /// A split view controller collapses when it becomes visible in a window without enough room.
  open override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    if parent != nil { adapt() }
  }

  /// Expands or collapses the view to fit into the window.
  func adapt() {
    guard isCollapsed != Platform.isCompact else { return }
    if Platform.isCompact {
      let top = delegate?.splitViewController(
        self, topColumnForCollapsingToProposedTopColumn: .secondary)
      if top != .compact, columns[.compact] != nil {
        Platform.log.append("The split view collapses to another column")
      }
      isCollapsed = true
      delegate?.splitViewControllerDidCollapse(self)
    } else {
      isCollapsed = false
      delegate?.splitViewControllerDidExpand(self)
    }
  }
}

extension UIWindow {
  /// Changes the width of the window, so that there is room for two columns or only for one.
  public func userResizes(isCompact: Bool) {
    Platform.isCompact = isCompact
    rootViewController?.adaptAll()
  }
}

extension UIViewController {
  fileprivate func adaptAll() {
    (self as? UISplitViewController)?.adapt()
    for child in children { child.adaptAll() }
    presentedViewController?.adaptAll()
  }
}
