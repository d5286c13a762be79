// Stand-ins for the part of UIKit that SignalboxUI uses. The stand-ins follow the documented order
// of callbacks and the documented rejections, and draw nothing. Functions whose names start with
// "user" simulate touches.

// UIKit behaves in the same way.
@_exported public import Foundation

/// The settings of tests: time and platform faults.
@MainActor
public enum Platform {
  /// Calls a function after a number of milliseconds.
  public static var schedule: (Int, @escaping @MainActor () -> Void) -> Void = { _, _ in }
  /// Returns the duration of the next animation in milliseconds.
  public static var duration: () -> Int = { 350 }
  /// Returns whether the next presentation is rejected, as if the view were not in a window.
  public static var rejects: () -> Bool = { false }
  /// Returns whether the next dismissal is ignored, as during another transition.
  public static var ignores: () -> Bool = { false }
  /// Returns whether the next completion is lost.
  public static var forgets: () -> Bool = { false }
  /// Whether windows have room for only one column of a split view.
  public internal(set) static var isCompact = false
  /// The warnings that UIKit would print to the console.
  public static var log: [String] = []

  static func end(animated: Bool, _ completion: (@MainActor () -> Void)?) {
    guard let completion else { return }
    if forgets() { return }
    if animated { schedule(duration(), completion) } else { completion() }
  }

  /// Restores the initial settings.
  public static func reset() {
    schedule = { _, _ in }
    duration = { 350 }
    rejects = { false }
    ignores = { false }
    forgets = { false }
    isCompact = false
    log = []
  }
}

@MainActor
open class UIView {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let flexibleWidth = Self(rawValue: 2)
    public static let flexibleHeight = Self(rawValue: 16)
  }

  public var frame = CGRect.zero
  public var bounds = CGRect.zero
  public var autoresizingMask: AutoresizingMask = []
  public var backgroundColor: UIColor?
  public private(set) var subviews: [UIView] = []
  public private(set) weak var superview: UIView?

  public init() {}

  public func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
  }

  public func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }
}

@MainActor
public final class UIWindow: UIView {
  public var rootViewController: UIViewController?
  public private(set) var isKeyWindow = false
  public private(set) weak var windowScene: UIWindowScene?

  public convenience init(windowScene: UIWindowScene) {
    self.init()
    self.windowScene = windowScene
  }

  public func makeKeyAndVisible() { isKeyWindow = true }
}

public struct UIColor: Hashable, Sendable {
  public static let systemBackground = UIColor()
}

@MainActor
public final class UIImage {
  public let name: String
  public init?(named name: String) { return nil }
  public init?(systemName name: String) { self.name = name }
}

@MainActor
open class UIGestureRecognizer {
  public enum State: Sendable { case possible, began, changed, ended, cancelled, failed }

  public var state = State.possible
  public weak var delegate: (any UIGestureRecognizerDelegate)?
  public init() {}
}

@MainActor
public protocol UIGestureRecognizerDelegate: AnyObject {
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
}

@MainActor
public final class UINavigationItem {
  public var title: String?
}

@MainActor
public final class UITabBarItem {
  public var title: String?
  public var image: UIImage?
  public var selectedImage: UIImage?
  public var badgeValue: String?

  public init(title: String?, image: UIImage?, selectedImage: UIImage?) {
    (self.title, self.image, self.selectedImage) = (title, image, selectedImage)
  }
}

// MARK: - Transitions

@MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
  var isCancelled: Bool { get }
  var initiallyInteractive: Bool { get }
  var isInteractive: Bool { get }
  var percentComplete: CGFloat { get }
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
}

public enum UITransitionContextViewControllerKey: Sendable { case from, to }

@MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext
{
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

@MainActor
public protocol UIViewControllerContextTransitioning: AnyObject {}

/// The animation of a transition. The stand-in runs it for its duration.
@MainActor
public protocol UIViewControllerAnimatedTransitioning: AnyObject {
  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
}

@MainActor
public protocol UIViewControllerInteractiveTransitioning: AnyObject {
  func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning)
}

/// A transition that an application's gesture drives until the gesture ends.
@MainActor
open class UIPercentDrivenInteractiveTransition: UIViewControllerInteractiveTransitioning {
  public private(set) var percentComplete: CGFloat = 0
  var onEnd: ((_ isCancelled: Bool) -> Void)?

  public init() {}

  open func startInteractiveTransition(
    _ transitionContext: any UIViewControllerContextTransitioning
  ) {}
  public func update(_ percentComplete: CGFloat) { self.percentComplete = percentComplete }
  public func finish() { end(isCancelled: false) }
  public func cancel() { end(isCancelled: true) }

  private func end(isCancelled: Bool) {
    let end = onEnd
    onEnd = nil
    end?(isCancelled)
  }
}

@MainActor
public final class StandInTransition: UIViewControllerTransitionCoordinator,
  UIViewControllerContextTransitioning
{
  public private(set) var isCancelled = false
  public let initiallyInteractive: Bool
  /// The application's animation, or `nil` for UIKit's default animation.
  public internal(set) var animation: (any UIViewControllerAnimatedTransitioning)?
  /// Whether the user is still touching the screen.
  public private(set) var isInteractive: Bool
  /// The progress of the gesture.
  public var percentComplete: CGFloat = 0
  /// The view controller that becomes topmost, or `nil` if the transition is not a push or pop.
  private weak var top: UIViewController?
  private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []

  init(isInteractive: Bool, to top: UIViewController? = nil) {
    (initiallyInteractive, self.isInteractive) = (isInteractive, isInteractive)
    self.top = top
  }

  public func viewController(
    forKey key: UITransitionContextViewControllerKey
  ) -> UIViewController? {
    key == .to ? top : nil
  }

  public func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    if let completion { completions.append(completion) }
    return true
  }

  func end(isCancelled: Bool = false) {
    self.isCancelled = isCancelled
    isInteractive = false
    let all = completions
    completions = []
    for completion in all { completion(self) }
  }
}
