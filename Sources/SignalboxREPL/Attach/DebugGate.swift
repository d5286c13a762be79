internal import PortableMutex
internal import Signalbox
internal import SignalboxDebugging
internal import SignalboxProtocol

/// Receives the requests of the debugging client on transport threads, and passes the requests to
/// the session's thread.
final class DebugGate: UrgentRequestHandler {
  private struct Open {
    let client: Int
    let id: MessageID
    let size: Int
  }

  private struct State {
    /// The server that owns this gate, until ``close()``.
    var server: ProtocolServer?
    /// The client that debugs, or `nil` if there is none.
    var client: Int?
    /// Whether the client has sent its last request or has disconnected.
    var isEnding = false
    /// The requests without a response, keyed by the number that the debugger knows.
    var open: [Int: Open] = [:]
    var lastNumber = 0
    /// The number of outputs that were dropped because the client reads too slowly.
    var dropped = 0
  }

  let inbox: DebugInbox
  /// The maximum total size of the requests without a response, in bytes.
  private let maxBytes: Int
  /// The state, which transport threads and the session's thread access briefly.
  private let state = Mutex(State())

  /// The maximum number of requests without a response.
  private static let maxRequests = 100

  init(_ server: ProtocolServer, _ inbox: DebugInbox) {
    (maxBytes, self.inbox) = (server.limits.requestBytes, inbox)
    state.withLock { $0.server = server }
  }

  /// The server, or `nil` after ``close()``.
  private var server: ProtocolServer? { state.withLock { $0.server } }

  /// Ends the gate. The server retains its gate, so the gate must not retain the server any longer.
  func close() { state.withLock { $0.server = nil } }

  // MARK: - Transports

  func take(_ request: ProtocolServer.Request) {
    do throws(ProtocolError) {
      let params = try DebugRequestMethod.Params(message: request.params, in: "params")
      let number = try admit(request, params.command)
      inbox.add(
        .request(
          DebugRequest(
            sequence: number, command: params.command, arguments: params.arguments ?? [:])))
      server?.askAgain()
    } catch {
      server?.send(.failure(id: request.id, error), to: request.client)
    }
  }

  /// Admits a request and returns its number for the debugger.
  ///
  /// - Throws: The reason why the request is rejected.
  private func admit(
    _ request: ProtocolServer.Request, _ command: String
  ) throws(ProtocolError) -> Int {
    let answer = state.withLock { state -> Result<Int, ProtocolError> in
      if let client = state.client, client != request.client {
        return .failure(
          ProtocolError(
            .busy, "client \(client) is debugging the session",
            hint: "try again after it disconnects"))
      }
      if state.client == nil {
        guard command == "initialize" else {
          return .failure(Self.failure("the first request must be initialize"))
        }
        (state.client, state.isEnding) = (request.client, false)
      }
      guard !state.isEnding else {
        return .failure(Self.failure("the debugger was disconnected"))
      }
      let size = state.open.values.reduce(request.size) { $0 + $1.size }
      guard state.open.count < Self.maxRequests, state.open.isEmpty || size <= maxBytes else {
        return .failure(
          ProtocolError(
            .busy,
            "too many requests: with this one, \(state.open.count + 1) requests of \(size) bytes "
              + "would be waiting",
            hint: "wait for a response before sending the next request"))
      }
      if command == "disconnect" { state.isEnding = true }
      state.lastNumber += 1
      state.open[state.lastNumber] = Open(
        client: request.client, id: request.id, size: request.size)
      return .success(state.lastNumber)
    }
    return try answer.get()
  }

  func leave(_ client: Int) {
    let isDebugging = state.withLock { state in
      guard state.client == client else { return false }
      state.isEnding = true
      return true
    }
    if isDebugging { inbox.add(.leave) }
  }

  // MARK: - The session's thread

  /// The client that debugs, or `nil` if there is none.
  var client: Int? { state.withLock { $0.client } }

  /// Allows another client to debug.
  func release() { state.withLock { $0.client = nil } }

  /// Sends a message from the debugger to its client.
  func deliver(_ message: DebugOutbox.Message, to client: Int) {
    switch message {
    case .success(let number, _, let body):
      guard let open = state.withLock({ $0.open.removeValue(forKey: number) }) else { return }
      let result = DebugRequestMethod.Result(body: body.isEmpty ? nil : body)
      server?.send(.result(id: open.id, .table((try? result.message) ?? [:])), to: open.client)
    case .failure(let number, _, let reason):
      guard let open = state.withLock({ $0.open.removeValue(forKey: number) }) else { return }
      server?.send(.failure(id: open.id, Self.failure(reason)), to: open.client)
    case .event("output", let body):
      // A script that prints in a loop must not fill the memory of its host.
      guard server?.hasRoomForEvents(client) == true else {
        return state.withLock { $0.dropped += 1 }
      }
      let dropped = state.withLock { state in
        defer { state.dropped = 0 }
        return state.dropped
      }
      if dropped > 0 {
        let text =
          "\(counted(dropped, "output")) \(dropped == 1 ? "was" : "were") dropped because this client "
          + "reads too slowly\n"
        send("output", ["category": "console", "output": .string(text)], to: client)
      }
      send("output", body, to: client)
    case .event(let name, let body): send(name, body, to: client)
    }
  }

  private func send(_ event: String, _ body: NavigationArguments, to client: Int) {
    server?.send(
      DebugEventMethod.self, DebugEventMethod.Params(event, body.isEmpty ? nil : body), to: client)
  }

  private static func failure(_ reason: String) -> ProtocolError {
    ProtocolError(.debuggerRejected, reason)
  }
}
