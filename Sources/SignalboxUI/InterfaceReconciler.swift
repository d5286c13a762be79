public import Signalbox

/// Synchronizes a platform's interface with an engine's state.
///
/// The reconciler is the engine's stage. After each change to the engine's state, it compares the
/// interface that its ``InterfaceHost`` shows with `NavigationReader.interface`. It then performs
/// as few commands as possible, in an order that platforms accept. The reconciler reads the
/// interface again after each command. User navigation is reported to the engine as gestures. If
/// the engine rejects a gesture, the reconciler restores the interface.
///
/// The reconciler checks whether titles have changed after each transition, after each gesture, and
/// after each operation that changed nothing. If a title depends on application data, call
/// `router.update(_:to:)` with the same route to show the new title.
///
/// While the engine and the interface are idle, the interface is equal to the engine's state,
/// except for differences that were reported as an ``InterfaceProblem``. Waiting is limited:
/// ``timeLimit`` applies to each command and each gesture, except while a gesture drives a
/// transition, and `NavigationEngine.stageTimeLimit` applies to each transition.
@MainActor
public final class InterfaceReconciler {
  /// A command that the platform is performing.
  private struct Running {
    let number: Int
    let command: InterfaceCommand
  }

  /// An interactive gesture between its beginning and its end.
  private struct OpenGesture {
    let gesture: InteractiveGesture
    /// Whether the engine has accepted the beginning of the gesture.
    let isAccepted: Bool
    /// The number of the gesture's last event. A watchdog compares the number to detect whether the
    /// gesture continues.
    var number: Int
  }

  /// The attempts to perform a command that has had no effect.
  private struct Attempts {
    var count = 0
    /// Whether the delay before the next attempt has elapsed.
    var isDue = false
    var reason = "the interface did not make the change"
    /// The number of times that the reconciler has tried an alternative to the command.
    var escalations = 0
  }

  /// A change that the interface already shows and that the engine has not accepted yet.
  private enum Fact {
    case event(InterfaceEvent)
    /// The platform does not present the layer.
    case unpresentable(LayerID)
  }

  /// The maximum time for a command or for a phase of an interactive gesture, in addition to the
  /// duration of the animation. The default is 3 seconds.
  public var timeLimit: Duration = .seconds(3)

  /// The engine, or `nil` after the engine has been released. Views can outlive the engine.
  private weak var engine: NavigationEngine?
  private let host: any InterfaceHost
  /// The object that ends the transition that the engine waits for.
  private var completion: StageCompletion?
  /// The duration of the transition that the engine waits for.
  private var duration = Duration.zero
  private var running: Running?
  /// The command to retry after a delay, or `nil` if there is none.
  private var retried: Running?
  private var gesture: OpenGesture?
  private var facts: [Fact] = []
  private var titles = ShownTitles()
  /// The attempts to perform each command since the last transition began or the interface was last
  /// equal to the engine's state.
  private var attempts: [InterfaceCommand: Attempts] = [:]
  /// The rejected command that is not retried until the engine or the interface changes, or `nil`
  /// if there is none.
  private var obstacle: InterfaceCommand?
  private var lastNumber = 0
  /// The delays before the second and the third attempt. A platform rejects a presentation while a
  /// view is not in a window or another transition is running. Both usually last only a short time.
  private static let retries: [Duration] = [.milliseconds(50), .milliseconds(500)]

  private var isAdvancing = false
  private var isWaking = false

  /// Creates a reconciler, sets it as the stage of an engine, and shows the engine's current state.
  ///
  /// - Parameters:
  ///   - engine: The engine, which retains the reconciler.
  ///   - host: The platform's host, which the reconciler retains.
  public init(_ engine: NavigationEngine, host: any InterfaceHost) {
    self.engine = engine
    self.host = host
    engine.stage = self
    // An update with equal arguments is not a transition, but the title can differ.
    _ = engine.observeNumbers([.operationNoop]) { [weak self] _ in self?.wake() }
    advance()
  }

  /// Whether the interface is equal to the engine's state, and both the interface and the engine
  /// are idle.
  public var isSettled: Bool {
    guard let engine else { return false }
    return completion == nil && running == nil && gesture == nil && facts.isEmpty
      && !engine.hasToWait && host.shown == engine.interface
  }

  /// Returns whether a gesture can begin now, for the delegates of gesture recognizers.
  ///
  /// - Parameter gesture: The gesture that the user is about to make.
  public func mayBegin(_ gesture: InteractiveGesture) -> Bool {
    guard let engine, running == nil, retried == nil, completion == nil, self.gesture == nil,
      facts.isEmpty
    else { return false }
    let top = engine.interface.top
    switch gesture {
    case .swipeBack(let id):
      guard let stack = top?.contents?.frontStack, stack.id == id else { return false }
      // The first screen in the detail column of an expanded split view is like a root.
      if stack.detailCount <= 1, host.isExpanded(id) { return false }
      return engine.obstacle(to: .swipeBack) == nil
    case .swipeDown(let layer):
      return top?.id == layer && engine.obstacle(to: .swipeDown) == nil
    }
  }

  // MARK: - The user and the platform

  /// Handles an event from the user or the platform.
  ///
  /// - Parameter event: The event. If the event refers to a stack or layer that the engine does not
  ///   have, the interface is restored.
  public func handle(_ event: InterfaceEvent) {
    obstacle = nil
    switch event {
    case .began(let gesture): begin(gesture)
    case .moved(let gesture, let progress): move(gesture, to: progress)
    case .cancelled(let gesture): end(gesture, isCompleted: false)
    case .completed(let gesture): end(gesture, isCompleted: true)
    case .back:
      closeGesture()
      submit("back")
    case .tappedTab(let page, let bar):
      closeGesture()
      select(page, of: bar, isReported: false)
    case .attemptedDismissal(let layer):
      closeGesture()
      attemptDismissal(of: layer)
    case .entered(_, let field, let layer):
      closeGesture()
      // The engine needs only the newest text.
      if case .event(.entered(_, field, layer))? = facts.last { facts.removeLast() }
      facts.append(.event(event))
    case .popped, .dismissed, .selected, .tappedButton:
      closeGesture()
      facts.append(.event(event))
    }
    advance()
  }

  /// Reports a dismissal attempt that the engine prevents. Attempts during another operation are
  /// ignored.
  private func attemptDismissal(of layer: LayerID) {
    guard let engine, !engine.hasToWait, engine.interface.top?.id == layer,
      engine.obstacle(to: .swipeDown) != nil
    else { return }
    submit("swipeDown")
  }

  private func begin(_ gesture: InteractiveGesture) {
    closeGesture()
    // If two gestures run at the same time, the platform reports the second gesture as a change
    // when that gesture ends.
    guard self.gesture == nil else { return }
    let mayBegin = mayBegin(gesture)
    if mayBegin { submit(gesture.name, phase: .begin) }
    let number = number()
    self.gesture = OpenGesture(
      gesture: gesture, isAccepted: mayBegin && engine?.swipeProgress != nil, number: number)
    watch(gesture, number)
  }

  private func move(_ gesture: InteractiveGesture, to progress: Double) {
    guard self.gesture?.gesture == gesture else { return }
    let number = number()
    self.gesture?.number = number
    watch(gesture, number)
    if self.gesture?.isAccepted == true {
      submit(gesture.name, phase: .progress) { $0.options.progress = min(1, max(0, progress)) }
    }
  }

  private func end(_ gesture: InteractiveGesture, isCompleted: Bool) {
    if let open = self.gesture, open.gesture == gesture {
      self.gesture = nil
      if open.isAccepted {
        return submit(gesture.name, phase: isCompleted ? .commit : .cancel)
      }
    }
    if isCompleted { facts.append(.event(.completed(gesture))) }
  }

  /// Ends an interactive gesture whose end the platform has not reported, unless the gesture's
  /// transition is running. Changes and commands wait for the end of that transition.
  private func closeGesture() {
    guard let open = gesture, !host.isActive(open.gesture) else { return }
    gesture = nil
    if open.isAccepted { submit(open.gesture.name, phase: .cancel) }
  }

  /// Cancels a gesture if the platform reports no event of the gesture within the time limit. The
  /// limit is extended while the gesture's transition is running.
  private func watch(_ gesture: InteractiveGesture, _ number: Int) {
    let limit = timeLimit
    host.schedule(after: limit) { [weak self] in
      guard let self, self.gesture?.number == number else { return }
      if host.isActive(gesture) { return watch(gesture, number) }
      engine?.report(InterfaceProblem.endlessGesture(gesture, limit: limit))
      closeGesture()
      advance()
    }
  }

  private func submit(
    _ gesture: String, phase: GesturePhase = .whole, isReported: Bool = false,
    fill: (inout OperationCall) -> Void = { _ in }
  ) {
    var options = OperationOptions()
    options.phase = phase
    if isReported { options.isReportedByStage = true }
    options.completion = { [weak self] _ in self?.wake() }
    engine?.perform(gesture, options, fill: fill)
  }

  private func select(_ page: String, of bar: TabBarID, isReported: Bool) {
    guard let engine, let tabs = engine.interface.tabBar(bar) else { return }
    let isVisible = engine.interface.top?.contents?.visibleTabBars.contains { $0.id == bar }
    guard isVisible == true else {
      if isReported { engine.router(of: tabs.owner).select(page) }
      return
    }
    submit("tapTab", isReported: isReported) { call in
      call.name = engine.symbols.intern(page)
      call.subject = .coordinator(tabs.owner)
    }
  }

  // MARK: - Changes by the platform

  /// Applies a platform change to the engine if the change is still valid.
  private func accept(_ fact: Fact, _ engine: NavigationEngine) {
    switch fact {
    case .event(.popped(let stack)): acceptPop(of: stack, isSwipe: false, engine)
    case .event(.completed(.swipeBack(let stack))): acceptPop(of: stack, isSwipe: true, engine)
    case .event(.completed(.swipeDown(let layer))): acceptDismissal(of: layer, byUser: true, engine)
    case .event(.dismissed(let layer, let byUser)):
      acceptDismissal(of: layer, byUser: byUser, engine)
    case .event(.selected(let page, let bar)):
      let target = engine.interface.tabBar(bar)?.selected
      if host.shown.tabBar(bar)?.selected == page, target != page {
        select(page, of: bar, isReported: true)
      }
    case .event(.tappedButton(let title, let layer)):
      guard engine.interface.top?.id == layer else { return }
      submit("tapAlert") { $0.text = title }
    case .event(.entered(let text, let field, let layer)):
      guard engine.interface.top?.id == layer else { return }
      submit("enterText") { call in
        call.name = engine.symbols.intern(field)
        call.text = text
      }
    case .event: break
    case .unpresentable(let layer): dismiss(layer, engine)
    }
  }

  /// Pops the screens that the platform has removed from the front stack. If the engine rejects the
  /// pop, the screens are shown again.
  private func acceptPop(of stack: StackID, isSwipe: Bool, _ engine: NavigationEngine) {
    guard let old = engine.interface.top?.contents?.frontStack, old.id == stack,
      let new = host.shown.stack(stack), new.screens.count < old.screens.count,
      Array(old.screens.prefix(new.screens.count)) == new.screens
    else { return }
    if old.count - new.count == 1 { return submit(isSwipe ? "swipeBack" : "back") }
    submit("longPressBack", isReported: true) { $0.count = new.count - 2 }
  }

  private func acceptDismissal(
    of layer: LayerID, byUser: Bool, _ engine: NavigationEngine
  ) {
    guard host.shown.layer(layer) == nil, let top = engine.interface.top else { return }
    if byUser, top.id == layer { return submit("swipeDown") }
    dismiss(layer, engine)
  }

  /// Removes a layer in the engine, regardless of the layer's style.
  private func dismiss(_ layer: LayerID, _ engine: NavigationEngine) {
    guard let main = engine.main,
      engine.interface.layers.dropFirst().contains(where: { $0.id == layer })
    else { return }
    var options = OperationOptions(animated: false)
    options.layer = layer
    options.isReportedByStage = true
    options.completion = { [weak self] _ in self?.wake() }
    engine.router(of: main).dismiss(options)
  }

  // MARK: - Showing

  /// Performs steps until a command or a gesture is running, or there is nothing to do now.
  private func advance() {
    guard !isAdvancing else { return }
    isAdvancing = true
    defer { isAdvancing = false }
    while running == nil, gesture == nil, let engine, proceed(engine) {}
  }

  /// Performs one step. Returns `false` if there is nothing to do now.
  private func proceed(_ engine: NavigationEngine) -> Bool {
    if !facts.isEmpty {
      // The engine accepts changes by the platform before the interface is compared, so that these
      // changes are not reverted and repeated. A transition that the engine waits for ends first
      // and is not shown separately.
      if endTransition() { return true }
      guard !engine.hasToWait else {
        wake(after: .milliseconds(50))
        return false
      }
      accept(facts.removeFirst(), engine)
      return true
    }
    let plan = InterfacePlan(from: host.shown, to: engine.interface)
    guard let step = plan.steps.first, step.command != obstacle else {
      if plan.steps.isEmpty { didSettle(engine) }
      return endTransition()
    }
    let attempt = attempts[step.command, default: Attempts()]
    if attempt.count > Self.retries.count {
      giveUp(step.command, engine)
    } else if attempt.count == 0 || attempt.isDue {
      start(step)
    } else {
      retryLater(step.command, after: Self.retries[attempt.count - 1])
      return false
    }
    return true
  }

  /// Schedules the next attempt to perform a command.
  private func retryLater(_ command: InterfaceCommand, after delay: Duration) {
    guard retried?.command != command else { return }
    let number = number()
    retried = Running(number: number, command: command)
    host.schedule(after: delay) { [weak self] in
      guard let self, retried?.number == number else { return }
      retried = nil
      attempts[command]?.isDue = true
      advance()
    }
  }

  private func didSettle(_ engine: NavigationEngine) {
    (attempts, retried) = ([:], nil)
    for change in titles.takeChanges(of: engine.interface.screens, in: engine) {
      host.setTitle(change.title, of: change.screen)
    }
    host.didSettle()
  }

  /// Ends the transition that the engine waits for. Returns `false` if the engine is not waiting
  /// for a transition.
  private func endTransition() -> Bool {
    guard let completion else { return false }
    self.completion = nil
    completion.finish()
    return true
  }

  private func start(_ step: InterfacePlan.Step) {
    let number = number()
    running = Running(number: number, command: step.command)
    let isAnimated = step.isVisible && duration > .zero
    attempts[step.command, default: Attempts()].count += 1
    attempts[step.command]?.isDue = false
    retried = nil
    if let engine { titles.add(engine.interface.screens, of: engine) }
    host.perform(step.command, isAnimated: isAnimated) { [weak self] result in
      self?.end(number, result)
    }
    guard running?.number == number else { return }
    limit(step, number, timeLimit + (isAnimated ? duration : .zero))
  }

  /// Abandons a command that the platform does not complete within a time limit.
  private func limit(_ step: InterfacePlan.Step, _ number: Int, _ limit: Duration) {
    host.schedule(after: limit) { [weak self] in
      guard let self, running?.number == number else { return }
      if host.isInteractive(step.command) { return self.limit(step, number, limit) }
      engine?.report(InterfaceProblem.forgotten(step.command, limit: limit))
      host.abandon(step.command)
      // The command is retried only once, because each attempt takes the whole time limit.
      attempts[step.command]?.count += 1
      end(number, .rejected("the interface did not complete the change within \(limit)"))
    }
  }

  private func end(_ number: Int, _ result: CommandResult) {
    guard let running, running.number == number else { return }
    self.running = nil
    if case .rejected(let reason) = result { attempts[running.command]?.reason = reason }
    advance()
  }

  /// Handles a command that the platform has rejected repeatedly. If the platform does not present
  /// a layer, the engine removes the layer. For all other commands, the reconciler rebuilds the
  /// window. If this also fails, the command is not retried until the engine or the interface
  /// changes.
  private func giveUp(_ command: InterfaceCommand, _ engine: NavigationEngine) {
    guard var attempts = attempts[command] else { return }
    if attempts.escalations == 0 {
      let problem = InterfaceProblem.rejected(command, reason: attempts.reason)
      if let completion {
        self.completion = nil
        completion.fail(problem.description)
      } else {
        engine.report(problem)
      }
    }
    attempts.escalations += 1
    self.attempts[command] = attempts
    let root = InterfaceCommand.setRoot(engine.interface.layers.first)
    if case .present(let layer) = command, attempts.escalations == 1 {
      facts.append(.unpresentable(layer.id))
    } else if command != root, attempts.escalations < 3 {
      self.attempts[command]?.count = 0
      start(InterfacePlan.Step(command: root, isVisible: false))
    } else {
      obstacle = command
    }
  }

  /// Schedules the next step for a later turn of the main loop, in which no engine callback is
  /// running.
  private func wake(after delay: Duration = .zero) {
    guard !isWaking else { return }
    isWaking = true
    host.schedule(after: delay) { [weak self] in
      self?.isWaking = false
      self?.advance()
    }
  }

  private func number() -> Int {
    lastNumber += 1
    return lastNumber
  }
}

extension InterfaceReconciler: @MainActor Stage {
  /// Shows a transition. The engine calls this method.
  public func perform(_ transition: StageTransition, completion: StageCompletion) {
    self.completion = completion
    duration = transition.duration
    (obstacle, attempts, retried) = (nil, [:], nil)
    for case .updated(let screen, _, _) in transition.steps {
      if let title = engine?.title(of: screen) { host.setTitle(title, of: screen) }
      host.showUpdate(of: screen)
    }
    advance()
  }
}

extension InterfaceTree.Stack {
  /// The number of screens in the detail column, which is 0 if the stack is not a split view.
  fileprivate var detailCount: Int { detail.map { max(0, screens.count - $0) } ?? 0 }
}

extension InteractiveGesture {
  /// The name of the corresponding gesture in the engine.
  var name: String {
    switch self {
    case .swipeBack: "swipeBack"
    case .swipeDown: "swipeDown"
    }
  }
}
