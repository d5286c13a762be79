package import Signalbox

/// A client of a server on any transport. It belongs to one thread.
///
/// ```swift
/// let client = ProtocolClient(transport)
/// try client.initialize(InitializeMethod.Program(name: "tool"), token: token)
/// let state = try client.request(StateGetMethod.self, NoFields())
/// ```
public final class ProtocolClient {
  /// A notification of the server.
  public struct Notification: Hashable, Sendable {
    /// The name of the method.
    public let method: String
    /// The parameters.
    package let params: NavigationArguments

    /// Returns the parameters of a method, or `nil` if it is another one.
    ///
    /// - Parameter method: A method with which servers notify clients.
    public func params<Method: ProtocolMethod>(of method: Method.Type) -> Method.Params? {
      guard self.method == method.name else { return nil }
      return try? NavigationValue.table(params).decoded(in: .document("params"))
    }
  }

  /// The server's description of itself, or `nil` before ``initialize(_:token:)``.
  public private(set) var server: InitializeMethod.Result?
  /// Why the connection has ended, or `nil` while it is open. Clients that poll check it after
  /// ``read()``, which returns as long as answers are left to take.
  public private(set) var ending: ProtocolError?
  /// Called with each notification, in order, before the answer that it precedes.
  public var onNotification: (Notification) -> Void = { _ in }
  /// Called about four times a second while a request waits, for example for keys. It may send
  /// notifications.
  public var onWait: (ProtocolClient) throws(ProtocolError) -> Void = { _ in }
  /// How long the server may be silent during a request before it is pinged, and then until it
  /// answers.
  public var silence = Duration.seconds(5)

  private let transport: any ClientTransport
  private let framing: MessageFraming
  private var reader: MessageReader
  private var lastID = 0
  /// The requests without an answer.
  private var open: Set<MessageID> = []
  private var answers: [MessageID: Result<NavigationValue, ProtocolError>] = [:]
  /// The last message of the server, if it is an error without a request: the reason if the
  /// connection ends after it.
  private var lastFailure: ProtocolError?
  /// When the server last sent something, or a request began.
  private var lastReceived = ContinuousClock.now
  /// When the server was pinged since, or `nil` if it was not.
  private var pinged: ContinuousClock.Instant?

  /// The maximum length of a message of the server.
  private static let maxMessage = 64 << 20
  /// How long something outside the transport can remain unnoticed.
  private static let pollInterval = Duration.milliseconds(250)

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - transport: The bytes to and from the server.
  ///   - framing: How they are divided into messages.
  public init(_ transport: any ClientTransport, _ framing: MessageFraming = .contentLength) {
    (self.transport, self.framing) = (transport, framing)
    reader = MessageReader(framing, limit: Self.maxMessage)
  }

  // MARK: - Requests

  /// Begins the session.
  ///
  /// - Parameters:
  ///   - program: The name of the client for others.
  ///   - token: The token of the server, if it needs one.
  /// - Returns: The server's description of itself.
  /// - Throws: `badToken`, `badVersion`, `full`, or `disconnected`.
  @discardableResult
  public func initialize(
    _ program: InitializeMethod.Program, token: String? = nil
  ) throws(ProtocolError) -> InitializeMethod.Result {
    let result = try request(
      InitializeMethod.self, InitializeMethod.Params(client: program, token: token))
    server = result
    return result
  }

  /// Sends a request and waits for the answer.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - params: The parameters.
  /// - Returns: The result. Fields that this version does not know are ignored.
  /// - Throws: The error of the server, or `disconnected`.
  public func request<Method: ProtocolMethod>(
    _ method: Method.Type, _ params: Method.Params
  ) throws(ProtocolError) -> Method.Result {
    let id = try post(method, params)
    return try wait(for: id, of: method)
  }

  /// Sends a request without waiting for the answer.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - params: The parameters.
  /// - Returns: The identifier for ``wait(for:of:)`` and ``answer(to:of:)``.
  /// - Throws: `tooLong`, `badParams` or `disconnected`.
  public func post<Method: ProtocolMethod>(
    _ method: Method.Type, _ params: Method.Params
  ) throws(ProtocolError) -> MessageID {
    lastID += 1
    let id = MessageID.number(lastID)
    try send(.request(id: id, method: method.name, params: try Self.fields(params)))
    open.insert(id)
    return id
  }

  /// Waits for the answer of a request.
  ///
  /// - Parameters:
  ///   - id: The result of ``post(_:_:)``.
  ///   - method: The method.
  /// - Returns: The result.
  /// - Throws: The error of the server, or `disconnected`.
  public func wait<Method: ProtocolMethod>(
    for id: MessageID, of method: Method.Type
  ) throws(ProtocolError) -> Method.Result {
    (lastReceived, pinged) = (.now, nil)
    while true {
      if let result = try answer(to: id, of: method) { return result }
      if let ending { throw ending }
      try onWait(self)
      try wait(writing: false, atMost: Self.pollInterval)
    }
  }

  /// Returns the answer of a request, if it has arrived.
  ///
  /// - Parameters:
  ///   - id: The result of ``post(_:_:)``.
  ///   - method: The method.
  /// - Returns: The result, or `nil` if there is no answer yet.
  /// - Throws: The error of the server.
  public func answer<Method: ProtocolMethod>(
    to id: MessageID, of method: Method.Type
  ) throws(ProtocolError) -> Method.Result? {
    guard let answer = answers.removeValue(forKey: id) else { return nil }
    let value = try answer.get()
    do throws(NavigationError) {
      return try value.decoded(in: .document("result"))
    } catch {
      throw ProtocolError(.malformed, "the answer to \(method.name): \(error.message)")
    }
  }

  /// Waits for an answer at most some time.
  ///
  /// - Parameters:
  ///   - id: The result of ``post(_:_:)``.
  ///   - time: The maximum time.
  /// - Throws: `disconnected`.
  public func wait(for id: MessageID, atMost time: Duration) throws(ProtocolError) {
    let limit = ContinuousClock.now + time
    while open.contains(id), ending == nil, case let now = ContinuousClock.now, now < limit {
      transport.wait(writing: false, atMost: limit - now)
      try read()
    }
  }

  /// Sends a notification.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - params: The parameters.
  /// - Throws: `tooLong`, `badParams` or `disconnected`.
  public func notify<Method: ProtocolMethod>(
    _ method: Method.Type, _ params: Method.Params
  ) throws(ProtocolError) {
    try send(.notification(method: method.name, params: try Self.fields(params)))
  }

  private static func fields(
    _ params: some MessageFields
  ) throws(ProtocolError) -> NavigationArguments {
    do throws(NavigationError) { return try params.message } catch { throw ProtocolError(error) }
  }

  private func send(_ message: ProtocolMessage) throws(ProtocolError) {
    if let ending { throw ending }
    let frame: [UInt8]
    do throws(NavigationError) {
      frame = framing.frame(try message.text)
    } catch {
      throw ProtocolError(error)
    }
    if let most = server?.maxMessage, frame.count > most {
      throw ProtocolError(
        .tooLong, "the request has \(frame.count) bytes, and the server accepts \(most)")
    }
    var rest = frame[...]
    while !rest.isEmpty {
      guard let count = transport.send(rest) else { throw try lastError() }
      rest = rest.dropFirst(count)
      if count == 0 { try wait(writing: true, atMost: Self.pollInterval) }
    }
  }

  /// Returns why the server no longer receives: its last message, if it arrives in time.
  private func lastError() throws(ProtocolError) -> ProtocolError {
    let limit = ContinuousClock.now + .seconds(1)
    while ending == nil, ContinuousClock.now < limit {
      transport.wait(writing: false, atMost: Self.pollInterval)
      try read()
    }
    return ending ?? Self.ended
  }

  package static let ended = ProtocolError(.disconnected, "the server has ended the connection")

  // MARK: - Receiving

  /// Takes the messages that have arrived, without waiting.
  ///
  /// - Throws: Why the connection has ended, if no answer is left to take.
  public func read() throws(ProtocolError) {
    while ending == nil {
      guard let bytes = transport.receive() else {
        ending = lastFailure ?? Self.ended
        break
      }
      if bytes.isEmpty { return }
      (lastReceived, pinged) = (.now, nil)
      reader.append(bytes)
      while let frame = reader.next() { take(frame) }
    }
    if let ending, answers.isEmpty { throw ending }
  }

  private func take(_ frame: MessageReader.Frame) {
    guard case .text(let text) = frame, let message = try? ProtocolMessage(text) else {
      ending = ProtocolError(.malformed, "the other side does not speak this protocol")
      return
    }
    lastFailure = nil
    switch message {
    case .result(let id, let value): keep(.success(value), id)
    case .failure(let id?, let error): keep(.failure(error), id)
    // Before `initialize`, every error ends the connection.
    case .failure(nil, let error) where server == nil || error.endsConnection: ending = error
    case .failure(nil, let error): lastFailure = error
    case .notification(let method, let params):
      onNotification(Notification(method: method, params: params))
    case .request: ending = ProtocolError(.invalidRequest, "the server has sent a request")
    }
  }

  private func keep(_ answer: Result<NavigationValue, ProtocolError>, _ id: MessageID) {
    guard open.remove(id) != nil else { return }
    answers[id] = answer
  }

  /// Stops waiting for an answer: it is dropped when it arrives.
  ///
  /// - Parameter id: The result of ``post(_:_:)``.
  public func abandon(_ id: MessageID) {
    open.remove(id)
    answers[id] = nil
  }

  /// Whether a request has no answer yet.
  ///
  /// - Parameter id: The result of ``post(_:_:)``.
  public func isOpen(_ id: MessageID) -> Bool { open.contains(id) }

  private func wait(writing: Bool, atMost time: Duration) throws(ProtocolError) {
    transport.wait(writing: writing, atMost: time)
    try read()
    try checkSilence(pings: !writing)
  }

  /// Pings a silent server, and fails if it does not answer.
  private func checkSilence(pings: Bool) throws(ProtocolError) {
    let now = ContinuousClock.now
    // Before `initialize` is answered, nothing else is.
    let canPing = server != nil && pings
    let isLate = canPing ? pinged.map { $0 + silence <= now } ?? false : lastReceived + most <= now
    guard !isLate else {
      throw ProtocolError(
        .timedOut, "the server has not answered for \(most)",
        hint: "it may be suspended: resume it with fg in its terminal, or with kill -CONT")
    }
    guard canPing, pinged == nil, lastReceived + silence <= now else { return }
    pinged = now
    lastID += 1
    try send(.request(id: .number(lastID), method: PingMethod.name, params: [:]))
  }

  /// How long the server may be silent before the connection counts as lost.
  private var most: Duration { server == nil ? silence : silence * 2 }
}
