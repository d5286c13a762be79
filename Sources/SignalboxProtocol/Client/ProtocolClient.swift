package import Signalbox

/// A client that communicates with a server over any transport. A client must be used on a single
/// thread.
///
/// ```swift
/// let client = ProtocolClient(transport)
/// try client.initialize(InitializeMethod.Program(name: "tool"), token: token)
/// let state = try client.request(StateGetMethod.self, NoFields())
/// ```
public final class ProtocolClient {
  /// A notification from the server.
  public struct Notification: Hashable, Sendable {
    /// The name of the method.
    public let method: String
    /// The parameters of the notification.
    package let params: NavigationArguments

    /// Returns the decoded parameters, or `nil` if the notification has a different method or its
    /// parameters cannot be decoded.
    ///
    /// - Parameter method: The method of the expected notification.
    public func params<Method: ProtocolMethod>(of method: Method.Type) -> Method.Params? {
      guard self.method == method.name else { return nil }
      return try? NavigationValue.table(params).decoded(in: .document("params"))
    }
  }

  /// The information that the server sent about itself, or `nil` until ``initialize(_:token:)``
  /// succeeds.
  public private(set) var server: InitializeMethod.Result?
  /// The reason why the connection ended, or `nil` while the connection is open. Clients that poll
  /// should check this property after ``read()``, because ``read()`` throws an error only if no
  /// responses are available.
  public private(set) var ending: ProtocolError?
  /// A closure that is called for each notification, in the order of arrival. If a notification
  /// arrives before a response, the closure is called before the response is returned.
  public var onNotification: (Notification) -> Void = { _ in }
  /// A closure that is called while ``request(_:_:)`` or ``wait(for:of:)`` waits for a response:
  /// about four times a second, and more often if data arrives. The closure can, for example,
  /// handle keys, and it may send notifications.
  public var onWait: (ProtocolClient) throws(ProtocolError) -> Void = { _ in }
  /// The time after which a silent server is pinged during a request. After the ping, the server
  /// has the same time to respond.
  public var silence = Duration.seconds(5)

  private let transport: any ClientTransport
  private let framing: MessageFraming
  private var reader: MessageReader
  private var lastID = 0
  /// The identifiers of the requests that have no response yet.
  private var open: Set<MessageID> = []
  private var answers: [MessageID: Result<NavigationValue, ProtocolError>] = [:]
  /// The last message from the server if the message is an error that belongs to no request,
  /// otherwise `nil`. If the connection ends after such a message, the error is the reason for the
  /// end.
  private var lastFailure: ProtocolError?
  /// The time at which the server last sent data, or at which the client began to wait for a
  /// response, whichever is later.
  private var lastReceived = ContinuousClock.now
  /// The time at which the client last began to send a message, or at which the server last
  /// accepted data, whichever is later.
  private var lastSent = ContinuousClock.now
  /// The time at which the server was last pinged, or `nil` if the server has sent data or the
  /// client has begun to wait for another response since then.
  private var pinged: ContinuousClock.Instant?

  /// The maximum length of a message from the server, in bytes.
  private static let maxMessage = 64 << 20
  /// The maximum delay before the client notices an event outside the transport.
  private static let pollInterval = Duration.milliseconds(250)

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - transport: The byte stream to and from the server.
  ///   - framing: The format in which the stream is divided into messages.
  public init(_ transport: any ClientTransport, _ framing: MessageFraming = .contentLength) {
    (self.transport, self.framing) = (transport, framing)
    reader = MessageReader(framing, limit: Self.maxMessage)
  }

  // MARK: - Requests

  /// Begins the session.
  ///
  /// - Parameters:
  ///   - program: The name and version of the client's program, which are visible to other clients.
  ///   - token: The token of the server, or `nil` if the server requires none.
  /// - Returns: The information that the server sends about itself.
  /// - Throws: The error that the server returned, such as `badToken`, `badVersion` or `full`, or
  ///   the reason why there is no response, such as `disconnected` or `timedOut`.
  @discardableResult
  public func initialize(
    _ program: InitializeMethod.Program, token: String? = nil
  ) throws(ProtocolError) -> InitializeMethod.Result {
    let result = try request(
      InitializeMethod.self, InitializeMethod.Params(client: program, token: token))
    server = result
    return result
  }

  /// Sends a request and waits for the response.
  ///
  /// - Parameters:
  ///   - method: The method to call.
  ///   - params: The parameters of the method.
  /// - Returns: The result. Fields that are unknown in this version are ignored.
  /// - Throws: The error that the server returned, or the reason why there is no valid response,
  ///   such as `disconnected`, `timedOut` or `malformed`.
  public func request<Method: ProtocolMethod>(
    _ method: Method.Type, _ params: Method.Params
  ) throws(ProtocolError) -> Method.Result {
    let id = try post(method, params)
    return try wait(for: id, of: method)
  }

  /// Sends a request without waiting for the response.
  ///
  /// - Parameters:
  ///   - method: The method to call.
  ///   - params: The parameters of the method.
  /// - Returns: The identifier of the request, which can be passed to ``wait(for:of:)`` and
  ///   ``answer(to:of:)``.
  /// - Throws: `tooLong` if the message is longer than the server allows, `notSerializable` if JSON
  ///   cannot represent a parameter, or the reason why the message cannot be sent, such as
  ///   `disconnected` or `timedOut`.
  public func post<Method: ProtocolMethod>(
    _ method: Method.Type, _ params: Method.Params
  ) throws(ProtocolError) -> MessageID {
    lastID += 1
    let id = MessageID.number(lastID)
    try send(.request(id: id, method: method.name, params: try Self.fields(params)))
    open.insert(id)
    return id
  }

  /// Waits for the response to a request.
  ///
  /// - Parameters:
  ///   - id: The identifier that ``post(_:_:)`` returned.
  ///   - method: The method of the request.
  /// - Returns: The result.
  /// - Throws: The error that the server returned, or the reason why there is no valid response,
  ///   such as `disconnected`, `timedOut` or `malformed`.
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

  /// Returns the response to a request if the response has arrived.
  ///
  /// - Parameters:
  ///   - id: The identifier that ``post(_:_:)`` returned.
  ///   - method: The method of the request.
  /// - Returns: The result, or `nil` if the response has not arrived yet.
  /// - Throws: The error that the server returned, or `malformed` if the response cannot be
  ///   decoded.
  public func answer<Method: ProtocolMethod>(
    to id: MessageID, of method: Method.Type
  ) throws(ProtocolError) -> Method.Result? {
    guard let answer = answers.removeValue(forKey: id) else { return nil }
    let value = try answer.get()
    do throws(NavigationError) {
      return try value.decoded(in: .document("result"))
    } catch {
      throw ProtocolError(.malformed, "the response to \(method.name): \(error.message)")
    }
  }

  /// Waits until the response to a request arrives, the connection ends, or a given time has
  /// elapsed.
  ///
  /// - Parameters:
  ///   - id: The identifier that ``post(_:_:)`` returned.
  ///   - time: The maximum time to wait.
  /// - Throws: The reason why the connection ended, such as `disconnected`, if it ends during the
  ///   wait and no responses are available.
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
  ///   - method: The method of the notification.
  ///   - params: The parameters of the notification.
  /// - Throws: `tooLong` if the message is longer than the server allows, `notSerializable` if JSON
  ///   cannot represent a parameter, or the reason why the message cannot be sent, such as
  ///   `disconnected` or `timedOut`.
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
    if let maxMessage = server?.maxMessage, frame.count > maxMessage {
      throw ProtocolError(
        .tooLong,
        "the request has \(frame.count) bytes, but the server accepts at most \(maxMessage)")
    }
    var rest = frame[...]
    lastSent = .now
    while !rest.isEmpty {
      guard let count = transport.send(rest) else { throw try lastError() }
      rest = rest.dropFirst(count)
      if count > 0 {
        lastSent = .now
        continue
      }
      do throws(ProtocolError) {
        try wait(writing: true, atMost: Self.pollInterval)
      } catch {
        // After a part of a message, the server cannot understand another message.
        if rest.count < frame.count { ending = ending ?? error }
        throw error
      }
    }
  }

  /// Returns the reason why the server no longer receives data. The server may have sent the reason
  /// as its last message, so this method waits for up to a second for the message.
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

  /// Processes the messages that have arrived, without waiting.
  ///
  /// - Throws: The reason why the connection ended, if it has ended and no responses are available.
  public func read() throws(ProtocolError) {
    while ending == nil {
      guard let bytes = transport.receive() else {
        ending = lastFailure ?? Self.ended
        break
      }
      if bytes.isEmpty { return }
      (lastReceived, pinged) = (.now, nil)
      reader.append(bytes)
      while ending == nil, let frame = reader.next() { take(frame) }
    }
    if let ending, answers.isEmpty { throw ending }
  }

  private func take(_ frame: MessageReader.Frame) {
    guard case .text(let text) = frame, let message = try? ProtocolMessage(text) else {
      ending = ProtocolError(.malformed, "the other side does not speak the Signalbox protocol")
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
    case .request:
      ending = ProtocolError(
        .invalidRequest, "the server has sent a request, but only clients can send requests")
    }
  }

  private func keep(_ answer: Result<NavigationValue, ProtocolError>, _ id: MessageID) {
    guard open.remove(id) != nil else { return }
    answers[id] = answer
  }

  /// Stops waiting for a response. The response is dropped, whether it has already arrived or
  /// arrives later.
  ///
  /// - Parameter id: The identifier that ``post(_:_:)`` returned.
  public func abandon(_ id: MessageID) {
    open.remove(id)
    answers[id] = nil
  }

  /// Returns whether a request has no response yet.
  ///
  /// - Parameter id: The identifier that ``post(_:_:)`` returned.
  public func isOpen(_ id: MessageID) -> Bool { open.contains(id) }

  private func wait(writing: Bool, atMost time: Duration) throws(ProtocolError) {
    transport.wait(writing: writing, atMost: time)
    try read()
    try checkSilence(pings: !writing)
  }

  /// Pings a silent server. Throws an error if the server does not respond.
  private func checkSilence(pings: Bool) throws(ProtocolError) {
    let now = ContinuousClock.now
    // Before the response to `initialize`, the server answers no other request.
    let canPing = server != nil && pings
    let isLate =
      canPing
      ? pinged.map { $0 + silence <= now } ?? false
      : max(lastReceived, lastSent) + maxSilence <= now
    guard !isLate else {
      throw ProtocolError(
        .timedOut, "the server has not responded for \(maxSilence)",
        hint: "it may be suspended: resume it with fg in its terminal, or with kill -CONT")
    }
    guard canPing, pinged == nil, lastReceived + silence <= now else { return }
    pinged = now
    lastID += 1
    try send(.request(id: .number(lastID), method: PingMethod.name, params: [:]))
  }

  /// The time for which the server may be silent before the connection is considered lost.
  private var maxSilence: Duration { server == nil ? silence : silence * 2 }
}
