package import Signalbox

/// The protocol state of a connection, independent of the transport, the engine and the clock.
package struct SessionState: Sendable {
  /// An action that the owner of the state must take. Actions are taken in the order in which they
  /// are returned.
  package enum Step: Hashable, Sendable {
    case send(ProtocolMessage)
    /// The client has been accepted.
    case join(InitializeMethod.Program)
    /// A request to be handled in the isolation of the engine, with the size of its message in
    /// bytes.
    case request(id: MessageID, method: String, params: NavigationArguments, size: Int)
    /// A request to be passed to the host at once.
    case urgentRequest(id: MessageID, method: String, params: NavigationArguments, size: Int)
    /// A single request from the client must end.
    case cancel(MessageID)
    /// All requests from the client must end.
    case interrupt
    /// The connection must be closed. This step is the last step of a connection.
    case close
  }

  private let server: ServerDescription
  private let client: Int
  private let needsToken: Bool
  private var reader: MessageReader
  /// The version in use, or `nil` before `initialize`.
  package private(set) var version: Int?
  package private(set) var isClosed = false

  package init(
    of server: ServerDescription, client: Int, _ framing: MessageFraming, needsToken: Bool
  ) {
    (self.server, self.client, self.needsToken) = (server, client, needsToken)
    reader = MessageReader(framing, limit: server.limits.greeting)
  }

  /// Whether the client has been accepted.
  package var isJoined: Bool { version != nil && !isClosed }
  /// The number of bytes of an incomplete message.
  package var waitingBytes: Int { reader.waiting }

  /// Processes received bytes. No step follows ``Step/close``.
  package mutating func receive(_ bytes: some Collection<UInt8>) -> [Step] {
    var steps: [Step] = []
    guard !isClosed else { return steps }
    reader.append(bytes)
    while !isClosed, let frame = reader.next() { take(frame, &steps) }
    return steps
  }

  /// Ends the connection with an error.
  package mutating func end(_ error: ProtocolError) -> [Step] {
    var steps: [Step] = []
    if !isClosed { end(nil, error, &steps) }
    return steps
  }

  private mutating func take(_ frame: MessageReader.Frame, _ steps: inout [Step]) {
    switch frame {
    case .text(let text): take(text, &steps)
    case .garbled: reject(nil, ProtocolError(.malformed, "a message must be UTF-8"), &steps)
    case .broken(let reason):
      let hint = "reading continues at the next Content-Length"
      reject(nil, ProtocolError(.malformed, reason, hint: hint), &steps)
    case .tooLong(let count):
      let size = count.map { "has \($0) bytes" } ?? "is too long"
      let message = "the message \(size); at most \(reader.limit) bytes are allowed"
      reject(nil, ProtocolError(.tooLong, message), &steps)
    }
  }

  private mutating func take(_ text: String, _ steps: inout [Step]) {
    let message: ProtocolMessage
    do throws(ProtocolMessage.Fault) {
      message = try ProtocolMessage(text)
    } catch {
      // A notification has no response, even if it is invalid (JSON-RPC 2.0, section 4.1).
      if error.isNotification, version != nil { return }
      return reject(error.id, error.error, &steps)
    }
    do throws(ProtocolError) {
      switch message {
      case .request(let id, let method, let params):
        try take(id, method, params, size: text.utf8.count, &steps)
      case .notification(let method, let params): try notify(method, params, &steps)
      case .result, .failure:
        throw ProtocolError(
          .invalidRequest, "this server sends no requests, so it expects no responses")
      }
    } catch {
      switch message {
      case .request(let id, _, _): reject(id, error, &steps)
      case .notification where version != nil: break
      case .notification, .result, .failure: reject(nil, error, &steps)
      }
    }
  }

  private mutating func take(
    _ id: MessageID, _ name: String, _ params: NavigationArguments, size: Int,
    _ steps: inout [Step]
  ) throws(ProtocolError) {
    if name == InitializeMethod.name { return try initialize(id, params, &steps) }
    let method = try method(name, .request)
    if let fault = method.fault(in: params) { throw fault }
    if method.isUrgent {
      return steps.append(.urgentRequest(id: id, method: name, params: params, size: size))
    }
    guard method.isImmediate else {
      return steps.append(.request(id: id, method: name, params: params, size: size))
    }
    if name != PingMethod.name { steps.append(.interrupt) }
    steps.append(.send(.result(id: id, [:])))
    guard name == ShutdownMethod.name else { return }
    isClosed = true
    reader = MessageReader(.lines, limit: 0)
    steps.append(.close)
  }

  private func notify(
    _ name: String, _ params: NavigationArguments, _ steps: inout [Step]
  ) throws(ProtocolError) {
    // As in the Language Server Protocol, an unknown notification whose name begins with `$/` may
    // be ignored.
    let isKnown = server.methods.contains { $0.name == name }
    if name.hasPrefix("$/"), !isKnown { return }
    _ = try method(name, .clientNotification)
    steps.append(.cancel(try CancelRequestMethod.Params(message: params, in: "params").id))
  }

  /// Returns a method of the version in use.
  private func method(
    _ name: String, _ kind: MethodKind
  ) throws(ProtocolError) -> MethodDescription {
    guard let version else {
      throw ProtocolError(.notInitialized, "the first request must be initialize")
    }
    guard let method = server.methods(in: version).first(where: { $0.name == name }) else {
      let names = server.methods(in: version).filter { $0.kind == kind }.map(\.name)
      throw ProtocolError(
        .unknownMethod, "there is no method \(quotation(name))",
        hint: nameHint(for: name, in: names))
    }
    guard method.kind == kind else {
      let expected = method.kind == .request ? "a request, with an id" : "a notification"
      throw ProtocolError(
        .invalidRequest,
        method.kind == .serverNotification
          ? "only the server sends \(name)" : "\(name) is \(expected)")
    }
    return method
  }

  private mutating func initialize(
    _ id: MessageID, _ params: NavigationArguments, _ steps: inout [Step]
  ) throws(ProtocolError) {
    guard version == nil else {
      throw ProtocolError(.notInitialized, "initialize must be sent only once")
    }
    let params = try InitializeMethod.Params(message: params, in: "params")
    try params.client.check(in: "params.client")
    if needsToken {
      guard let token = params.token, server.token.matches(AccessToken(token)) else {
        let message =
          params.token == nil ? "initialize has no token" : "the token does not match this server"
        throw ProtocolError(
          .badToken, message,
          hint: "send the token that the server printed or wrote to its token file")
      }
    }
    guard let version = params.versions.filter(server.versions.contains).max() else {
      let own = server.versions.map(String.init).joined(separator: ", ")
      let others = params.versions.prefix(8).map(String.init).joined(separator: ", ")
      throw ProtocolError(
        .badVersion, "the server supports protocol versions \(own); the client supports \(others)",
        hint: "update the older of the two programs")
    }
    self.version = version
    reader.limit = server.limits.message
    let result = InitializeMethod.Result(
      version: version, server: server.program, client: client,
      methods: server.methods(in: version).map(\.name), maxMessage: server.limits.message)
    // The result consists of names and numbers, which can always be written.
    let message = (try? result.message) ?? [:]
    steps += [.join(params.client), .send(.result(id: id, .table(message)))]
  }

  /// Rejects a message. Before `initialize`, a rejection ends the connection.
  private mutating func reject(
    _ id: MessageID?, _ error: ProtocolError, _ steps: inout [Step]
  ) {
    if version == nil { return end(id, error, &steps) }
    steps.append(.send(.failure(id: id, error)))
  }

  private mutating func end(_ id: MessageID?, _ error: ProtocolError, _ steps: inout [Step]) {
    isClosed = true
    reader = MessageReader(.lines, limit: 0)
    steps += [.send(.failure(id: id, error)), .close]
  }
}

extension MethodDescription {
  /// Returns an error if the names or kinds of parameters are invalid, or `nil` otherwise.
  fileprivate func fault(in params: NavigationArguments) -> ProtocolError? {
    do throws(ProtocolError) {
      try MessageField.check(params, self.params, "params")
      return nil
    } catch {
      return error
    }
  }
}

/// The constant properties of a server.
package struct ServerDescription: Sendable {
  package let program: InitializeMethod.Program
  package let token: AccessToken
  package let limits: ProtocolLimits
  /// The methods of all versions.
  package let methods: [MethodDescription]
  package let versions: ClosedRange<Int>

  package init(
    _ program: InitializeMethod.Program, token: AccessToken,
    limits: ProtocolLimits = ProtocolLimits(),
    methods: [MethodDescription] = MethodCatalog.methods,
    versions: ClosedRange<Int> = ProtocolVersion.all
  ) {
    (self.program, self.token, self.limits) = (program, token, limits)
    (self.methods, self.versions) = (methods, versions)
  }

  /// Returns the methods of a version.
  func methods(in version: Int) -> [MethodDescription] { methods.filter { $0.since <= version } }
}
