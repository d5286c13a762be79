public import Foundation

public enum UIModalPresentationStyle: Sendable {
  case automatic, fullScreen, pageSheet, formSheet, popover, overFullScreen, overCurrentContext
  case currentContext, custom
}

@MainActor
open class UIPresentationController {
  public unowned let presentedViewController: UIViewController
  public weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

  init(_ presented: UIViewController) { presentedViewController = presented }
}

@MainActor
public protocol UISheetPresentationControllerDetentResolutionContext {
  var maximumDetentValue: CGFloat { get }
}

@MainActor
public final class UISheetPresentationController: UIPresentationController {
  @MainActor
  public final class Detent {
    public let name: String
    init(_ name: String) { self.name = name }

    public static func medium() -> Detent { Detent("medium") }
    public static func large() -> Detent { Detent("large") }
    public static func custom(
      resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
    ) -> Detent {
      struct Context: UISheetPresentationControllerDetentResolutionContext {
        var maximumDetentValue: CGFloat { 800 }
      }
      return Detent("\(resolver(Context()) ?? 0)")
    }
  }

  public var detents: [Detent] = []
}

@MainActor
public protocol UIPopoverPresentationControllerSourceItem: AnyObject {}

@MainActor
public final class UIBarButtonItem: UIPopoverPresentationControllerSourceItem {
  public init() {}
}

@MainActor
public final class UIPopoverPresentationController: UIPresentationController {
  public struct ArrowDirection: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let any = Self(rawValue: 15)
  }

  public var sourceView: UIView?
  public var sourceItem: (any UIPopoverPresentationControllerSourceItem)?
  public var barButtonItem: UIBarButtonItem?
  public var sourceRect = CGRect.zero
  public var permittedArrowDirections: ArrowDirection = .any
}

@MainActor
public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController)
    -> Bool
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

@MainActor
open class UIViewController {
  public lazy var view: UIView! = UIView()
  public var isModalInPresentation = false
  public var modalPresentationStyle = UIModalPresentationStyle.automatic {
    didSet {
      if isPresentationMade, oldValue != modalPresentationStyle {
        Platform.log.append("The presentation controller was created with another style")
      }
    }
  }
  public weak var transitioningDelegate: AnyObject?
  public let navigationItem = UINavigationItem()
  public lazy var tabBarItem: UITabBarItem! = UITabBarItem(
    title: nil, image: nil, selectedImage: nil)
  public private(set) var children: [UIViewController] = []
  public private(set) weak var parent: UIViewController?
  public private(set) var presentedViewController: UIViewController?
  public private(set) weak var presentingViewController: UIViewController?
  public private(set) var isBeingDismissed = false
  open private(set) var transitionCoordinator: (any UIViewControllerTransitionCoordinator)?
  public private(set) lazy var presentationController: UIPresentationController? =
    makePresentation()

  public init(nibName: String?, bundle: Bundle?) {}
  public required init?(coder: NSCoder) { return nil }
  public convenience init() { self.init(nibName: nil, bundle: nil) }

  open var childForStatusBarStyle: UIViewController? { nil }
  open var childForStatusBarHidden: UIViewController? { nil }
  open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
  /// Only tests call this method: the stand-in shows no views.
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}

  private var isPresentationMade = false

  private func makePresentation() -> UIPresentationController {
    isPresentationMade = true
    return switch modalPresentationStyle {
    case .popover: UIPopoverPresentationController(self)
    case .pageSheet, .formSheet, .automatic: UISheetPresentationController(self)
    default: UIPresentationController(self)
    }
  }

  public var sheetPresentationController: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }
  public var popoverPresentationController: UIPopoverPresentationController? {
    presentationController as? UIPopoverPresentationController
  }

  // MARK: - Children

  public func addChild(_ child: UIViewController) {
    child.parent?.children.removeAll { $0 === child }
    children.append(child)
    child.parent = self
  }
  public func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }
  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}

  // MARK: - Presenting

  public func present(
    _ other: UIViewController, animated: Bool, completion: (() -> Void)? = nil
  ) {
    guard presentedViewController == nil, !isBeingDismissed, !Platform.rejects() else {
      // The completion is never called.
      return Platform.log.append("Attempt to present \(other) on \(self)")
    }
    if other.popoverPresentationController != nil,
      other.popoverPresentationController?.sourceView == nil,
      other.popoverPresentationController?.barButtonItem == nil
    {
      Platform.log.append("UIPopoverPresentationController should have a non-nil sourceView")
    }
    presentedViewController = other
    other.presentingViewController = self
    other.transitionCoordinator = StandInTransition(isInteractive: false)
    Platform.end(animated: animated) { [weak other] in
      other?.transitionCoordinator = nil
      completion?()
    }
  }

  public func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    guard let presented = presentedViewController else {
      // The call is forwarded to the presenting view controller. Without a presentation, the call
      // has no effect, and no completion is called.
      presentingViewController?.dismiss(animated: animated, completion: completion)
      return
    }
    // The completion is never called.
    guard !presented.isBeingDismissed, !Platform.ignores() else { return }
    presented.isBeingDismissed = true
    let isForgotten = completion == nil || Platform.forgets()
    let end: @MainActor () -> Void = { [weak self] in
      self?.remove(presented, animated)
      if !isForgotten { completion?() }
    }
    if animated { Platform.schedule(Platform.duration(), end) } else { end() }
  }

  private func remove(_ presented: UIViewController, _ animated: Bool) {
    guard presentedViewController === presented else { return }
    var gone: UIViewController? = presented
    while let controller = gone {
      controller.isBeingDismissed = true
      controller.viewDidDisappear(animated)
      gone = controller.presentedViewController
    }
    presentedViewController = nil
    presented.presentingViewController = nil
    presented.isBeingDismissed = false
  }

  // MARK: - The user

  /// Begins to swipe a sheet down.
  ///
  /// - Returns: The transition, which ``userEndsPull(_:isCancelled:)`` ends, or `nil` if the swipe
  ///   cannot begin.
  public func userBeginsPull() -> StandInTransition? {
    guard presentingViewController != nil, presentedViewController == nil,
      let controller = presentationController
    else { return nil }
    let mayDismiss = controller.delegate?.presentationControllerShouldDismiss(controller) ?? true
    guard !isModalInPresentation, mayDismiss else {
      controller.delegate?.presentationControllerDidAttemptToDismiss(controller)
      return nil
    }
    let transition = StandInTransition(isInteractive: true)
    transitionCoordinator = transition
    isBeingDismissed = true
    controller.delegate?.presentationControllerWillDismiss(controller)
    return transition
  }

  public func userEndsPull(_ transition: StandInTransition, isCancelled: Bool) {
    guard let presenter = presentingViewController, let controller = presentationController else {
      return transition.end(isCancelled: true)
    }
    transitionCoordinator = nil
    if isCancelled {
      isBeingDismissed = false
    } else {
      presenter.remove(self, true)
    }
    transition.end(isCancelled: isCancelled)
    if !isCancelled { controller.delegate?.presentationControllerDidDismiss(controller) }
  }

  func setTransition(_ transition: StandInTransition?) { transitionCoordinator = transition }
}

// MARK: - Alerts

@MainActor
public final class UIAlertAction {
  public enum Style: Sendable { case `default`, cancel, destructive }

  public let title: String?
  public let style: Style
  let handler: ((UIAlertAction) -> Void)?

  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    (self.title, self.style, self.handler) = (title, style, handler)
  }
}

@MainActor
open class UIAlertController: UIViewController {
  public enum Style: Sendable { case alert, actionSheet }

  public var title: String?
  public var message: String?
  public private(set) var preferredStyle = Style.alert
  public private(set) var actions: [UIAlertAction] = []
  public private(set) var textFields: [UITextField]?

  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    (self.title, self.message, self.preferredStyle) = (title, message, preferredStyle)
    modalPresentationStyle = .overFullScreen
  }

  public func addAction(_ action: UIAlertAction) {
    if action.style == .cancel, actions.contains(where: { $0.style == .cancel }) {
      Platform.log.append("UIAlertController can only have one action with the style cancel")
    }
    actions.append(action)
  }

  public func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    if preferredStyle != .alert {
      Platform.log.append("Text fields can only be added to an alert")
    }
    let field = UITextField()
    textFields = (textFields ?? []) + [field]
    configurationHandler?(field)
  }

  /// Taps outside an action sheet on iPad. The sheet is dismissed, and its action with the style
  /// `cancel`, if any, is called.
  public func userTapsOutside() {
    guard preferredStyle == .actionSheet, let presenter = presentingViewController else { return }
    presenter.dismiss(animated: false)
    let cancel = actions.first { $0.style == .cancel }
    if let cancel { cancel.handler?(cancel) }
  }

  /// Taps a button. The alert is dismissed, and then the handler is called.
  public func userTaps(_ title: String) {
    guard let action = actions.first(where: { $0.title == title }),
      let presenter = presentingViewController
    else { return }
    presenter.dismiss(animated: false)
    action.handler?(action)
  }
}
