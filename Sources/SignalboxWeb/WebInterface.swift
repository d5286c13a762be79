public import Signalbox
internal import SignalboxProtocol
public import SignalboxTransports
public import SignalboxUI
internal import SignalboxWebSocket

/// Shows an engine's state as a web page on this machine. Users control the page with a mouse, by
/// touch or with the keyboard.
///
/// ```swift
/// let interface = try WebInterface(engine, name: "Shop")
/// print(interface.makeAddress())
/// ```
///
/// The page has bars, stacks, sheets with detents, tabs with badges, alerts and popovers. It shows
/// the titles, arguments and actions of screens. The server listens only on the loopback interface,
/// by default on a port that the system chooses. Each address opens the page once.
///
/// Only the page that was opened last shows the application. If there is no page, or if the page
/// does not respond, changes are complete immediately, so that a page never blocks the application.
@MainActor
public final class WebInterface {
  /// The duration of the page's animations. The default is 350 milliseconds.
  public var animationDuration: Duration = .milliseconds(350)

  private weak var engine: NavigationEngine?
  private let mainLoop: MainLoop
  private let link: WebScreenLink
  /// The reconciler that synchronizes the engine and the interface, or `nil` after the engine has
  /// been released.
  public private(set) weak var reconciler: InterfaceReconciler?

  /// The interface that the page shows or, if there is no page, the interface that the next page
  /// will show.
  public private(set) var shown = InterfaceTree()
  private var faces = WebFaces()

  /// A command that the page has not reported as complete.
  private struct Running {
    /// The number of the interface to which the command leads.
    let number: Int
    let command: InterfaceCommand
    let completion: @MainActor (CommandResult) -> Void
  }
  private var running: Running?
  /// An interactive gesture that the user has begun but not ended.
  private struct OpenGesture {
    let kind: InteractiveGesture
    let number: Int
    /// The number of reports. A watchdog compares the number to detect whether the gesture
    /// continues.
    var reports = 0
  }
  private var gesture: OpenGesture?
  private var lastGesture = 0
  private var observation: ObserverID?
  private var isRefreshing = false

  /// The maximum duration of an interactive gesture.
  private static let gestureLimit = Duration.seconds(60)
  /// The time without reports after which a gesture is cancelled. While the user pauses, the page
  /// repeats the last progress.
  private static let silenceLimit = Duration.milliseconds(2500)

  /// Creates an interface, connects it to the engine, starts serving the page, and shows the
  /// current state.
  ///
  /// - Parameters:
  ///   - engine: The application's engine, which runs on the main actor and retains the interface.
  ///   - name: The name of the application, which is the title of the page.
  ///   - port: The port on the loopback interface, or `nil` to use a free port.
  ///   - mainLoop: A closure that schedules function calls. Tests pass their own closure.
  /// - Throws: ``/SignalboxTransports/TransportError`` if the port is in use or the system rejects
  ///   the port.
  public convenience init(
    _ engine: NavigationEngine, name: String, port: UInt16? = nil,
    mainLoop: @escaping MainLoop = scheduleInRealTime
  ) throws(TransportError) {
    let link = try WebScreenLink(name: name, port: port ?? 0)
    self.init(engine, link, mainLoop: mainLoop)
  }

  /// - Parameter link: The connections of pages, on any transport.
  init(_ engine: NavigationEngine, _ link: WebScreenLink, mainLoop: @escaping MainLoop) {
    (self.engine, self.link, self.mainLoop) = (engine, link, mainLoop)
    link.screen = self
    // The engine retains the reconciler as its stage, and the reconciler retains this interface.
    let reconciler = InterfaceReconciler(engine, host: self)
    self.reconciler = reconciler
    observation = engine.observe([.operationSettled]) { [weak self] _ in
      MainActor.assumeIsolated { self?.requestRefresh() }
    }
  }

  /// Returns an address that opens the page once, such as `http://127.0.0.1:49213/?token=…`.
  public func makeAddress() -> String { link.makeAddress() }

  /// The port on the loopback interface.
  public var port: UInt16 { link.port }

  /// Whether a page shows the interface.
  public var hasPage: Bool { link.client != nil }

  /// Disconnects all pages. The application continues to run. Further calls to this method have no
  /// effect.
  public func close() {
    if let observation { engine?.stopObserving(observation) }
    observation = nil
    link.close()
  }

  // MARK: - Renderings

  private func rendering(of tree: InterfaceTree) -> NavigationValue {
    if let engine { faces.read(tree, from: engine) }
    return WebRendering.value(of: tree, faces)
  }

  /// Schedules an update of titles, actions and buttons that have changed without a command.
  private func requestRefresh() {
    guard link.client != nil, !isRefreshing else { return }
    isRefreshing = true
    mainLoop(.zero) { [weak self] in
      self?.isRefreshing = false
      self?.refresh()
    }
  }

  private func refresh() {
    guard running == nil, gesture == nil else { return }
    link.refresh(rendering(of: shown))
  }

  /// Sends the current interface without an animation, even if it has not changed.
  private func repeatRendering() { link.show(rendering(of: shown), InterfaceMotion()) }

  // MARK: - The page

  /// Handles a page that has started showing the application.
  func didAttach() {
    if let running { finish(running) }
    if running == nil { repeatRendering() }
  }

  /// Handles a page that no longer shows the application, because it has disconnected or has been
  /// replaced by another page. No command waits for the page afterwards.
  func didDetach() {
    cancelGesture()
    if let running { finish(running) }
  }

  /// Handles a report that the page shows an interface.
  func didShow(_ number: Int) {
    if let running, running.number == number { finish(running) }
  }

  private func finish(_ running: Running) {
    self.running = nil
    shown.apply(running.command)
    if link.client != nil, running.number != link.lastNumber { repeatRendering() }
    running.completion(.shown)
  }

  // MARK: - The user

  /// Handles a user action.
  ///
  /// - Returns: The reason why the application does not receive the action, or `nil` if it does.
  func handle(_ report: InterfaceReportMethod.Params) throws(ProtocolError) -> String? {
    let reason: String?
    switch report.event {
    case .began, .moved, .cancelled, .completed: reason = try handleGesture(report)
    case .enter: reason = try enter(report)
    case .tap, .back, .tab, .button:
      reason = obstacle(to: report)
      if reason == nil { try perform(report) }
    }
    if reason != nil, running == nil, gesture == nil { repeatRendering() }
    return reason
  }

  /// Returns the reason why an action is ignored, for example because the user saw an older
  /// interface, or `nil` if the action can be handled.
  private func obstacle(to report: InterfaceReportMethod.Params) -> String? {
    if gesture != nil { return "a gesture has not ended" }
    if running != nil || report.number != link.lastNumber { return "the interface has changed" }
    return nil
  }

  private func perform(_ report: InterfaceReportMethod.Params) throws(ProtocolError) {
    switch report.event {
    case .tap:
      let label = try Self.required(report.text, "text", of: report)
      engine?.perform("tap") { $0.text = label }
    case .back: reconciler?.handle(.back)
    case .tab:
      let (id, page) = (
        try Self.required(report.bar, "bar", of: report),
        try Self.required(report.page, "page", of: report)
      )
      let bars = shown.top?.contents?.visibleTabBars ?? []
      guard let bar = bars.first(where: { "\($0.id)" == id }),
        bar.pages.contains(where: { $0.id == page })
      else { throw Self.missing("the tab bar \(id) with the tab \(quotation(page))") }
      reconciler?.handle(.tappedTab(page: page, of: bar.id))
    case .button:
      let title = try Self.required(report.text, "text", of: report)
      let layer = try alert(report)
      guard faces.layer(layer).buttons.contains(where: { $0.title == title }) else {
        throw Self.missing("the button \(quotation(title))")
      }
      remove(layer)
      reconciler?.handle(.tappedButton(title, of: layer))
    case .enter, .began, .moved, .cancelled, .completed: break
    }
  }

  private func enter(_ report: InterfaceReportMethod.Params) throws(ProtocolError) -> String? {
    let (name, text) = (
      try Self.required(report.field, "field", of: report),
      try Self.required(report.text, "text", of: report)
    )
    let layer = try alert(report)
    guard shown.layer(layer)?.fields.contains(where: { $0.name == name }) == true else {
      throw Self.missing("the field \(quotation(name))")
    }
    shown.apply(.setText(text, field: name, of: layer))
    // The page already shows the text.
    if running == nil { link.note(rendering(of: shown)) }
    reconciler?.handle(.entered(text, field: name, of: layer))
    return nil
  }

  /// Removes an alert after the user has tapped one of its buttons.
  private func remove(_ layer: LayerID) {
    let motion = InterfaceMotion(.dismiss, layer, animationDuration)
    shown.apply(.dismiss(layer))
    link.show(rendering(of: shown), motion)
  }

  /// Returns the front alert, which the report must identify.
  private func alert(_ report: InterfaceReportMethod.Params) throws(ProtocolError) -> LayerID {
    let id = try Self.required(report.layer, "layer", of: report)
    guard let top = shown.top, top.isDialog, "\(top.id)" == id else {
      throw Self.missing("the alert \(id) in front")
    }
    return top.id
  }

  private static func required(
    _ value: String?, _ name: String, of report: InterfaceReportMethod.Params
  ) throws(ProtocolError) -> String {
    guard let value else {
      throw ProtocolError(.badParams, "params.\(name) is missing; \(report.event) requires it")
    }
    return value
  }

  private static func missing(_ subject: String) -> ProtocolError {
    ProtocolError(.badParams, "the page does not show \(subject)")
  }

  // MARK: - Gestures

  private func handleGesture(
    _ report: InterfaceReportMethod.Params
  ) throws(ProtocolError) -> String? {
    guard let name = report.gesture else {
      throw ProtocolError(
        .badParams, "params.gesture is missing; \(report.event) requires it")
    }
    if report.event == .began {
      if let reason = obstacle(to: report) { return reason }
      return begin(name)
    }
    guard let open = gesture, open.kind.reportName == name else {
      return "the gesture \(name) is not in progress"
    }
    switch report.event {
    case .moved:
      guard let progress = report.progress, (0...1).contains(progress) else {
        throw ProtocolError(.badParams, "params.progress must be a number from 0 to 1")
      }
      gesture?.reports += 1
      reconciler?.handle(.moved(open.kind, progress: progress))
    case .completed:
      gesture = nil
      complete(open.kind)
    default:
      gesture = nil
      reconciler?.handle(.cancelled(open.kind))
      requestRefresh()
    }
    return nil
  }

  private func begin(_ name: InterfaceReportMethod.Gesture) -> String? {
    guard let top = shown.top else { return "nothing is shown" }
    let kind: InteractiveGesture
    switch name {
    case .swipeDown: kind = .swipeDown(top.id)
    case .swipeBack:
      guard let stack = top.contents?.frontStack else { return "the screen is not on a stack" }
      kind = .swipeBack(stack.id)
    }
    guard reconciler?.mayBegin(kind) == true else {
      let code = engine?.obstacle(to: kind.userGesture)
      if case .swipeDown(let layer) = kind { reconciler?.handle(.attemptedDismissal(layer)) }
      return code.map { "\($0)" } ?? "the application is busy"
    }
    lastGesture += 1
    let number = lastGesture
    gesture = OpenGesture(kind: kind, number: number)
    reconciler?.handle(.began(kind))
    watch(number, reports: 0)
    mainLoop(Self.gestureLimit) { [weak self] in
      if let self, gesture?.number == number { cancelGesture() }
    }
    return nil
  }

  /// Cancels a gesture if the page sends no further reports.
  private func watch(_ number: Int, reports: Int) {
    mainLoop(Self.silenceLimit) { [weak self] in
      guard let self, let open = gesture, open.number == number else { return }
      if open.reports == reports { return cancelGesture() }
      watch(number, reports: open.reports)
    }
  }

  private func cancelGesture() {
    guard let open = gesture else { return }
    gesture = nil
    reconciler?.handle(.cancelled(open.kind))
    if running == nil { repeatRendering() }
  }

  /// Completes a gesture after the page has removed the screen or the layer.
  private func complete(_ kind: InteractiveGesture) {
    switch kind {
    case .swipeDown(let layer): shown.apply(.dismiss(layer))
    case .swipeBack(let id):
      if let stack = shown.stack(id), !stack.screens.isEmpty, stack.count > 1 {
        shown.apply(.setScreens(stack.screens.dropLast(), of: id, .pop))
      }
    }
    repeatRendering()
    reconciler?.handle(.completed(kind))
  }
}

extension WebInterface: InterfaceHost {
  /// Sends the page the interface that results from a command. The reconciler calls this method.
  public func perform(
    _ command: InterfaceCommand, isAnimated: Bool,
    completion: @escaping @MainActor (CommandResult) -> Void
  ) {
    guard link.client != nil else {
      shown.apply(command)
      return completion(.shown)
    }
    var next = shown
    next.apply(command)
    let motion =
      isAnimated ? InterfaceMotion(command, in: shown, animationDuration) : InterfaceMotion()
    let number = link.show(rendering(of: next), motion)
    running = Running(number: number, command: command, completion: completion)
  }

  /// Returns whether the user is performing a gesture on the page. The reconciler calls this
  /// method.
  public func isActive(_ gesture: InteractiveGesture) -> Bool { self.gesture?.kind == gesture }

  /// Continues without the page if the page has not reported a command as complete in time. The
  /// reconciler calls this method.
  public func abandon(_ command: InterfaceCommand) {
    running = nil
    link.suspend()
    shown.apply(command)
  }

  /// Releases screens and layers that are no longer shown, and updates titles and actions. The
  /// reconciler calls this method.
  public func didSettle() {
    faces.keep(shown)
    requestRefresh()
  }

  /// Updates a screen's title on the page. The reconciler calls this method.
  public func setTitle(_ title: String, of screen: ScreenID) { requestRefresh() }

  /// Updates a screen's title and actions on the page. The reconciler calls this method.
  public func showUpdate(of screen: ScreenID) { requestRefresh() }

  /// Schedules a function call. The reconciler calls this method.
  public func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    mainLoop(delay, action)
  }
}

extension InteractiveGesture {
  /// The name of the gesture in the page's reports.
  fileprivate var reportName: InterfaceReportMethod.Gesture {
    switch self {
    case .swipeBack: .swipeBack
    case .swipeDown: .swipeDown
    }
  }

  /// The corresponding gesture of the engine.
  fileprivate var userGesture: UserGesture {
    switch self {
    case .swipeBack: .swipeBack
    case .swipeDown: .swipeDown
    }
  }
}
