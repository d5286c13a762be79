internal import Signalbox
internal import SignalboxProtocol
internal import SignalboxTransports
internal import SignalboxWebSocket

/// The connections of pages. Only the page that was opened last shows the application.
@MainActor
final class WebScreenLink {
  weak var screen: WebInterface?
  let server: ProtocolServer
  private var isServing = false
  private var transport: WebSocketTransport?
  /// The client whose page shows the application, or `nil` if there is no such page or it does not
  /// respond.
  private(set) var client: Int?
  /// The client whose page has not responded in time, or `nil` if there is none.
  private var silent: Int?
  /// The number of the last interface that ``show(_:_:)`` recorded.
  private(set) var lastNumber = 0
  /// The last interface that ``show(_:_:)`` or ``note(_:)`` recorded, or `nil` if there is none.
  private var lastRendering: NavigationValue?

  /// Serves pages on a loopback port.
  convenience init(name: String, port: UInt16) throws(TransportError) {
    let wake = WakeUp()
    self.init(name: name) { wake.request() }
    let page = WebPage(title: name)
    transport = try WebSocketTransport(server, port: port) { page.html(socket: $0, token: $1) }
    wake.link = self
  }

  /// Serves clients on any transport.
  ///
  /// - Parameter onRequest: A closure that is called on any thread when ``serve()`` must be called.
  init(name: String, onRequest: @escaping @Sendable () -> Void) {
    server = ProtocolServer(
      ServerDescription(
        InitializeMethod.Program(name: name), token: .random(), methods: WebMethodCatalog.methods),
      onRequest: onRequest)
  }

  /// The port on the loopback interface, or 0 if there is none.
  var port: UInt16 { transport?.port ?? 0 }

  func makeAddress() -> String { transport?.makeAddress() ?? "" }

  /// Answers the requests of pages in the order of arrival.
  func serve() {
    guard !isServing else { return }
    isServing = true
    defer { isServing = false }
    var left = server.taskCount
    while left > 0, let task = server.next() {
      left -= 1
      switch task {
      case .join: break
      case .leave(let client): leave(client)
      case .request(let request): server.end(with: response(to: request))
      }
    }
    // A page that sends many requests must not block the application.
    if server.taskCount > 0 { server.askAgain() }
  }

  func close() {
    transport?.close()
    server.close()
  }

  // MARK: - Pages

  private func response(to request: ProtocolServer.Request) -> ProtocolMessage {
    do throws(ProtocolError) {
      return .result(id: request.id, .table(try answer(request)))
    } catch {
      return .failure(id: request.id, error)
    }
  }

  private func answer(
    _ request: ProtocolServer.Request
  ) throws(ProtocolError) -> NavigationArguments {
    switch request.method {
    case InterfaceOpenMethod.name:
      _ = try InterfaceOpenMethod.Params(message: request.params, in: "params")
      attach(request.client)
      return [:]
    case InterfaceShownMethod.name:
      let params = try InterfaceShownMethod.Params(message: request.params, in: "params")
      if request.client == silent { attach(request.client) }
      try check(request.client)
      screen?.didShow(params.number)
      return [:]
    case InterfaceReportMethod.name:
      let params = try InterfaceReportMethod.Params(message: request.params, in: "params")
      if request.client == silent { attach(request.client) }
      try check(request.client)
      let reason = try screen?.handle(params)
      return try Self.message(
        InterfaceReportMethod.Result(isAccepted: reason == nil, reason: reason))
    default:
      throw ProtocolError(.unknownMethod, "there is no method \(quotation(request.method))")
    }
  }

  private static func message(
    _ fields: some MessageFields
  ) throws(ProtocolError) -> NavigationArguments {
    do throws(NavigationError) { return try fields.message } catch { throw ProtocolError(error) }
  }

  private func check(_ client: Int) throws(ProtocolError) {
    guard client == self.client else {
      throw ProtocolError(
        .invalidRequest, "the page is not the application's screen",
        hint: "send interface/open to make it the screen")
    }
  }

  private func attach(_ client: Int) {
    if let old = self.client, old != client {
      self.client = nil
      screen?.didDetach()
      server.send(
        InterfaceClosedMethod.self,
        InterfaceClosedMethod.Params(
          reason: "the application is open in another browser tab or window"), to: old)
    }
    (self.client, silent) = (client, nil)
    screen?.didAttach()
  }

  private func leave(_ client: Int) {
    if client == silent { silent = nil }
    guard client == self.client else { return }
    self.client = nil
    screen?.didDetach()
  }

  /// Continues without the page until the page responds.
  func suspend() { (silent, client) = (client, nil) }

  // MARK: - Renderings

  /// Records an interface, and sends it to the page, if there is one.
  ///
  /// - Returns: The number of the interface.
  @discardableResult
  func show(_ rendering: NavigationValue, _ motion: InterfaceMotion) -> Int {
    lastNumber += 1
    lastRendering = rendering
    guard let client else { return lastNumber }
    server.send(
      InterfaceShowMethod.self,
      InterfaceShowMethod.Params(
        number: lastNumber, motion: motion.motion, layer: motion.layer.map { "\($0)" },
        milliseconds: motion.milliseconds, rendering: rendering), to: client)
    return lastNumber
  }

  /// Sends an interface if it differs from the last interface.
  func refresh(_ rendering: NavigationValue) {
    if rendering != lastRendering { show(rendering, InterfaceMotion()) }
  }

  /// Records an interface that the page already shows because of the user's input.
  func note(_ rendering: NavigationValue) { lastRendering = rendering }
}

/// Wakes the main actor from the thread of the sockets.
private final class WakeUp: Sendable {
  @MainActor weak var link: WebScreenLink?

  func request() { Task { @MainActor in link?.serve() } }
}
