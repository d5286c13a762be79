internal import PortableMutex

/// The connection of one client: bytes in, bytes out. It belongs to its transport, and may be used on
/// any thread.
public final class ProtocolConnection: Sendable {
  private struct State {
    var session: SessionState
    /// When the connection ends by itself.
    var deadline: ContinuousClock.Instant?
    /// The last answer is being sent; further input is dropped.
    var isClosing = false
    /// The transport has closed.
    var isOver = false
  }

  /// The number of the client.
  public let number: Int
  private let server: ProtocolServer
  /// Accessed by the transport, and when another connection takes the place of this one.
  private let state: Mutex<State>

  init(_ number: Int, of server: ProtocolServer, _ session: SessionState) {
    (self.number, self.server) = (number, server)
    state = Mutex(
      State(session: session, deadline: .now + server.limits.initializeTime))
  }

  /// Processes received bytes.
  ///
  /// - Parameter bytes: Any part of the stream, in order.
  public func receive(_ bytes: some Collection<UInt8> & Sendable) {
    take { state in state.isClosing || state.isOver ? [] : state.session.receive(bytes) }
  }

  /// Returns output to send, and removes it. The unsent rest belongs to ``putBack(_:)``.
  ///
  /// - Parameter count: The maximum number of bytes.
  public func output(atMost count: Int = 64 << 10) -> [UInt8] {
    server.output(of: number, atMost: count)
  }

  /// Returns the rest of the last output, which could not be sent.
  ///
  /// - Parameter rest: The bytes that were not sent.
  public func putBack(_ rest: ArraySlice<UInt8>) { server.putBack(rest, of: number) }

  /// Whether there is output to send.
  public var hasOutput: Bool { server.hasOutput(number) }

  /// Whether requests of the client wait or run, so that their answers follow.
  public var isBusy: Bool { server.isBusy(number) }

  /// Whether the transport has to close the connection after it has sent all output.
  public var isClosing: Bool { server.isClosed || state.withLock { $0.isClosing } }

  /// Whether so much output waits that the transport has to close the connection at once.
  public var isOverfull: Bool { server.isOverfull(number) }

  /// When ``expire(at:)`` must be called, or `nil` for never.
  public var deadline: ContinuousClock.Instant? { state.withLock { $0.deadline } }

  /// Ends the connection if its time is over.
  ///
  /// - Parameter now: The current time.
  /// - Returns: Whether the transport must close without sending the rest.
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

  /// Reports that the transport has closed: the requests of the client end.
  public func close() {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    if isFirst { server.leave(self) }
  }

  /// Ends the connection with an error for the client.
  func end(_ error: ProtocolError) { take { $0.session.end(error) } }

  /// Restarts the time of a client that is silent.
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
      let request = ProtocolServer.Request(
        client: number, id: id, method: method, params: params, size: size, arrival: .now)
      if let error = server.add(request) { server.send(.failure(id: id, error), to: number) }
    case .cancel(let id): server.cancel(id, of: number)
    case .interrupt: server.cancel(nil, of: number)
    case .close: server.forget(self)
    }
  }
}
