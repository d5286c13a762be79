@MainActor
public final class UINavigationBar {
  public var items: [UINavigationItem]?
}

@MainActor
public protocol UINavigationBarDelegate: AnyObject {
  func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool
}

@MainActor
public protocol UINavigationControllerDelegate: AnyObject {
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  func navigationController(
    _ navigationController: UINavigationController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
}

@MainActor
open class UINavigationController: UIViewController {
  public enum Operation: Int, Sendable { case none, push, pop }

  public private(set) var viewControllers: [UIViewController] = []
  public weak var delegate: (any UINavigationControllerDelegate)?
  public let interactivePopGestureRecognizer: UIGestureRecognizer? = UIGestureRecognizer()
  public let interactiveContentPopGestureRecognizer: UIGestureRecognizer? = UIGestureRecognizer()
  public let navigationBar = UINavigationBar()
  public private(set) var isNavigationBarHidden = false
  private var swiped: UIViewController?

  public func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    isNavigationBarHidden = hidden
  }

  public func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
    if transitionCoordinator != nil {
      Platform.log.append("setViewControllers during a transition")
    }
    let old = viewControllers
    show(controllers)
    guard let top = controllers.last, top !== old.last else { return }
    change(from: old, to: top, animated: animated)
  }

  public func pushViewController(_ controller: UIViewController, animated: Bool) {
    let old = viewControllers
    show(old + [controller])
    change(from: old, to: controller, animated: animated)
  }

  @discardableResult
  public func popViewController(animated: Bool) -> UIViewController? {
    guard viewControllers.count > 1, let top = viewControllers.last else { return nil }
    setViewControllers(Array(viewControllers.dropLast()), animated: animated)
    return top
  }

  private func show(_ controllers: [UIViewController]) {
    let isElsewhere = controllers.contains {
      $0.parent is UINavigationController && $0.parent !== self && $0.parent?.parent === parent
    }
    if parent is UISplitViewController, isElsewhere {
      Platform.log.append("A view controller is on two stacks of a split view")
    }
    for controller in viewControllers where !controllers.contains(where: { $0 === controller }) {
      controller.removeFromParent()
    }
    viewControllers = controllers
    for controller in controllers { addChild(controller) }
    navigationBar.items = controllers.map(\.navigationItem)
  }

  /// Calls `willShow`, runs the animation, calls `didShow`, and then calls the completions of the
  /// transition coordinator.
  private func change(from old: [UIViewController], to top: UIViewController, animated: Bool) {
    let own = animated ? self.transition(from: old, to: top) : nil
    let (animation, driver) = (own?.animation, own?.driver)
    let transition = animated ? StandInTransition(isInteractive: driver != nil, to: top) : nil
    transition?.animation = animation
    setTransition(transition)
    delegate?.navigationController(self, willShow: top, animated: animated)
    guard let transition else {
      delegate?.navigationController(self, didShow: top, animated: animated)
      return
    }
    let isForgotten = Platform.forgets()
    if let driver {
      driver.startInteractiveTransition(transition)
      driver.onEnd = { [weak self] isCancelled in
        Platform.schedule(100) {
          self?.end(transition, isCancelled: isCancelled, old: old, top, isForgotten: isForgotten)
        }
      }
      return
    }
    animation?.animateTransition(using: transition)
    let duration = animation.map { Int($0.transitionDuration(using: transition) * 1000) }
    Platform.schedule(duration ?? Platform.duration()) { [weak self] in
      self?.end(transition, isCancelled: false, old: old, top, isForgotten: isForgotten)
    }
  }

  /// Returns the application's animation and interaction controllers.
  private func transition(
    from old: [UIViewController], to top: UIViewController
  ) -> (
    animation: any UIViewControllerAnimatedTransitioning,
    driver: UIPercentDrivenInteractiveTransition?
  )? {
    guard let from = old.last, let delegate else { return nil }
    let operation: Operation = old.contains { $0 === top } ? .pop : .push
    guard
      let animation = delegate.navigationController(
        self, animationControllerFor: operation, from: from, to: top)
    else { return nil }
    let driver = delegate.navigationController(self, interactionControllerFor: animation)
    return (animation, driver as? UIPercentDrivenInteractiveTransition)
  }

  /// Ends a transition. If the transition was cancelled, the view controllers are unchanged, and
  /// `didShow` is not called.
  private func end(
    _ transition: StandInTransition, isCancelled: Bool, old: [UIViewController],
    _ top: UIViewController, isForgotten: Bool
  ) {
    if transitionCoordinator === transition { setTransition(nil) }
    if isCancelled {
      show(old)
    } else {
      delegate?.navigationController(self, didShow: top, animated: true)
    }
    if !isForgotten { transition.end(isCancelled: isCancelled) }
  }

  // MARK: - The user

  /// Begins a swipe from the edge or in the content. The view controller is removed immediately,
  /// and restored if the swipe is cancelled.
  public func userBeginsSwipe(inContent: Bool = false) -> StandInTransition? {
    guard viewControllers.count > 1, swiped == nil, transitionCoordinator == nil,
      let recognizer = inContent
        ? interactiveContentPopGestureRecognizer : interactivePopGestureRecognizer,
      recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) ?? true
    else { return nil }
    recognizer.state = .began
    let to = viewControllers[viewControllers.count - 2]
    let transition = StandInTransition(isInteractive: true, to: to)
    if let from = viewControllers.last {
      // If the application provides an animation, the swipe is not interactive.
      transition.animation = delegate?.navigationController(
        self, animationControllerFor: .pop, from: from, to: to)
    }
    setTransition(transition)
    swiped = viewControllers.removeLast()
    if let top = viewControllers.last {
      delegate?.navigationController(self, willShow: top, animated: true)
    }
    return transition
  }

  public func userEndsSwipe(_ transition: StandInTransition, isCancelled: Bool) {
    guard let swiped else { return }
    self.swiped = nil
    for recognizer in [interactivePopGestureRecognizer, interactiveContentPopGestureRecognizer] {
      recognizer?.state = .possible
    }
    setTransition(nil)
    if isCancelled { viewControllers.append(swiped) }
    navigationBar.items = viewControllers.map(\.navigationItem)
    if !isCancelled {
      swiped.removeFromParent()
      if let top = viewControllers.last {
        delegate?.navigationController(self, didShow: top, animated: true)
      }
    }
    transition.end(isCancelled: isCancelled)
  }

  /// Taps the back button.
  public func userTapsBack() {
    guard viewControllers.count > 1, swiped == nil, transitionCoordinator == nil,
      let item = navigationBar.items?.last
    else { return }
    let bar = self as? any UINavigationBarDelegate
    if bar?.navigationBar(navigationBar, shouldPop: item) ?? true {
      userPops(to: viewControllers.count - 2)
    }
  }

  /// Selects an item of the back button's long-press menu.
  public func userPops(to index: Int) {
    guard swiped == nil, transitionCoordinator == nil, viewControllers.indices.contains(index),
      index < viewControllers.count - 1
    else { return }
    let old = viewControllers
    show(Array(old.prefix(index + 1)))
    if let top = viewControllers.last { change(from: old, to: top, animated: true) }
  }
}

@MainActor
public protocol UITabBarControllerDelegate: AnyObject {
  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool
  func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

@MainActor
open class UITabBarController: UIViewController {
  public private(set) var viewControllers: [UIViewController]?
  public var selectedViewController: UIViewController?
  public weak var delegate: (any UITabBarControllerDelegate)?
  /// The view controllers whose order the user can change. `setViewControllers` sets this property
  /// to all view controllers.
  public var customizableViewControllers: [UIViewController]?
  /// Lists the view controllers that do not fit into the bar.
  public let moreNavigationController = UINavigationController()

  /// Keeps the selected view controller if it is still in the list. Otherwise, selects the view
  /// controller at the same index or, if there is none, the first one.
  public func setViewControllers(_ controllers: [UIViewController]?, animated: Bool) {
    let index = viewControllers?.firstIndex { $0 === selectedViewController } ?? 0
    viewControllers = controllers
    customizableViewControllers = controllers
    for controller in controllers ?? [] { addChild(controller) }
    if controllers?.contains(where: { $0 === selectedViewController }) == true { return }
    let isValid = controllers?.indices.contains(index) == true
    selectedViewController = isValid ? controllers?[index] : controllers?.first
  }

  /// Taps "More". The delegate is asked whether to select the list.
  public func userTapsMore() {
    if delegate?.tabBarController(self, shouldSelect: moreNavigationController) ?? true {
      selectedViewController = moreNavigationController
      delegate?.tabBarController(self, didSelect: moreNavigationController)
    }
  }

  /// Taps a row of the list "More". The delegate is not asked.
  public func userTapsRow(_ index: Int) {
    guard let controller = viewControllers?[index] else { return }
    selectedViewController = controller
    delegate?.tabBarController(self, didSelect: controller)
  }

  /// Taps a tab.
  public func userTaps(_ index: Int) {
    guard let controller = viewControllers?[index] else { return }
    if delegate?.tabBarController(self, shouldSelect: controller) ?? true {
      selectedViewController = controller
      delegate?.tabBarController(self, didSelect: controller)
    }
  }
}
