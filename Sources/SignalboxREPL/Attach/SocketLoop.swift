#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The thread of the sockets: lets clients in, cuts what they send into requests, and sends what waits
/// for them. It knows nothing of sessions.
final class SocketLoop {
  private final class Connection {
    let client: Int
    let descriptor: Descriptor
    var session: AttachSession
    var isOver = false

    init(client: Int, _ descriptor: Descriptor, _ session: AttachSession) {
      self.client = client
      self.descriptor = descriptor
      self.session = session
    }
  }

  private let listener: Descriptor
  private let hub: AttachHub
  private let token: AttachToken
  /// What clients are told, but for their number.
  private let welcome: HostMessage.Welcome
  private let limits: AttachLimits
  private var connections: [Connection] = []
  private var lastClient = 0

  /// Bytes that are read and sent in one go.
  private static let pieceSize = 64 << 10

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

  /// Goes on until the hub is closed.
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
    }
  }

  private func wait() {
    let receivers = hub.outlook().receivers
    var waiting = Waiting()
    waiting.add(hub.loopPipe.descriptor)
    let listening = waiting.add(listener.number)
    let places = connections.map { connection in
      waiting.add(
        connection.descriptor.number, writing: receivers.contains(connection.client))
    }
    waiting.wait(-1)
    for (place, connection) in zip(places, connections) where waiting.canRead(place) {
      receive(from: connection)
    }
    if waiting.canRead(listening) { admit() }
  }

  // MARK: - Clients

  private func admit() {
    while let descriptor = UnixSocket.accept(listener) {
      guard UnixSocket.peer(of: descriptor) == geteuid() else { continue }
      guard connections.count(where: { !$0.isOver }) < limits.clients else {
        let message = "\(limits.clients) clients are attached already"
        _ = descriptor.send(HostMessage.refused(Refusal(id: nil, .full, message)).frame)
        continue
      }
      lastClient += 1
      var welcome = welcome
      welcome.client = lastClient
      hub.open(lastClient)
      connections.append(
        Connection(
          client: lastClient, descriptor,
          AttachSession(token: token, welcome: welcome, limits: limits)))
    }
  }

  private func receive(from connection: Connection) {
    guard let bytes = connection.descriptor.receive(Self.pieceSize) else { return end(connection) }
    for step in connection.session.receive(bytes) {
      switch step {
      case .send(let message): hub.send(message, to: connection.client)
      case .admit(let greeting): hub.join(connection.client, greeting)
      case .interrupt: hub.interrupt(connection.client)
      case .request(let request):
        if let refusal = hub.add(request, of: connection.client) {
          hub.send(.refused(refusal), to: connection.client)
        }
      case .close:
        send(to: connection)
        end(connection)
      }
    }
  }

  /// Sends until the client has to read first.
  private func send(to connection: Connection) {
    while !connection.isOver {
      let bytes = hub.take(Self.pieceSize, for: connection.client)
      if bytes.isEmpty { return }
      guard let count = connection.descriptor.send(bytes) else { return end(connection) }
      if count < bytes.count {
        return hub.putBack(bytes[count...], for: connection.client)
      }
    }
  }

  private func end(_ connection: Connection) {
    guard !connection.isOver else { return }
    connection.isOver = true
    hub.leave(connection.client)
  }

  private func sayGoodbye() {
    for connection in connections {
      hub.send(.bye("the host ends the session"), to: connection.client)
      send(to: connection)
    }
    connections = []
  }
}
