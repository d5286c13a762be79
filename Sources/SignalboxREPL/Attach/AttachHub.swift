internal import PortableMutex
internal import SignalboxScripting

/// The common state of the sockets' thread and the session's thread.
///
/// Neither ever waits for the other: each takes the lock briefly, and no code of Lua or of the
/// system runs under it, except for stopping a script.
final class AttachHub: Sendable {
  /// The work of the host in the session's isolation, in order.
  enum Task: Hashable, Sendable {
    case join(client: Int, ClientMessage.Greeting)
    case request(client: Int, ClientMessage)
    case leave(client: Int)
    /// A message for the user of the host.
    case report(String)

    var client: Int? {
      switch self {
      case .join(let client, _), .request(let client, _), .leave(let client): client
      case .report: nil
      }
    }
  }

  private struct State {
    var outboxes: [Int: Outbox] = [:]
    var tasks: [Task] = []
    /// The clients that the host has a prompt for.
    var known: Set<Int> = []
    /// The client whose input is running, and whether it was stopped.
    var running: (client: Int, isStopped: Bool)?
    var stopper: ScriptStopper
    var isClosing = false
    /// Whether the loop was woken and has not checked yet.
    var isLoopWoken = false
  }

  /// What the loop has to handle.
  struct Outlook {
    var isClosing = false
    /// The clients with pending output.
    var receivers: Set<Int> = []
    /// The clients with too much pending output.
    var overfull: Set<Int> = []
  }

  /// Accessed by both threads, see above.
  private let state: Mutex<State>
  private let limits: AttachLimits
  let loopPipe: WakePipe
  let hostPipe: WakePipe
  private let onRequest: @Sendable () -> Void

  /// - Parameter onRequest: Called on the sockets' thread when there is work for the host.
  init(
    stopper: ScriptStopper, limits: AttachLimits, onRequest: @escaping @Sendable () -> Void
  ) throws(AttachError) {
    state = Mutex(State(stopper: stopper))
    self.limits = limits
    self.onRequest = onRequest
    loopPipe = try WakePipe()
    hostPipe = try WakePipe()
  }

  // MARK: - The thread of the sockets

  /// Creates the output queue of a client.
  func open(_ client: Int) { state.withLock { $0.outboxes[client] = Outbox(limits: limits) } }

  func join(_ client: Int, _ greeting: ClientMessage.Greeting) {
    state.withLock { $0.tasks.append(.join(client: client, greeting)) }
    wakeHost()
  }

  /// - Returns: The rejection, if the request is not accepted.
  func add(_ request: ClientMessage, of client: Int) -> Rejection? {
    let limit = limits.requests
    let isTaken = state.withLock { state in
      guard state.tasks.count(where: { $0.client == client }) < limit else { return false }
      state.tasks.append(.request(client: client, request))
      return true
    }
    guard isTaken else {
      return Rejection(
        id: request.id, .busy, "\(limit) requests of this client are already waiting")
    }
    wakeHost()
    return nil
  }

  /// Reports a message to the user of the host.
  func report(_ text: String) {
    state.withLock { $0.tasks.append(.report(text)) }
    wakeHost()
  }

  /// Ends the running input of a client, and answers its waiting requests.
  func interrupt(_ client: Int) { state.withLock { Self.stop(client, &$0) } }

  /// Removes a disconnected client, and ends its input.
  func leave(_ client: Int) {
    state.withLock { state in
      Self.stop(client, &state)
      state.outboxes[client] = nil
      state.tasks.removeAll { $0.client == client }
      // Clients that connect and disconnect while the host is busy leave nothing behind.
      if state.known.contains(client) { state.tasks.append(.leave(client: client)) }
    }
    wakeHost()
  }

  private static func stop(_ client: Int, _ state: inout State) {
    if state.running?.client == client {
      state.stopper.stop()
      state.running?.isStopped = true
    }
    for case .request(client: client, let request) in state.tasks {
      guard case .evaluate = request.verb else { continue }
      let rejection = Rejection(id: request.id, .interrupted, "interrupted before it ran")
      state.outboxes[client]?.append(.rejected(rejection))
    }
    state.tasks.removeAll { task in
      guard case .request(client: client, let request) = task, case .evaluate = request.verb else {
        return false
      }
      return true
    }
  }

  /// Returns the pending work; the loop is woken again for later work.
  func outlook() -> Outlook {
    state.withLock { state in
      state.isLoopWoken = false
      var outlook = Outlook(isClosing: state.isClosing)
      for (client, outbox) in state.outboxes {
        if !outbox.isEmpty { outlook.receivers.insert(client) }
        if outbox.isOverfull { outlook.overfull.insert(client) }
      }
      return outlook
    }
  }

  func take(_ most: Int, for client: Int) -> [UInt8] {
    state.withLock { $0.outboxes[client]?.take(most) ?? [] }
  }

  func putBack(_ rest: ArraySlice<UInt8>, for client: Int) {
    state.withLock { $0.outboxes[client]?.putBack(rest) }
  }

  /// Called if work remains after a turn of the host.
  func askAgain() { wakeHost() }

  private func wakeHost() {
    hostPipe.wake()
    onRequest()
  }

  // MARK: - Both

  func send(_ message: HostMessage, to client: Int) {
    let mustWake = state.withLock { state in
      guard state.outboxes[client] != nil else { return false }
      state.outboxes[client]?.append(message)
      defer { state.isLoopWoken = true }
      return !state.isLoopWoken
    }
    if mustWake { loopPipe.wake() }
  }

  // MARK: - The thread of the session

  var taskCount: Int { state.withLock { $0.tasks.count } }

  /// Returns the next task; an input counts as running from then on, until ``end()``.
  func next() -> Task? {
    state.withLock { state in
      guard !state.tasks.isEmpty else { return nil }
      let task = state.tasks.removeFirst()
      switch task {
      case .join(let client, _): state.known.insert(client)
      case .leave(let client): state.known.remove(client)
      case .request(let client, _): state.running = (client, false)
      case .report: break
      }
      return task
    }
  }

  /// - Returns: Whether the input was stopped.
  func end() -> Bool {
    state.withLock { state in
      defer { state.running = nil }
      return state.running?.isStopped ?? false
    }
  }

  /// Replaces the stopper when the session is replaced.
  func replace(_ stopper: ScriptStopper) { state.withLock { $0.stopper = stopper } }

  func close() {
    state.withLock { $0.isClosing = true }
    loopPipe.wake()
  }
}
