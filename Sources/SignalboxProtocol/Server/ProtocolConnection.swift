internal import PortableMutex
internal import Signalbox

/// The connection of a client: a stream of received bytes and a stream of output. A connection
/// belongs to its transport and can be used on any thread.
public final class ProtocolConnection: Sendable {
  private struct State {
    var session: SessionState
    /// The time at which the connection times out, or `nil` if there is no time limit.
    var deadline: ContinuousClock.Instant?
    /// Whether the last message is being sent. Further input is dropped.
    var isClosing = false
    /// Whether the transport has closed the connection.
    var isOver = false
  }

  /// The number of the client.
  public let number: Int
  private let server: ProtocolServer
  /// The state, which is accessed by the transport, and by the server when another connection
  /// replaces this connection.
  private let state: Mutex<State>

  init(_ number: Int, of server: ProtocolServer, _ session: SessionState) {
    (self.number, self.server) = (number, server)
    state = Mutex(
      State(session: session, deadline: .now + server.limits.initializeTime))
  }

  /// Processes received bytes.
  ///
  /// - Parameter bytes: The next bytes of the stream.
  public func receive(_ bytes: some Collection<UInt8> & Sendable) {
    take { state in state.isClosing || state.isOver ? [] : state.session.receive(bytes) }
  }

  /// Removes and returns output to send. If some of the bytes cannot be sent, pass them to
  /// ``putBack(_:)``.
  ///
  /// - Parameter count: The maximum number of bytes.
  public func output(atMost count: Int = 64 << 10) -> [UInt8] {
    server.output(of: number, atMost: count)
  }

  /// Puts the unsent bytes of the last output back into the queue.
  ///
  /// - Parameter rest: The bytes that were not sent.
  public func putBack(_ rest: ArraySlice<UInt8>) { server.putBack(rest, of: number) }

  /// Whether there is output to send.
  public var hasOutput: Bool { server.hasOutput(number) }

  /// Whether requests from the client are waiting or running, so that responses will follow.
  public var isBusy: Bool { server.isBusy(number) }

  /// Whether the transport must close the connection after sending all output.
  public var isClosing: Bool { server.isClosed || state.withLock { $0.isClosing } }

  /// Whether so much output is waiting that the transport must close the connection immediately.
  public var isOverfull: Bool { server.isOverfull(number) }

  /// The time at which ``expire(at:)`` must be called, or `nil` if no call is necessary.
  public var deadline: ContinuousClock.Instant? { state.withLock { $0.deadline } }

  /// Ends the connection if it has timed out. A client is not considered idle while its requests
  /// are waiting or running.
  ///
  /// - Parameter now: The current time.
  /// - Returns: Whether the transport must close the connection without sending the remaining
  ///   output.
  public func expire(at now: ContinuousClock.Instant) -> Bool {
    let (isLate, isClosing, isJoined) = state.withLock { state in
      (
        (state.deadline ?? .now + .seconds(1)) <= now && state.deadline != nil, state.isClosing,
        state.session.isJoined
      )
    }
    guard isLate else { return false }
    if isClosing { return true }
    if isJoined, server.isBusy(number) {
      rest(now)
      return false
    }
    let message =
      isJoined
      ? "timed out: nothing was received for \(server.limits.idleTime ?? .zero)"
      : "timed out: no initialize within \(server.limits.initializeTime)"
    end(ProtocolError(.timedOut, message))
    return false
  }

  /// Notifies the server that the transport has closed the connection, and ends the client's
  /// requests.
  public func close() {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    if isFirst { server.leave(self) }
  }

  /// Ends the connection with an error for the client.
  func end(_ error: ProtocolError) { take { $0.session.end(error) } }

  /// Restarts the idle time of a silent client.
  private func rest(_ now: ContinuousClock.Instant) {
    state.withLock { $0.deadline = server.limits.idleTime.map { now + $0 } }
  }

  private func take(_ steps: (inout State) -> [SessionState.Step]) {
    let steps = state.withLock { state in
      let steps = steps(&state)
      if state.session.isJoined { state.deadline = server.limits.idleTime.map { .now + $0 } }
      if steps.last == .close {
        state.isClosing = true
        state.deadline = .now + server.limits.closeTime
      }
      return steps
    }
    for step in steps { perform(step) }
  }

  private func perform(_ step: SessionState.Step) {
    switch step {
    case .send(let message): server.send(message, to: number)
    case .join(let program): server.join(self, program)
    case .request(let id, let method, let params, let size):
      let request = request(id, method, params, size)
      if let error = server.add(request) { server.send(.failure(id: id, error), to: number) }
    case .urgentRequest(let id, let method, let params, let size):
      server.pass(request(id, method, params, size))
    case .cancel(let id): server.cancel(id, of: number)
    case .interrupt: server.cancel(nil, of: number)
    case .close: server.forget(self)
    }
  }

  private func request(
    _ id: MessageID, _ method: String, _ params: NavigationArguments, _ size: Int
  ) -> ProtocolServer.Request {
    ProtocolServer.Request(
      client: number, id: id, method: method, params: params, size: size, arrival: .now)
  }
}
