#if canImport(UIKit) && !os(tvOS) && !os(visionOS) && !os(watchOS)
  internal import Signalbox
  internal import UIKit

  /// A container for a replaceable view controller, which is the content of a layer, a page or the
  /// root of a stack.
  final class InterfaceContainer: UIViewController {
    private(set) var content: UIViewController?
    /// Whether the user is swiping the layer down. If `true`, the platform reports the dismissal.
    var isPulled = false
    /// A closure that is called after any dismissal, except a dismissal by a swipe.
    var onDismissal: () -> Void = {}

    func show(_ new: UIViewController?) {
      if let old = content {
        old.willMove(toParent: nil)
        old.view.removeFromSuperview()
        old.removeFromParent()
      }
      content = new
      guard let new else { return }
      addChild(new)
      new.view.frame = view.bounds
      new.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(new.view)
      new.didMove(toParent: self)
    }

    override var childForStatusBarStyle: UIViewController? { content }
    override var childForStatusBarHidden: UIViewController? { content }
    override var childForHomeIndicatorAutoHidden: UIViewController? { content }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      if isBeingDismissed, !isPulled { onDismissal() }
    }
  }

  /// A navigation controller that reports taps on the back button before a pop.
  final class InterfaceNavigationController: UINavigationController, UINavigationBarDelegate {
    var id: StackID?
    /// The view controllers that the last command set.
    var expected: [UIViewController] = []
    /// Whether the user is swiping back. If `true`, only the end of the swipe is reported, and not
    /// also a pop.
    var isSwiped = false
    /// Whether the running transition is a push.
    var isPushing = false
    /// Whether the style of the running push allows a gesture to drive the push.
    var isDrivable = false
    /// A closure that is called instead of a pop when the user taps the back button. If
    /// ``isForeign`` returns `true`, the tap pops the view controller and the closure is not
    /// called.
    var onBack: () -> Void = {}
    /// A closure that returns whether the application has pushed the topmost view controller.
    var isForeign: () -> Bool = { false }

    /// The gesture recognizers for interactive pops: from the edge and, since iOS 26, anywhere in
    /// the content.
    var popRecognizers: [UIGestureRecognizer] {
      var recognizers = [interactivePopGestureRecognizer]
      if #available(iOS 26.0, *) { recognizers.append(interactiveContentPopGestureRecognizer) }
      return recognizers.compactMap { $0 }
    }

    /// Whether a UIKit recognizer is recognizing a swipe back.
    var isRecognizing: Bool {
      popRecognizers.contains { $0.state == .began || $0.state == .changed }
    }

    /// Whether the stack contains the view controllers that the last command set.
    var isAsExpected: Bool { viewControllers.elementsEqual(expected, by: ===) }

    /// Whether a push or a pop is running, and not only a rotation or a presentation.
    var isMoving: Bool {
      guard let top = transitionCoordinator?.viewController(forKey: .to) else { return false }
      return viewControllers.contains { $0 === top }
    }

    /// Replaces the view controllers, and sets ``expected`` to the new view controllers.
    func show(_ controllers: [UIViewController], isAnimated: Bool) {
      expected = controllers
      if !isAnimated, viewControllers.elementsEqual(controllers, by: ===) { return }
      setViewControllers(controllers, animated: isAnimated)
    }

    /// The container of the tabs at the root of the stack, below the screens, or `nil` if the root
    /// is a screen.
    var base: InterfaceContainer? { viewControllers.first as? InterfaceContainer }

    func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool {
      // If a pop was caused by code or by a swipe, UIKit removes the view controller before the
      // navigation item.
      if viewControllers.count < navigationBar.items?.count ?? 0 || isForeign() { return true }
      onBack()
      return false
    }
  }

  /// A tab bar controller for the pages of a tab bar.
  final class InterfaceTabBarController: UITabBarController {
    var id: TabBarID?
    var owner = CoordinatorID(bits: 0)
    /// The tab view that the engine's state contains. UIKit shows its own tab bar instead.
    var tabView: ScreenID?
    /// The pages, each with its container. Only the containers have the current contents.
    private(set) var pages: [(page: InterfaceTree.Page, container: InterfaceContainer)] = []

    /// The id of the last selected page.
    private var lastSelected: String?

    /// The id of the selected page, or of the previously selected page while the "More" list is
    /// shown.
    var selectedPage: String? {
      id(of: selectedViewController) ?? lastSelected.flatMap { container(of: $0) == nil ? nil : $0 }
    }

    func id(of controller: UIViewController?) -> String? {
      pages.first { $0.container === controller }?.page.id
    }

    func container(of page: String) -> InterfaceContainer? {
      pages.first { $0.page.id == page }?.container
    }

    /// Replaces the pages. Remaining pages keep their containers.
    ///
    /// - Parameter make: A closure that creates the contents of a new page.
    func show(
      _ new: [InterfaceTree.Page], make: (InterfaceTree.Contents) -> UIViewController
    ) {
      let old = pages
      pages = new.map { page in
        if let kept = old.first(where: { $0.page.isSame(page) }) { return (page, kept.container) }
        let container = InterfaceContainer()
        container.show(page.contents.map(make))
        return (page, container)
      }
      for (page, container) in pages {
        container.tabBarItem = UITabBarItem(
          title: page.title, image: Self.image(page.icon),
          selectedImage: page.selectedIcon.flatMap(Self.image))
        container.tabBarItem.badgeValue = page.badge
      }
      setViewControllers(pages.map(\.container), animated: false)
      // The user cannot change the order of the pages, because the engine determines the order.
      customizableViewControllers = []
    }

    func select(_ page: String?) {
      guard let page, let container = container(of: page) else { return }
      selectedViewController = container
      lastSelected = page
      for (page, container) in pages {
        let isSelected = container === selectedViewController
        container.tabBarItem.title = isSelected ? page.selectedTitle ?? page.title : page.title
      }
    }

    func setBadge(_ badge: String?, of page: String) {
      for index in pages.indices where pages[index].page.id == page {
        pages[index].page.badge = badge
        pages[index].container.tabBarItem.badgeValue = badge
      }
    }

    private static func image(_ name: String) -> UIImage? {
      name.isEmpty ? nil : UIImage(named: name) ?? UIImage(systemName: name)
    }
  }
#endif
