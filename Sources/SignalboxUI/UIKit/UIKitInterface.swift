#if canImport(UIKit) && !os(tvOS) && !os(visionOS) && !os(watchOS)
  public import Signalbox
  public import UIKit

  /// Shows an engine's state in UIKit with navigation controllers, tab bar controllers,
  /// presentations and alerts.
  ///
  /// ```swift
  /// let interface = UIKitInterface(engine, in: window) { screen in
  ///   ScreenViewController(screen)
  /// }
  /// try engine.launch(Shop.self)
  /// ```
  ///
  /// The application creates the view controllers of screens, and the interface creates the
  /// containers around them. View controllers must not push, present or dismiss the engine's
  /// screens. If a view controller does so, the engine accepts the change if possible. Otherwise,
  /// the interface is restored.
  @MainActor
  public final class UIKitInterface: NSObject {
    /// A closure that creates the view controller of a screen.
    public typealias ScreenMaker = @MainActor (StateDocument.Screen) -> UIViewController

    /// A closure that is called before each presentation of a layer. Use this closure to set the
    /// anchor of a popover, or a transitioning delegate for a registered style. Registered styles
    /// are presented as `UIModalPresentationStyle.custom`. The closure can also set another
    /// presentation style, but only before it accesses the presentation controller, because UIKit
    /// creates the presentation controller on first access.
    public var willPresent: (@MainActor (UIViewController, InterfaceTree.Layer) -> Void)?

    /// A closure that returns the animation controller for a push or pop with a named transition,
    /// or `nil` for the platform's default animation. The application registers such transitions
    /// with `PresentationStyle.push(_:)`. The closure is not called while the user swipes back.
    public var animationController:
      (
        @MainActor (_ transition: String, _ operation: UINavigationController.Operation)
          -> (any UIViewControllerAnimatedTransitioning)?
      )?

    /// A closure that returns the interaction controller for a push that an application's gesture
    /// drives, or `nil` for a push without interaction. If the gesture is cancelled, the engine
    /// reverts the push. The closure is called for pushes with an interactive style
    /// (`PresentationStyle.push(_:isInteractive:)`).
    public var interactionController:
      (
        @MainActor (any UIViewControllerAnimatedTransitioning)
          -> (any UIViewControllerInteractiveTransitioning)?
      )?

    /// A closure that is called when the arguments of a screen have changed. Use this closure to
    /// show the new arguments in the screen's view controller, which remains the same.
    public var didUpdate: (@MainActor (UIViewController, StateDocument.Screen) -> Void)?

    /// A closure that is called before a split view is shown. Use this closure to set the widths of
    /// the columns or the display mode. By default, both columns are shown next to each other.
    public var willShowSplitView: (@MainActor (UISplitViewController, StackID) -> Void)?

    private let window: UIWindow
    private let makeScreen: ScreenMaker
    private let mainLoop: MainLoop
    private weak var engine: NavigationEngine?
    /// The reconciler that synchronizes the engine and the interface, or `nil` after the engine has
    /// been released.
    public private(set) weak var reconciler: InterfaceReconciler?
    /// A presented layer.
    private struct Presented {
      var layer: InterfaceTree.Layer
      /// The view controller of the layer.
      let controller: UIViewController
      /// Whether a command or one of the layer's buttons is dismissing the layer. If `true`, the
      /// dismissal is not reported.
      var isLeaving = false
    }

    /// The presented layers, lowest first.
    private var layers: [Presented] = []
    private var stacks: [StackID: InterfaceStackController] = [:]
    private var tabBars: [TabBarID: InterfaceTabBarController] = [:]
    private var screens: [ScreenID: UIViewController] = [:]
    /// The titles that the interface has set, to distinguish them from titles that view controllers
    /// set.
    private var titles: [ScreenID: String] = [:]
    /// The named transitions of pushed screens.
    private var transitions: [ScreenID: String] = [:]
    private var lastCommand = 0

    /// Creates an interface, sets it as the engine's stage, and shows the current state.
    ///
    /// - Parameters:
    ///   - engine: The engine, which retains the interface.
    ///   - window: The window, whose root view controller is replaced.
    ///   - mainLoop: A closure that schedules function calls. Tests pass their own closure.
    ///   - makeScreen: A closure that creates the view controller of a screen. The closure is
    ///     called once for each screen, and again if an undo or a redo restores the screen. The
    ///     engine retains the closure, so the closure must not retain the engine.
    public init(
      _ engine: NavigationEngine, in window: UIWindow,
      mainLoop: @escaping MainLoop = scheduleInRealTime, makeScreen: @escaping ScreenMaker
    ) {
      (self.engine, self.window, self.mainLoop, self.makeScreen) =
        (engine, window, mainLoop, makeScreen)
      super.init()
      // The engine retains the reconciler as its stage.
      let reconciler = InterfaceReconciler(engine, host: self)
      self.reconciler = reconciler
    }

    /// Returns the view controller of a screen, or `nil` if the screen is not shown.
    ///
    /// - Parameter screen: A screen of the engine.
    public func viewController(of screen: ScreenID) -> UIViewController? { screens[screen] }

    // MARK: - View controllers

    private func controller(of contents: InterfaceTree.Contents) -> UIViewController {
      switch contents {
      case .screen(let screen): return controller(of: screen)
      case .tabs(let tabs): return controller(of: tabs)
      case .stack(let stack) where stack.detail != nil:
        stacks[stack.id]?.removeAll()
        let split = InterfaceSplitController(stack, mainLoop: mainLoop)
        for column in split.columns { setUp(column, for: stack.id) }
        stacks[stack.id] = .split(split)
        split.show(stack.screens.map(self.controller), isAnimated: false)
        willShowSplitView?(split, stack.id)
        return split
      case .stack(let stack):
        stacks[stack.id]?.removeAll()
        let controller = InterfaceNavigationController()
        setUp(controller, for: stack.id)
        stacks[stack.id] = .single(controller)
        show(stack, in: controller, isAnimated: false)
        return controller
      }
    }

    private func setUp(_ controller: InterfaceNavigationController, for stack: StackID) {
      controller.id = stack
      controller.delegate = self
      controller.onBack = { [weak self] in self?.report(.back) }
      controller.isForeign = { [weak self, unowned controller] in
        controller.viewControllers.last.map { self?.isForeign($0) == true } ?? false
      }
      for recognizer in controller.popRecognizers { recognizer.delegate = self }
    }

    private func controller(of tabs: InterfaceTree.Tabs) -> InterfaceTabBarController {
      let controller = InterfaceTabBarController()
      (controller.id, controller.owner, controller.tabView) = (tabs.id, tabs.owner, tabs.view)
      controller.delegate = self
      tabBars[tabs.id] = controller
      controller.show(tabs.pages, make: self.controller(of:))
      controller.select(tabs.selected)
      return controller
    }

    private func controller(of screen: ScreenID) -> UIViewController {
      if let known = screens[screen] { return known }
      let controller = engine?.node(of: screen).map(makeScreen) ?? UIViewController()
      screens[screen] = controller
      transitions[screen] = engine?.transition(of: screen)
      if controller.navigationItem.title == nil, let title = engine?.title(of: screen) {
        setTitle(title, of: screen)
      }
      return controller
    }

    private func show(
      _ stack: InterfaceTree.Stack, in controller: InterfaceNavigationController, isAnimated: Bool
    ) {
      var base: [UIViewController] = []
      if let tabs = stack.tabs {
        // UIKit does not accept a tab bar controller on a stack, but accepts a container that
        // contains a tab bar controller.
        let container = controller.base ?? InterfaceContainer()
        if (container.content as? InterfaceTabBarController)?.id != tabs.id {
          container.show(self.controller(of: tabs))
        }
        base = [container]
      }
      controller.show(base + stack.screens.map(self.controller), isAnimated: isAnimated)
    }

    // MARK: - Current interface

    /// The root view controller and the view controllers presented above it, lowest first.
    private var chain: [UIViewController] {
      var list: [UIViewController] = []
      var next = window.rootViewController
      while let controller = next {
        list.append(controller)
        next = controller.presentedViewController
      }
      return list
    }

    /// The view controllers of ``chain`` that remain after a running dismissal.
    private var presented: [UIViewController] { chain.prefix { !$0.isBeingDismissed }.map { $0 } }

    private func contents(of controller: UIViewController?) -> InterfaceTree.Contents? {
      switch controller {
      case let controller as InterfaceNavigationController:
        guard let id = controller.id else { return nil }
        let tabs = (controller.base?.content as? InterfaceTabBarController).map(self.tabs)
        return .stack(
          InterfaceTree.Stack(
            id: id, tabs: tabs, screens: controller.viewControllers.compactMap(screen)))
      case let split as InterfaceSplitController:
        guard let id = split.id else { return nil }
        let screens = split.columns.flatMap(\.viewControllers).compactMap(screen)
        return .stack(InterfaceTree.Stack(id: id, screens: screens, detail: 1))
      case let controller as InterfaceTabBarController: return .tabs(tabs(of: controller))
      case let controller?: return screen(of: controller).map { .screen($0) }
      case nil: return nil
      }
    }

    private func tabs(of controller: InterfaceTabBarController) -> InterfaceTree.Tabs {
      InterfaceTree.Tabs(
        id: controller.id ?? TabBarID(bits: 0), owner: controller.owner, view: controller.tabView,
        pages: controller.pages.map { page, container in
          var page = page
          page.contents = contents(of: container.content)
          return page
        }, selected: controller.selectedPage)
    }

    private func screen(of controller: UIViewController) -> ScreenID? {
      screens.first { $0.value === controller }?.key
    }

    /// Returns whether the application, and not the engine, has pushed a view controller onto a
    /// stack.
    private func isForeign(_ controller: UIViewController) -> Bool {
      !(controller is InterfaceContainer) && screen(of: controller) == nil
    }

    // MARK: - Presentations

    private func present(
      _ layer: InterfaceTree.Layer, isAnimated: Bool,
      completion: @escaping @MainActor (CommandResult) -> Void
    ) {
      guard let presenter = presented.last else {
        return completion(.rejected("the window has no root view controller"))
      }
      let controller = layer.isDialog ? alert(layer) : container(of: layer)
      willPresent?(controller, layer)
      // The style must be set before UIKit creates the presentation controller.
      setUpPresentation(of: controller, layer)
      controller.popoverPresentationController?.anchorIfNeeded(in: presenter)
      presenter.present(controller, animated: isAnimated) { completion(.shown) }
      // If UIKit rejects a presentation, it does not call the completion handler.
      guard presenter.presentedViewController === controller else {
        return completion(.rejected("UIKit did not present \(layer.style) \(layer.id)"))
      }
      // If the user removed the layer and the engine restores it, the list may still contain the
      // layer with its previous view controller.
      layers.removeAll { $0.layer.id == layer.id }
      layers.append(Presented(layer: layer, controller: controller))
    }

    private func container(of layer: InterfaceTree.Layer) -> InterfaceContainer {
      let container = InterfaceContainer()
      container.show(layer.contents.map(controller))
      guard layer.style != "root" else { return container }
      container.modalPresentationStyle = layer.form.presentationStyle
      container.isModalInPresentation = !layer.isDismissible
      container.onDismissal = { [weak self, unowned container] in
        if self?.remains(container) == true { self?.report(.dismissed(layer.id, byUser: false)) }
      }
      return container
    }

    private func setUpPresentation(
      of controller: UIViewController, _ layer: InterfaceTree.Layer
    ) {
      guard controller is InterfaceContainer else { return }
      controller.presentationController?.delegate = self
      let detents = engine?.detents(of: layer.id) ?? []
      if !detents.isEmpty {
        controller.sheetPresentationController?.detents = detents.map(
          UISheetPresentationController.Detent.make)
      }
    }

    private func alert(_ layer: InterfaceTree.Layer) -> UIAlertController {
      let alert = InterfaceAlertController(layer, engine) { [weak self] event in
        if case .tappedButton = event { self?.setLeaving(layer.id) }
        self?.report(event)
      }
      alert.onDismissal = { [weak self, weak alert] in
        // UIKit calls the action of a button at about the same time.
        self?.mainLoop(.milliseconds(100)) {
          guard let alert, self?.remains(alert) == true else { return }
          self?.report(.dismissed(layer.id, byUser: false))
        }
      }
      return alert
    }

    private func dismiss(
      _ id: LayerID, isAnimated: Bool, completion: @escaping @MainActor (CommandResult) -> Void
    ) {
      guard let index = layers.firstIndex(where: { $0.layer.id == id }), index > 0 else {
        return completion(.rejected("\(id) is not presented"))
      }
      let presenter = layers[index - 1].controller
      // During another presentation or dismissal, UIKit ignores the call and does not call the
      // completion handler.
      guard presenter.presentedViewController != nil else { return completion(.shown) }
      setLeaving(id)
      presenter.dismiss(animated: isAnimated) { completion(.shown) }
    }

    private func setRoot(_ layer: InterfaceTree.Layer?) {
      layers = []
      if window.rootViewController?.presentedViewController != nil {
        window.rootViewController?.dismiss(animated: false)
      }
      (stacks, tabBars) = ([:], [:])
      let container = layer.map(container)
      layers =
        layer.flatMap { layer in container.map { [Presented(layer: layer, controller: $0)] } } ?? []
      window.rootViewController = container
    }

    // MARK: - Reports

    private func report(_ event: InterfaceEvent) { reconciler?.handle(event) }

    private func layer(of controller: UIViewController) -> LayerID? {
      layers.first { $0.controller === controller }?.layer.id
    }

    /// Marks a layer and all layers above it as being removed.
    private func setLeaving(_ id: LayerID) {
      guard let index = layers.firstIndex(where: { $0.layer.id == id }) else { return }
      for index in layers.indices[index...] { layers[index].isLeaving = true }
    }

    /// Returns whether a view controller belongs to a layer that no command or button is removing.
    private func remains(_ controller: UIViewController) -> Bool {
      layers.contains { $0.controller === controller && !$0.isLeaving }
    }
  }

  extension UIKitInterface: InterfaceHost {
    /// The interface that UIKit shows, which the reconciler reads.
    public var shown: InterfaceTree {
      let presented = presented
      return InterfaceTree(
        layers: layers.filter { shown in presented.contains { $0 === shown.controller } }.map {
          shown in
          var layer = shown.layer
          if let container = shown.controller as? InterfaceContainer {
            layer.contents = contents(of: container.content)
          }
          if let alert = shown.controller as? InterfaceAlertController {
            layer.fields = alert.current(layer.fields)
          }
          return layer
        })
    }

    /// Performs a command with UIKit. The reconciler calls this method.
    public func perform(
      _ command: InterfaceCommand, isAnimated: Bool,
      completion: @escaping @MainActor (CommandResult) -> Void
    ) {
      lastCommand += 1
      if chain.contains(where: \.isBeingDismissed) {
        return waitForDismissal(lastCommand, completion)
      }
      switch command {
      case .setRoot(let layer):
        setRoot(layer)
        completion(.shown)
      case .present(let layer): present(layer, isAnimated: isAnimated, completion: completion)
      case .dismiss(let layer): dismiss(layer, isAnimated: isAnimated, completion: completion)
      case .setScreens(let screens, let id, _):
        guard let stack = stacks[id] else {
          return completion(.rejected("there is no stack \(id)"))
        }
        afterTransition(of: stack.front) { [self] in
          stack.show(screens.map(controller), isAnimated: isAnimated)
          wait(for: stack.front, isAnimated: isAnimated, completion)
        }
      case .setStack(let stack, _):
        guard case .single(let controller)? = stacks[stack.id] else {
          return completion(.rejected("there is no stack \(stack.id)"))
        }
        afterTransition(of: controller) { [self] in
          show(stack, in: controller, isAnimated: isAnimated)
          wait(for: controller, isAnimated: isAnimated, completion)
        }
      default:
        let reason = "the command refers to an item that is not shown"
        completion(change(command) ? .shown : .rejected(reason))
      }
    }

    /// Waits for the end of a dismissal that no command has started, and then rejects the command,
    /// because UIKit ignores commands during a dismissal. The changes that the dismissal has made
    /// are reported and compared before the next attempt.
    private func waitForDismissal(
      _ number: Int, _ completion: @escaping @MainActor (CommandResult) -> Void
    ) {
      mainLoop(.milliseconds(50)) { [weak self] in
        guard let self, number == lastCommand else { return }
        if chain.contains(where: \.isBeingDismissed) {
          waitForDismissal(number, completion)
        } else {
          completion(.rejected("another dismissal was running"))
        }
      }
    }

    /// Performs a command without animation. Returns `false` if the command's subject is not shown.
    private func change(_ command: InterfaceCommand) -> Bool {
      switch command {
      case .setContents(let contents, let id):
        let layer = layers.first { $0.layer.id == id }
        guard let container = layer?.controller as? InterfaceContainer else { return false }
        container.show(contents.map(controller))
      case .setDismissible(let isDismissible, let id):
        guard let index = layers.firstIndex(where: { $0.layer.id == id }) else { return false }
        layers[index].layer.isDismissible = isDismissible
        layers[index].controller.isModalInPresentation = !isDismissible
      case .setText(let text, let field, let id):
        let layer = layers.first { $0.layer.id == id }
        guard let alert = layer?.controller as? InterfaceAlertController else { return false }
        alert.setText(text, of: field)
      case .setPages(let pages, let selected, let id):
        tabBars[id]?.show(pages, make: controller)
        tabBars[id]?.select(selected)
        return tabBars[id] != nil
      case .setPageContents(let contents, let page, let id):
        guard let container = tabBars[id]?.container(of: page) else { return false }
        container.show(contents.map(controller))
      case .select(let page, let id):
        tabBars[id]?.select(page)
        return tabBars[id] != nil
      case .setBadge(let badge, let page, let id):
        tabBars[id]?.setBadge(badge, of: page)
        return tabBars[id] != nil
      case .setRoot, .present, .dismiss, .setScreens, .setStack: return false
      }
      return true
    }

    /// Performs an action after the running transition, because UIKit does not accept a stack
    /// change during another change, such as a pop through the back button's menu. If the
    /// reconciler no longer waits for the command, the action is not performed.
    private func afterTransition(
      of controller: UINavigationController, _ action: @escaping @MainActor () -> Void
    ) {
      guard let coordinator = controller.transitionCoordinator else { return action() }
      let number = lastCommand
      coordinator.animate(alongsideTransition: nil) { [weak self] _ in
        // UIKit has not removed the transition coordinator yet.
        self?.mainLoop(.zero) { if self?.lastCommand == number { action() } }
      }
    }

    /// Waits until the transition coordinator reports the end of a stack change.
    private func wait(
      for controller: UINavigationController, isAnimated: Bool,
      _ end: @escaping @MainActor (CommandResult) -> Void
    ) {
      guard isAnimated, let coordinator = controller.transitionCoordinator else {
        return end(.shown)
      }
      coordinator.animate(alongsideTransition: nil) { [weak self, weak controller] context in
        if context.isCancelled, let controller = controller as? InterfaceNavigationController {
          // The user has cancelled the gesture that drove the push.
          self?.reportPop(controller)
        }
        end(.shown)
      }
    }

    /// Returns whether UIKit is running the transition of an interactive gesture. The reconciler
    /// calls this method.
    public func isActive(_ gesture: InteractiveGesture) -> Bool { transition(of: gesture) != nil }

    /// Returns whether an application's gesture drives the transition of a command. The reconciler
    /// calls this method.
    public func isInteractive(_ command: InterfaceCommand) -> Bool {
      guard case .setScreens(_, let id, _) = command else { return false }
      return stacks[id]?.front.transitionCoordinator?.initiallyInteractive == true
    }

    /// Returns whether a stack is an expanded split view. The reconciler calls this method.
    public func isExpanded(_ stack: StackID) -> Bool { stacks[stack]?.isExpanded == true }

    /// Returns the running transition of a gesture, until the transition's last animation has
    /// ended.
    private func transition(
      of gesture: InteractiveGesture
    ) -> (any UIViewControllerTransitionCoordinator)? {
      let controller: UIViewController? =
        switch gesture {
        case .swipeBack(let stack): stacks[stack]?.front
        case .swipeDown(let id): layers.first { $0.layer.id == id }?.controller
        }
      let coordinator = controller?.transitionCoordinator
      return coordinator?.initiallyInteractive == true ? coordinator : nil
    }

    /// Reports the progress of a gesture while the user drives the gesture's transition.
    private func follow(_ gesture: InteractiveGesture, from progress: Double = 0) {
      mainLoop(.milliseconds(50)) { [weak self] in
        guard let self, let coordinator = transition(of: gesture), coordinator.isInteractive else {
          return
        }
        let now = coordinator.percentComplete
        if now != progress { report(.moved(gesture, progress: now)) }
        follow(gesture, from: now)
      }
    }

    /// Stops waiting for a command. The reconciler calls this method.
    public func abandon(_ command: InterfaceCommand) {
      lastCommand += 1
      for index in layers.indices { layers[index].isLeaving = false }
    }

    /// Releases the view controllers of items that are no longer shown. The reconciler calls this
    /// method.
    public func didSettle() {
      let (tree, presented) = (InterfaceIdentifiers(shown), presented)
      layers = layers.filter { shown in presented.contains { $0 === shown.controller } }
      stacks = stacks.filter { tree.stacks.contains($0.key) }
      tabBars = tabBars.filter { tree.tabBars.contains($0.key) }
      screens = screens.filter { tree.screens.contains($0.key) }
      titles = titles.filter { tree.screens.contains($0.key) }
      transitions = transitions.filter { tree.screens.contains($0.key) }
    }

    /// Changes a screen's title, unless the screen's view controller has set another title. The
    /// reconciler calls this method.
    public func setTitle(_ title: String, of screen: ScreenID) {
      guard let item = screens[screen]?.navigationItem, item.title == titles[screen] else { return }
      item.title = title
      titles[screen] = title
    }

    /// Calls ``didUpdate`` for a screen whose arguments have changed. The reconciler calls this
    /// method.
    public func showUpdate(of screen: ScreenID) {
      guard let controller = screens[screen], let node = engine?.node(of: screen) else { return }
      didUpdate?(controller, node)
    }

    /// Schedules a function call. The reconciler calls this method.
    public func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
      mainLoop(delay, action)
    }
  }

  // MARK: - Delegates

  extension UIKitInterface: UINavigationControllerDelegate, UIGestureRecognizerDelegate {
    /// Reports the beginning of a swipe back, or a pop that no command has caused. UIKit calls this
    /// method.
    ///
    /// - Parameters:
    ///   - navigationController: The navigation controller of a stack.
    ///   - viewController: The view controller that becomes topmost.
    ///   - animated: Whether the change is animated.
    public func navigationController(
      _ navigationController: UINavigationController, willShow viewController: UIViewController,
      animated: Bool
    ) {
      navigationController.setNavigationBarHidden(
        viewController is InterfaceContainer, animated: animated)
      guard let controller = navigationController as? InterfaceNavigationController,
        let id = controller.id, let coordinator = controller.transitionCoordinator
      else { return }
      // A pop through the back button's menu is reported before its animation ends, so that no
      // operation reverts the pop.
      guard coordinator.initiallyInteractive else { return reportPop(controller) }
      // If the stack has the expected screens, a gesture of the application controls the animation
      // of a push that the engine has requested.
      if controller.isAsExpected { return }
      // If the topmost view controller is foreign, the swipe removes a view controller that the
      // application has pushed.
      if controller.expected.last.map(isForeign) == true { return }
      controller.isSwiped = true
      report(.began(.swipeBack(id)))
      follow(.swipeBack(id))
      coordinator.animate(alongsideTransition: nil) { [weak self, weak controller] context in
        guard let controller else { return }
        controller.isSwiped = false
        let isCancelled = context.isCancelled
        if !isCancelled { controller.expected = controller.viewControllers }
        self?.report(isCancelled ? .cancelled(.swipeBack(id)) : .completed(.swipeBack(id)))
      }
    }

    /// Reports screens that were popped without a command. UIKit calls this method.
    ///
    /// - Parameters:
    ///   - navigationController: The navigation controller of a stack.
    ///   - viewController: The view controller that becomes topmost.
    ///   - animated: Whether the change is animated.
    public func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController,
      animated: Bool
    ) {
      guard let controller = navigationController as? InterfaceNavigationController,
        !controller.isSwiped
      else { return }
      reportPop(controller)
    }

    /// Reports that a stack has changed without a command.
    private func reportPop(_ controller: InterfaceNavigationController) {
      guard let id = controller.id, !controller.isAsExpected else { return }
      controller.expected = controller.viewControllers
      report(.popped(id))
    }

    /// Returns the animation controller of a named transition. UIKit calls this method.
    ///
    /// - Parameters:
    ///   - navigationController: The navigation controller of a stack.
    ///   - operation: The push or pop operation.
    ///   - fromVC: The view controller that was topmost.
    ///   - toVC: The view controller that becomes topmost.
    public func navigationController(
      _ navigationController: UINavigationController,
      animationControllerFor operation: UINavigationController.Operation,
      from fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? {
      guard let controller = navigationController as? InterfaceNavigationController else {
        return nil
      }
      controller.isPushing = operation == .push
      guard !controller.isRecognizing,
        let name = screen(of: operation == .push ? toVC : fromVC).flatMap({ transitions[$0] })
      else { return nil }
      controller.isDrivable = engine?.registry.customStyle(named: name)?.isInteractive == true
      return animationController?(name, operation)
    }

    /// Returns the interaction controller of a push. UIKit calls this method.
    ///
    /// - Parameters:
    ///   - navigationController: The navigation controller of a stack.
    ///   - animationController: The animation controller of the transition.
    public func navigationController(
      _ navigationController: UINavigationController,
      interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? {
      let controller = navigationController as? InterfaceNavigationController
      guard let controller, controller.isPushing, controller.isDrivable else { return nil }
      return interactionController?(animationController)
    }

    /// Asks the engine whether the user can swipe back. UIKit calls this method.
    ///
    /// - Parameter gestureRecognizer: The recognizer of a back gesture.
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
      let column = stacks.values.flatMap(\.columns).first {
        $0.popRecognizers.contains { $0 === gestureRecognizer }
      }
      guard let column, let stack = column.id, !column.isForeign() else { return true }
      return reconciler?.mayBegin(.swipeBack(stack)) ?? false
    }
  }

  extension UIKitInterface: UITabBarControllerDelegate {
    /// Reports a tap on a tab. The engine accepts or rejects the selection. UIKit calls this
    /// method.
    ///
    /// - Parameters:
    ///   - tabBarController: The tab bar controller of a tab bar.
    ///   - viewController: The container of the page that the user tapped.
    public func tabBarController(
      _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool {
      guard let controller = tabBarController as? InterfaceTabBarController, let id = controller.id,
        let page = controller.id(of: viewController)
      else { return true }
      report(.tappedTab(page: page, of: id))
      return false
    }

    /// Reports that the user has selected a page in the "More" list. UIKit selects such a page
    /// without asking the delegate first. UIKit calls this method.
    ///
    /// - Parameters:
    ///   - tabBarController: The tab bar controller of a tab bar.
    ///   - viewController: The container of the selected page, or the "More" list.
    public func tabBarController(
      _ tabBarController: UITabBarController, didSelect viewController: UIViewController
    ) {
      guard let controller = tabBarController as? InterfaceTabBarController, let id = controller.id,
        let page = controller.id(of: viewController)
      else { return }
      report(.selected(page: page, of: id))
    }
  }

  extension UIKitInterface: UIAdaptivePresentationControllerDelegate {
    /// Asks the engine whether the user can dismiss a layer with a swipe. UIKit calls this method.
    ///
    /// - Parameter presentationController: The presentation controller of a layer.
    public func presentationControllerShouldDismiss(
      _ presentationController: UIPresentationController
    ) -> Bool {
      guard let layer = layer(of: presentationController.presentedViewController) else {
        return true
      }
      return reconciler?.mayBegin(.swipeDown(layer)) ?? false
    }

    /// Reports that the user has begun to swipe a layer down. UIKit calls this method.
    ///
    /// - Parameter presentationController: The presentation controller of a layer.
    public func presentationControllerWillDismiss(
      _ presentationController: UIPresentationController
    ) {
      guard
        let controller = presentationController.presentedViewController as? InterfaceContainer,
        let layer = layer(of: controller), let coordinator = controller.transitionCoordinator
      else { return }
      controller.isPulled = true
      report(.began(.swipeDown(layer)))
      follow(.swipeDown(layer))
      coordinator.animate(alongsideTransition: nil) { [weak self, weak controller] context in
        guard context.isCancelled else { return }
        controller?.isPulled = false
        self?.report(.cancelled(.swipeDown(layer)))
      }
    }

    /// Reports that the user has dismissed a layer with a swipe. UIKit calls this method.
    ///
    /// - Parameter presentationController: The presentation controller of a layer.
    public func presentationControllerDidDismiss(
      _ presentationController: UIPresentationController
    ) {
      let controller = presentationController.presentedViewController
      (controller as? InterfaceContainer)?.isPulled = false
      guard let layer = layer(of: controller) else { return }
      report(.completed(.swipeDown(layer)))
    }

    /// Reports that the user tried to swipe down a layer that cannot be dismissed. UIKit calls this
    /// method.
    ///
    /// - Parameter presentationController: The presentation controller of a layer.
    public func presentationControllerDidAttemptToDismiss(
      _ presentationController: UIPresentationController
    ) {
      guard let layer = layer(of: presentationController.presentedViewController) else { return }
      report(.attemptedDismissal(layer))
    }
  }
#endif
