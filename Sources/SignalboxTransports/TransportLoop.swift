internal import SignalboxProtocol
internal import SystemLibrary

/// The event loop on the sockets' thread, which accepts clients and transfers bytes between them
/// and the server.
final class TransportLoop {
  /// A listening socket from which the loop accepts clients.
  struct Listener {
    let descriptor: Descriptor
    /// Whether only processes of the same user are accepted.
    let checksUser: Bool
  }

  /// A client, connected by a socket or by two streams.
  private final class Link {
    let connection: ProtocolConnection
    let input: Descriptor
    let output: Descriptor
    /// The socket, or `nil` if the client is connected by streams. Sending on a socket can end
    /// before the socket is closed.
    var socket: Descriptor? { input === output ? input : nil }
    /// The time until which responses are sent to a client that has ended its input, or `nil` if
    /// the client has not ended its input.
    var answerDeadline: ContinuousClock.Instant?
    var isOver = false

    init(_ connection: ProtocolConnection, input: Descriptor, output: Descriptor) {
      (self.connection, self.input, self.output) = (connection, input, output)
    }

    /// Whether the client has ended its input.
    var hasInputEnded: Bool { answerDeadline != nil }
    /// Whether the client has ended its input and all responses have been sent.
    var isAnswered: Bool {
      // The order of the checks matters: as soon as the connection is no longer busy, all responses
      // have been added to the output.
      hasInputEnded && !connection.isBusy && !connection.hasOutput
    }
  }

  private let server: ProtocolServer
  private let wakePipe: WakePipe
  private let listeners: [Listener]
  private var links: [Link] = []
  /// A spare descriptor. The loop closes this descriptor in order to accept one more client and
  /// inform the client that no descriptors are left.
  private var spare = Descriptor.spare()
  /// The time before which no client is accepted because of a shortage of descriptors, or `nil` if
  /// clients are accepted.
  private var nextArrival: ContinuousClock.Instant?
  private var hasReportedShortage = false
  private let onStreamsEnd: @Sendable () -> Void
  private let onShortage: @Sendable () -> Void
  private let clock = ContinuousClock()

  /// The maximum number of bytes to read or send in one call.
  private static let chunkSize = 64 << 10
  /// The pause before further clients are accepted if the process has no descriptors left.
  private static let shortagePause = Duration.seconds(1)
  /// The maximum number of rejected connections that wait until the peer has read their last
  /// message, as a multiple of the maximum number of clients.
  private static let rejectedPerClient = 2

  init(
    _ server: ProtocolServer, wakePipe: WakePipe, listeners: [Listener],
    onStreamsEnd: @escaping @Sendable () -> Void = {}, onShortage: @escaping @Sendable () -> Void
  ) {
    (self.server, self.wakePipe, self.listeners) = (server, wakePipe, listeners)
    (self.onStreamsEnd, self.onShortage) = (onStreamsEnd, onShortage)
  }

  /// Adds a client that is already connected.
  func add(
    input: Descriptor, output: Descriptor, _ framing: MessageFraming, needsToken: Bool
  ) {
    let connection = server.connect(framing, needsToken: needsToken) { [wakePipe] in
      wakePipe.wake()
    }
    links.append(Link(connection, input: input, output: output))
  }

  /// Runs the loop until the server is closed.
  func run() {
    while true {
      // Empty the pipe before the check: a wake-up after the check must end the next wait.
      wakePipe.rest()
      if server.isClosed { break }
      for link in links { send(to: link) }
      for link in links where link.isAnswered { end(link) }
      removeEnded()
      wait()
    }
    for link in links { send(to: link) }
    for link in links { end(link) }
  }

  private func wait() {
    var waiting = Waiting()
    waiting.add(wakePipe.descriptor)
    let now = clock.now
    if let pause = nextArrival, pause <= now { nextArrival = nil }
    let arrivals = nextArrival == nil ? listeners.map { waiting.add($0.descriptor.number) } : []
    let places = links.map { add($0, to: &waiting) }
    let times =
      links.flatMap { [$0.connection.deadline, $0.answerDeadline] }
      + [nextArrival, server.reportWaits(at: now)]
    waiting.wait(until: times.compactMap(\.self).min())
    for (place, link) in zip(places, links) where waiting.canRead(place) {
      // After the end of the input, only the end of the whole connection is reported.
      if link.hasInputEnded { end(link) } else { receive(from: link) }
    }
    for link in links where link.connection.expire(at: clock.now) { end(link) }
    for link in links { if let time = link.answerDeadline, time <= clock.now { end(link) } }
    for (place, listener) in zip(arrivals, listeners) where waiting.canRead(place) {
      accept(from: listener)
    }
  }

  /// Adds the descriptors of a link, in order to wait until the client sends data, disconnects or
  /// has read data.
  ///
  /// - Returns: The index of the link's input or, after the end of the input, the index of its
  ///   output. A stream whose input has ended would always be readable.
  private func add(_ link: Link, to waiting: inout Waiting) -> Int {
    let isWriting = link.connection.hasOutput
    if link.socket != nil || link.hasInputEnded {
      return waiting.add(link.output.number, reading: !link.hasInputEnded, writing: isWriting)
    }
    if isWriting { waiting.add(link.output.number, reading: false, writing: true) }
    return waiting.add(link.input.number)
  }

  // MARK: - Clients

  private func accept(from listener: Listener) {
    while true {
      switch SystemSocket.accept(listener.descriptor) {
      case .none: return
      case .client(let descriptor):
        hasReportedShortage = false
        if listener.checksUser, SystemSocket.peer(of: descriptor) != geteuid() { continue }
        add(input: descriptor, output: descriptor, .contentLength, needsToken: true)
        dropRejected()
      case .noRoom: return turnAway(listener)
      }
    }
  }

  /// Closes the oldest rejected connections if too many of them wait until the peer has read their
  /// last message.
  private func dropRejected() {
    let maxLinks = (1 + Self.rejectedPerClient) * server.limits.clients
    let surplus = max(0, links.count - maxLinks)
    for link in links.filter(\.connection.isClosing).prefix(surplus) {
      send(to: link)
      end(link)
    }
    removeEnded()
  }

  /// Rejects a client because no descriptor is available, using the spare descriptor.
  private func turnAway(_ listener: Listener) {
    if !hasReportedShortage { onShortage() }
    hasReportedShortage = true
    spare = nil
    var isDone = false
    if case .client(let descriptor) = SystemSocket.accept(listener.descriptor) {
      let error = ProtocolError(.full, "the host has no file descriptors left")
      if let text = try? ProtocolMessage.failure(id: nil, error).text {
        _ = descriptor.send(MessageFraming.contentLength.frame(text)[...])
      }
      isDone = true
    }
    spare = .spare()
    // Without a spare descriptor, the connection would remain pending, and `poll` would report it
    // again immediately.
    if !isDone || spare == nil { nextArrival = clock.now + Self.shortagePause }
  }

  private func receive(from link: Link) {
    if let bytes = link.input.receive(Self.chunkSize) { return link.connection.receive(bytes) }
    // A client can end its input and still read responses, but only for a limited time.
    link.answerDeadline = clock.now + server.limits.requestTime + server.limits.closeTime
  }

  /// Sends data until the client must read before more can be sent.
  private func send(to link: Link) {
    if link.connection.isOverfull { return end(link) }
    while !link.isOver {
      let bytes = link.connection.output(atMost: Self.chunkSize)
      if bytes.isEmpty { break }
      guard let count = link.output.send(bytes[...]) else { return end(link) }
      if count < bytes.count { return link.connection.putBack(bytes[count...]) }
    }
    guard link.connection.isClosing, !link.isOver else { return }
    // The client may still be sending data. If the socket were closed now, the client would not
    // receive the last message.
    if let socket = link.socket { socket.endSending() } else { end(link) }
  }

  private func end(_ link: Link) {
    guard !link.isOver else { return }
    link.isOver = true
    link.connection.close()
    if link.socket == nil { onStreamsEnd() }
  }

  private func removeEnded() { links.removeAll(where: \.isOver) }
}
