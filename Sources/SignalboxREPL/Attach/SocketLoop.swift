internal import SystemLibrary

/// The thread of the sockets: accepts clients, splits their input into requests, and sends pending
/// output. It does not access sessions.
final class SocketLoop {
  private final class Connection {
    let client: Int
    let descriptor: Descriptor
    var session: AttachSession
    /// When the connection is closed: `hello`, the rest of a frame, or the end of reading did not
    /// arrive.
    var deadline: ContinuousClock.Instant?
    /// The last answer is being sent; further input is dropped.
    var isClosing = false
    var isOver = false

    init(client: Int, _ descriptor: Descriptor, _ session: AttachSession) {
      self.client = client
      self.descriptor = descriptor
      self.session = session
    }

    /// Whether it is a client: it has sent `hello`, and its connection is open.
    var isAttached: Bool { session.isAdmitted && !isClosing }
  }

  private let listener: Descriptor
  private let hub: AttachHub
  private let token: AttachToken
  /// The welcome message to clients, without their number.
  private let welcome: HostMessage.Welcome
  private let limits: AttachLimits
  private var connections: [Connection] = []
  private var lastClient = 0
  /// Closed to accept one more client, which is informed that the limit is reached.
  private var spare = Descriptor.spare()
  /// No client is accepted before this time, since not even the spare descriptor was available.
  private var nextArrival: ContinuousClock.Instant?
  private var hasReportedShortage = false
  private let clock = ContinuousClock()

  /// The number of bytes that are read and sent at once.
  private static let pieceSize = 64 << 10
  /// How long no client is accepted if the process has no descriptors.
  private static let shortagePause = Duration.seconds(1)

  init(
    _ listener: Descriptor, _ hub: AttachHub, token: AttachToken, welcome: HostMessage.Welcome,
    limits: AttachLimits
  ) {
    self.listener = listener
    self.hub = hub
    self.token = token
    self.welcome = welcome
    self.limits = limits
  }

  /// Runs until the hub is closed.
  func run() {
    while true {
      hub.loopPipe.rest()
      let outlook = hub.outlook()
      for connection in connections {
        if outlook.overfull.contains(connection.client) {
          end(connection)
        } else if outlook.receivers.contains(connection.client) {
          send(to: connection)
        }
      }
      connections.removeAll(where: \.isOver)
      if outlook.isClosing { return sayGoodbye() }
      wait()
      endLate()
    }
  }

  private func wait() {
    let receivers = hub.outlook().receivers
    var waiting = Waiting()
    waiting.add(hub.loopPipe.descriptor)
    if let pause = nextArrival, pause <= clock.now { nextArrival = nil }
    let listening = nextArrival == nil ? waiting.add(listener.number) : nil
    let places = connections.map { connection in
      waiting.add(
        connection.descriptor.number, writing: receivers.contains(connection.client))
    }
    waiting.wait(until: (connections.map(\.deadline) + [nextArrival]).compactMap(\.self).min())
    for (place, connection) in zip(places, connections) where waiting.canRead(place) {
      receive(from: connection)
    }
    if let listening, waiting.canRead(listening) { admit() }
  }

  /// Closes connections whose time limit was exceeded.
  private func endLate() {
    let now = clock.now
    for connection in connections {
      guard let deadline = connection.deadline, deadline <= now else { continue }
      if connection.isClosing { end(connection) } else { expire(connection) }
    }
  }

  private func expire(_ connection: Connection) { take(connection.session.expire(), connection) }

  // MARK: - Clients

  private func admit() {
    while true {
      switch UnixSocket.accept(listener) {
      case .none: return
      case .client(let descriptor):
        hasReportedShortage = false
        admit(descriptor)
      case .noRoom: return turnAway()
      }
    }
  }

  private func admit(_ descriptor: Descriptor) {
    guard UnixSocket.peer(of: descriptor) == geteuid(), makeRoom(for: descriptor) else { return }
    lastClient += 1
    var welcome = welcome
    welcome.client = lastClient
    hub.open(lastClient)
    let connection = Connection(
      client: lastClient, descriptor, AttachSession(token: token, welcome: welcome, limits: limits))
    connection.deadline = clock.now + limits.helloTimeout
    connections.append(connection)
  }

  /// Closes the oldest connection that is not a client if there are too many.
  ///
  /// - Returns: Whether there is room; otherwise the new client is informed.
  private func makeRoom(for descriptor: Descriptor) -> Bool {
    let open = connections.filter { !$0.isOver }
    guard open.count >= limits.clients else { return true }
    if let silent = open.first(where: { !$0.isAttached }) {
      take(silent.session.giveWay(), silent)
      end(silent)
      return true
    }
    let message = "\(limits.clients) clients are already attached"
    _ = descriptor.send(HostMessage.rejected(Rejection(id: nil, .full, message)).frame)
    return false
  }

  /// Informs one client, with the spare descriptor, that there is none for it.
  private func turnAway() {
    if !hasReportedShortage {
      hub.report("no file descriptor is left for further clients; each gets the error full")
      hasReportedShortage = true
    }
    spare = nil
    var isDone = false
    if case .client(let descriptor) = UnixSocket.accept(listener) {
      let message = "the host has no file descriptors left"
      _ = descriptor.send(HostMessage.rejected(Rejection(id: nil, .full, message)).frame)
      isDone = true
    }
    spare = .spare()
    // Without a spare descriptor the connection remains pending, and poll would report it again
    // immediately.
    if !isDone || spare == nil { nextArrival = clock.now + Self.shortagePause }
  }

  private func receive(from connection: Connection) {
    guard let bytes = connection.descriptor.receive(Self.pieceSize) else {
      if connection.session.isOverlong { expire(connection) }
      return end(connection)
    }
    guard !connection.isClosing else { return }
    take(connection.session.receive(bytes), connection)
  }

  private func take(_ steps: [AttachSession.Step], _ connection: Connection) {
    for step in steps {
      switch step {
      case .send(let message): hub.send(message, to: connection.client)
      case .admit(let greeting):
        connection.deadline = nil
        hub.join(connection.client, greeting)
      case .interrupt: hub.interrupt(connection.client)
      case .request(let request):
        if let rejection = hub.add(request, of: connection.client) {
          hub.send(.rejected(rejection), to: connection.client)
        }
      case .close:
        connection.isClosing = true
        connection.deadline = clock.now + limits.closeTimeout
        send(to: connection)
      }
    }
    if connection.isAttached {
      let isLate = connection.session.isOverlong
      connection.deadline =
        isLate ? connection.deadline ?? clock.now + limits.helloTimeout : nil
    }
  }

  /// Sends until the client must read first.
  private func send(to connection: Connection) {
    while !connection.isOver {
      let bytes = hub.take(Self.pieceSize, for: connection.client)
      if bytes.isEmpty { break }
      guard let count = connection.descriptor.send(bytes) else { return end(connection) }
      if count < bytes.count {
        return hub.putBack(bytes[count...], for: connection.client)
      }
    }
    if connection.isClosing { connection.descriptor.endSending() }
  }

  private func end(_ connection: Connection) {
    guard !connection.isOver else { return }
    connection.isOver = true
    hub.leave(connection.client)
  }

  private func sayGoodbye() {
    for connection in connections {
      hub.send(.bye("the host is ending the session"), to: connection.client)
      send(to: connection)
    }
    connections = []
  }
}
