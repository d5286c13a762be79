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
}

@MainActor
open class UINavigationController: UIViewController {
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
    let old = viewControllers.last
    show(controllers)
    guard let top = controllers.last, top !== old else { return }
    change(to: top, animated: animated)
  }

  public func pushViewController(_ controller: UIViewController, animated: Bool) {
    show(viewControllers + [controller])
    change(to: controller, animated: animated)
  }

  private func show(_ controllers: [UIViewController]) {
    for controller in viewControllers where !controllers.contains(where: { $0 === controller }) {
      controller.removeFromParent()
    }
    viewControllers = controllers
    for controller in controllers { addChild(controller) }
    navigationBar.items = controllers.map(\.navigationItem)
  }

  /// `willShow`, the animation, `didShow`, then the completions of the coordinator.
  private func change(to top: UIViewController, animated: Bool) {
    let transition = animated ? StandInTransition(isInteractive: false) : nil
    setTransition(transition)
    delegate?.navigationController(self, willShow: top, animated: animated)
    guard let transition else {
      delegate?.navigationController(self, didShow: top, animated: animated)
      return
    }
    let isForgotten = Platform.forgets()
    Platform.schedule(Platform.duration()) { [weak self] in
      guard let self else { return }
      if transitionCoordinator === transition { setTransition(nil) }
      delegate?.navigationController(self, didShow: top, animated: animated)
      if !isForgotten { transition.end() }
    }
  }

  // MARK: - The user

  /// Swipes from the edge, or in the content. The view controller is removed at once, and comes back if it
  /// is cancelled.
  public func userBeginsSwipe(inContent: Bool = false) -> StandInTransition? {
    guard viewControllers.count > 1, swiped == nil, transitionCoordinator == nil,
      let recognizer = inContent
        ? interactiveContentPopGestureRecognizer : interactivePopGestureRecognizer,
      recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) ?? true
    else { return nil }
    let transition = StandInTransition(isInteractive: true)
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

  /// Chooses an item of the menu that a long press on the back button opens.
  public func userPops(to index: Int) {
    guard swiped == nil, transitionCoordinator == nil, viewControllers.indices.contains(index),
      index < viewControllers.count - 1
    else { return }
    show(Array(viewControllers.prefix(index + 1)))
    if let top = viewControllers.last { change(to: top, animated: true) }
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
  /// The view controllers that the user can reorder; set to all of them by `setViewControllers`.
  public var customizableViewControllers: [UIViewController]?
  /// Lists the view controllers that do not fit into the bar.
  public let moreNavigationController = UINavigationController()

  /// Keeps the selection if it remains, otherwise selects the one at the same index or the first.
  public func setViewControllers(_ controllers: [UIViewController]?, animated: Bool) {
    let index = viewControllers?.firstIndex { $0 === selectedViewController } ?? 0
    viewControllers = controllers
    customizableViewControllers = controllers
    for controller in controllers ?? [] { addChild(controller) }
    if controllers?.contains(where: { $0 === selectedViewController }) == true { return }
    let isValid = controllers?.indices.contains(index) == true
    selectedViewController = isValid ? controllers?[index] : controllers?.first
  }

  /// Taps "More": the delegate is asked with the list.
  public func userTapsMore() {
    if delegate?.tabBarController(self, shouldSelect: moreNavigationController) ?? true {
      selectedViewController = moreNavigationController
      delegate?.tabBarController(self, didSelect: moreNavigationController)
    }
  }

  /// Taps a row of the list "More": the delegate is not asked.
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
