public import Observation
public import Signalbox

#if canImport(SwiftUI)
  internal import SwiftUI
#endif

/// An engine's interface as an observable model for SwiftUI.
///
/// Each level has a property to which a SwiftUI container can be bound: ``LayerModel/presented``,
/// ``StackModel/path`` and ``TabsModel/selection``. SwiftUI sets these properties when the user
/// navigates. A setter reports a gesture to the engine, and the model is restored if the engine
/// rejects the gesture.
///
/// ```swift
/// model = InterfaceModel(engine)
/// ```
///
/// ```swift
/// var body: some View {
///   InterfaceView(model) { screen in
///     ShopScreen(screen: screen)
///   }
/// }
/// ```
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor @Observable
public final class InterfaceModel {
  /// The lowest layer, which fills the window, or `nil` before launch.
  public private(set) var root: LayerModel?

  /// The estimated duration of an animated stack change or presentation. An estimate is needed
  /// because SwiftUI reports the end of an animation only if a layer other than a dialog
  /// disappears. The default is 500 ms.
  ///
  /// The reconciler's commands end, and dialogs are presented, only after the last animated change
  /// has ended, even if the user made the change. A change ends when SwiftUI reports its end, or at
  /// the latest after this time. SwiftUI ignores a dialog that is presented during another
  /// presentation.
  @ObservationIgnored public var transitionTime: Duration = .milliseconds(500)

  /// The names of the application's presentation styles that the views can show, or `nil` if the
  /// views show every style. `InterfaceView` sets this property.
  ///
  /// A registered style without a presentation is reported as
  /// ``InterfaceProblem/missingPresentation(style:)``, and the engine removes layers with this
  /// style.
  @ObservationIgnored public var customStyles: Set<String>? {
    didSet {
      // A view sets this property while SwiftUI evaluates the view. No handler may run at that
      // time.
      if customStyles != oldValue { mainLoop(.zero) { [weak self] in self?.checkStyles() } }
    }
  }

  /// A presentation or dismissal that waits for a report from the views.
  private struct Pending {
    enum Kind { case appearance, disappearance }

    let layer: LayerID
    let kind: Kind
    /// The remaining time of the animation after the report.
    let rest: Duration
    /// The number of the animated change that ends when SwiftUI reports a disappearance.
    var animation: Int?
    let completion: @MainActor (CommandResult) -> Void
  }

  @ObservationIgnored private(set) weak var engine: NavigationEngine?
  /// The reconciler that synchronizes the engine and the interface, or `nil` after the engine has
  /// been released.
  @ObservationIgnored public private(set) weak var reconciler: InterfaceReconciler?
  @ObservationIgnored private let mainLoop: MainLoop
  /// The current values of the bindings.
  @ObservationIgnored private var tree = InterfaceTree()
  /// The layers whose views have appeared.
  @ObservationIgnored private var appeared: Set<LayerID> = []
  @ObservationIgnored private var pending: Pending?
  /// The number of the last animated change, or `nil` after its animation has ended.
  @ObservationIgnored private var animation: Int?
  @ObservationIgnored private var lastAnimation = 0
  /// The calls that wait for the end of the animation.
  @ObservationIgnored private var waiting: [@MainActor () -> Void] = []
  /// The style problems that have been reported.
  @ObservationIgnored private var problems: Set<InterfaceProblem> = []
  /// The closed dialogs for which SwiftUI may still call the action of a button.
  @ObservationIgnored private var closed: Set<LayerID> = []
  @ObservationIgnored private var layers: [LayerID: LayerModel] = [:]
  @ObservationIgnored private var stacks: [StackID: StackModel] = [:]
  @ObservationIgnored private var tabBars: [TabBarID: TabsModel] = [:]
  @ObservationIgnored private var screens: [ScreenID: ScreenModel] = [:]

  /// Creates the model of an engine, and sets the model's reconciler as the engine's stage.
  ///
  /// - Parameters:
  ///   - engine: The engine, which retains the model.
  ///   - mainLoop: A closure that schedules function calls. Tests pass their own closure.
  public init(
    _ engine: NavigationEngine, mainLoop: @escaping MainLoop = scheduleInRealTime
  ) {
    self.engine = engine
    self.mainLoop = mainLoop
    // The engine retains the reconciler as its stage.
    let reconciler = InterfaceReconciler(engine, host: self)
    self.reconciler = reconciler
    checkStyles()
  }

  // MARK: - Styles

  /// Reports the registered styles that SwiftUI does not show as the application expects.
  private func checkStyles() {
    for name in engine?.registry.customStyleNames ?? [] { problem(of: name).map(report) }
  }

  /// Returns the reason why SwiftUI does not show a style as the application expects, or `nil` if
  /// there is none.
  private func problem(of name: String) -> InterfaceProblem? {
    guard let style = engine?.registry.customStyle(named: name) else { return nil }
    if style.isPush { return style.isInteractive ? .unsupportedGesture(style: name) : nil }
    return customStyles?.contains(name) == false ? .missingPresentation(style: name) : nil
  }

  /// Reports a problem once.
  private func report(_ problem: InterfaceProblem) {
    if problems.insert(problem).inserted { engine?.report(problem) }
  }

  // MARK: - Models

  /// Changes the values of the bindings.
  private func change(isAnimated: Bool, _ body: (inout InterfaceTree) -> Void) {
    body(&tree)
    if isAnimated { beginAnimation() }
    #if canImport(SwiftUI)
      var transaction = Transaction()
      transaction.disablesAnimations = !isAnimated
      withTransaction(transaction) { update() }
    #else
      update()
    #endif
  }

  private func beginAnimation() {
    lastAnimation += 1
    let number = lastAnimation
    animation = number
    mainLoop(transitionTime) { [weak self] in self?.endAnimation(number) }
  }

  /// Ends the animation of the last animated change. Earlier changes are ignored.
  private func endAnimation(_ number: Int?) {
    guard let number, animation == number else { return }
    animation = nil
    let calls = waiting
    waiting = []
    for call in calls { call() }
  }

  /// Calls a closure when no animation is running, which can be immediately.
  private func afterAnimation(_ action: @escaping @MainActor () -> Void) {
    if animation == nil { action() } else { waiting.append(action) }
  }

  private func update() {
    let isNew = root?.id != tree.layers.first?.id
    var above: LayerModel?
    for layer in tree.layers.reversed() {
      let model = layers[layer.id] ?? LayerModel(layer.id, style: layer.style, self)
      layers[layer.id] = model
      model.show(layer, contents: layer.contents.map(contents), presented: above)
      above = model
    }
    if isNew || tree.layers.isEmpty { root = above }
    appeared.formIntersection(tree.layers.map(\.id))
  }

  private func contents(_ contents: InterfaceTree.Contents) -> ContentsModel {
    switch contents {
    case .screen(let screen): return .screen(self.screen(screen))
    case .tabs(let tabs): return .tabs(self.tabs(tabs))
    case .stack(let stack):
      let model = stacks[stack.id] ?? StackModel(stack.id, self)
      stacks[stack.id] = model
      let screens = stack.screens.map(screen)
      if let tabs = stack.tabs {
        model.show(root: .tabs(self.tabs(tabs)), screens, isSplit: false)
      } else {
        model.show(
          root: screens.first.map { .screen($0) }, Array(screens.dropFirst()),
          isSplit: stack.detail != nil)
      }
      return .stack(model)
    }
  }

  private func tabs(_ tabs: InterfaceTree.Tabs) -> TabsModel {
    let model = tabBars[tabs.id] ?? TabsModel(tabs.id, self)
    tabBars[tabs.id] = model
    model.show(
      view: tabs.view.map(screen),
      tabs.pages.map { PageModel(page: $0, contents: $0.contents.map(contents)) },
      selected: tabs.selected)
    return model
  }

  private func screen(_ id: ScreenID) -> ScreenModel {
    if let known = screens[id] { return known }
    let model = ScreenModel(id, engine)
    screens[id] = model
    // The application can register a style after it has created the model.
    if let style = model.transition { problem(of: style).map(report) }
    return model
  }

  /// Sets ``customStyles`` to the styles that the views can show, and returns the lowest layer.
  func root(showing styles: Set<String>) -> LayerModel? {
    customStyles = styles
    return root
  }

  /// Returns the front screen of a layer.
  func front(of layer: LayerID) -> ScreenModel? {
    tree.layer(layer)?.contents?.front.flatMap { screens[$0] }
  }

  // MARK: - Setters of the models

  func setPath(_ path: [ScreenID], of id: StackID) {
    guard let stack = tree.stack(id) else { return }
    let root = stack.tabs == nil ? Array(stack.screens.prefix(1)) : []
    let new = root + path
    if new == stack.screens { return }
    guard new.count < stack.screens.count, Array(stack.screens.prefix(new.count)) == new else {
      engine?.report(InterfaceProblem.foreignPath(id))
      return
    }
    change(isAnimated: true) { $0.apply(.setScreens(new, of: id, .pop)) }
    reconciler?.handle(.popped(id))
  }

  func removePresented(by id: LayerID) {
    guard let index = tree.layers.firstIndex(where: { $0.id == id }),
      tree.layers.indices.contains(index + 1)
    else { return }
    let layer = tree.layers[index + 1]
    change(isAnimated: true) { $0.apply(.dismiss(layer.id)) }
    // If the user cannot swipe the layer down, a view has dismissed the layer.
    reconciler?.handle(.dismissed(layer.id, byUser: layer.isDismissible))
  }

  func dismiss(_ id: LayerID) {
    guard let index = tree.layers.firstIndex(where: { $0.id == id }), index > 0 else { return }
    removePresented(by: tree.layers[index - 1].id)
  }

  func tap(page: String, of id: TabBarID) {
    guard tree.tabBar(id)?.pages.contains(where: { $0.id == page }) == true else { return }
    reconciler?.handle(.tappedTab(page: page, of: id))
  }

  func tap(button: String, of id: LayerID) {
    guard closed.remove(id) != nil || tree.layer(id) != nil else { return }
    change(isAnimated: true) { $0.apply(.dismiss(id)) }
    reconciler?.handle(.tappedButton(button, of: id))
  }

  func enter(_ text: String, into field: String, of id: LayerID) {
    let old = tree.layer(id)?.fields.first { $0.name == field }?.text
    guard let old, old != text else { return }
    change(isAnimated: false) { $0.apply(.setText(text, field: field, of: id)) }
    reconciler?.handle(.entered(text, field: field, of: id))
  }

  /// Handles a dialog that SwiftUI has closed. SwiftUI closes a dialog before or after it calls a
  /// button's action, or without a button.
  func close(_ dialog: LayerID) {
    guard isDialog(dialog) else { return }
    change(isAnimated: true) { $0.apply(.dismiss(dialog)) }
    closed.insert(dialog)
    mainLoop(.zero) { [weak self] in
      guard let self, closed.remove(dialog) != nil else { return }
      reconciler?.handle(.dismissed(dialog, byUser: false))
    }
  }

  /// Returns whether a layer is a dialog. SwiftUI does not report when a dialog appears or
  /// disappears.
  private func isDialog(_ layer: LayerID) -> Bool { tree.layer(layer)?.isDialog == true }

  // MARK: - Reports of the views

  /// Handles the appearance of a layer's view.
  func didAppear(_ layer: LayerID) {
    guard tree.layer(layer) != nil else { return }
    appeared.insert(layer)
    end(layer, .appearance)
  }

  /// Handles the disappearance of a layer's view.
  func didDisappear(_ layer: LayerID) { end(layer, .disappearance) }

  private func end(_ layer: LayerID, _ kind: Pending.Kind) {
    guard let pending, pending.layer == layer, pending.kind == kind else { return }
    self.pending = nil
    // SwiftUI calls this method during a view update, which must not change the model.
    mainLoop(pending.rest) { [weak self] in
      guard let self else { return }
      endAnimation(pending.animation)
      afterAnimation { pending.completion(.shown) }
    }
  }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
extension InterfaceModel: InterfaceHost {
  /// The values of the bindings, up to but not including the first presented layer whose view has
  /// not appeared.
  public var shown: InterfaceTree {
    InterfaceTree(
      layers: Array(
        tree.layers.enumerated().prefix { $0.offset == 0 || appeared.contains($0.element.id) }.map(
          \.element)))
  }

  /// Applies a command to the model. The reconciler calls this method.
  public func perform(
    _ command: InterfaceCommand, isAnimated: Bool,
    completion: @escaping @MainActor (CommandResult) -> Void
  ) {
    switch command {
    case .present(let layer) where shown.layers.last?.isDialog == true:
      let reason = "SwiftUI does not present \(layer.style) \(layer.id) above an alert or dialog"
      completion(.rejected(reason))
    case .present(let layer) where isMissing(layer):
      let problem = InterfaceProblem.missingPresentation(style: layer.style)
      completion(.rejected(problem.description))
    case .present(let layer) where layer.isDialog:
      afterAnimation { [weak self] in
        guard let self else { return }
        appeared.insert(layer.id)
        apply(command, isAnimated: isAnimated)
        end(completion, after: isAnimated ? transitionTime : .zero)
      }
    case .present(let layer):
      // SwiftUI calls `onAppear` when an animation begins. It presents a layer only after a running
      // animation, and then with an animation of its own.
      let rest = isAnimated || animation != nil ? transitionTime : .zero
      pending = Pending(layer: layer.id, kind: .appearance, rest: rest, completion: completion)
      apply(command, isAnimated: isAnimated)
    case .dismiss(let layer) where !isDialog(layer):
      // SwiftUI calls `onDisappear` when an animation has ended.
      pending = Pending(layer: layer, kind: .disappearance, rest: .zero, completion: completion)
      apply(command, isAnimated: isAnimated)
      if isAnimated { pending?.animation = animation }
    default:
      apply(command, isAnimated: isAnimated)
      end(completion, after: isAnimated ? transitionTime : .zero)
    }
  }

  /// Applies a command to ``shown``, because the reconciler computes commands from that property.
  /// Otherwise, a layer could occur twice.
  private func apply(_ command: InterfaceCommand, isAnimated: Bool) {
    var new = shown
    new.apply(command)
    change(isAnimated: isAnimated) { $0 = new }
  }

  /// Ends a command after a delay, but not during an animation.
  private func end(
    _ completion: @escaping @MainActor (CommandResult) -> Void, after delay: Duration
  ) {
    mainLoop(delay) { [weak self] in self?.afterAnimation { completion(.shown) } }
  }

  /// Returns whether the views have no presentation for a layer's style.
  private func isMissing(_ layer: InterfaceTree.Layer) -> Bool {
    layer.form == .custom && customStyles?.contains(layer.style) == false
  }

  /// Returns whether a stack is an expanded split view. The reconciler calls this method.
  public func isExpanded(_ stack: StackID) -> Bool { stacks[stack]?.isExpanded == true }

  /// Returns `false`, because SwiftUI reports only the results of interactive gestures.
  public func isActive(_ gesture: InteractiveGesture) -> Bool { false }

  /// Stops waiting for a command. The reconciler calls this method.
  ///
  /// If SwiftUI has not presented a layer, the binding for the layer is set to `nil`. Otherwise,
  /// SwiftUI would ignore the layer and present no layers above it.
  public func abandon(_ command: InterfaceCommand) {
    pending = nil
    waiting = []
    let shown = shown
    if tree != shown { change(isAnimated: false) { $0 = shown } }
  }

  /// Releases the models of items that are no longer shown. The reconciler calls this method.
  public func didSettle() {
    let shown = InterfaceIdentifiers(tree)
    layers = layers.filter { shown.layers.contains($0.key) }
    stacks = stacks.filter { shown.stacks.contains($0.key) }
    tabBars = tabBars.filter { shown.tabBars.contains($0.key) }
    screens = screens.filter { shown.screens.contains($0.key) }
  }

  /// Changes a screen's title. The reconciler calls this method.
  public func setTitle(_ title: String, of screen: ScreenID) { screens[screen]?.setTitle(title) }

  /// Notifies the views of a screen that its arguments have changed. The reconciler calls this
  /// method.
  public func showUpdate(of screen: ScreenID) { screens[screen]?.noteUpdate() }

  /// Schedules a function call. The reconciler calls this method.
  public func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    mainLoop(delay, action)
  }
}
