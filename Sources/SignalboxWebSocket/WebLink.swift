internal import SignalboxProtocol
internal import SignalboxTransports

/// A browser's connection, which begins with an HTTP request and continues with a reply or as a
/// WebSocket.
final class WebLink {
  private enum Phase {
    /// An HTTP request is being received. The value contains the bytes of the incomplete request.
    case request([UInt8])
    /// A reply or a closing frame is being sent. Afterwards, the peer closes the connection.
    case ending
    case socket(any PageConnection, WebSocketReader, WebSocketWriter)
  }

  let socket: Descriptor
  private let site: WebSite
  private let host: any PageHost
  private let onOutput: @Sendable () -> Void
  private var phase = Phase.request([])
  /// The bytes to send before further output of the host.
  private var output: ArraySlice<UInt8> = []
  /// The time by which the request must have been received or, while the connection is ending, by
  /// which the peer must have closed the connection.
  private var ownDeadline: ContinuousClock.Instant?
  private var hasEndedSending = false
  private(set) var isOver = false

  /// The maximum number of bytes read or sent at once.
  private static let chunkSize = 64 << 10
  /// The number of bytes waiting to be sent at which further pings are not answered.
  private static let maxPongs = 4 << 10

  init(
    _ socket: Descriptor, _ site: WebSite, _ host: any PageHost,
    now: ContinuousClock.Instant, onOutput: @escaping @Sendable () -> Void
  ) {
    (self.socket, self.site, self.host, self.onOutput) = (socket, site, host, onOutput)
    ownDeadline = now + host.limits.initializeTime
  }

  /// Whether the connection is a WebSocket.
  var isSocket: Bool { if case .socket = phase { true } else { false } }

  /// Whether there are bytes to send.
  var hasOutput: Bool {
    if case .socket(let connection, _, _) = phase, connection.hasOutput { return true }
    return !output.isEmpty
  }

  /// The time at which ``expire(at:)`` must be called, or `nil` if no call is necessary.
  var deadline: ContinuousClock.Instant? {
    if case .socket(let connection, _, _) = phase { return connection.deadline }
    return ownDeadline
  }

  /// A descriptor of the host to watch, or `nil` if there is none.
  var watched: (descriptor: Int32, reading: Bool, writing: Bool)? {
    if case .socket(let connection, _, _) = phase, !isOver { connection.watched } else { nil }
  }

  /// Transfers messages through the descriptor of the host.
  func transfer() {
    if case .socket(let connection, _, _) = phase, !isOver { connection.transfer() }
  }

  /// Checks whether the deadline has passed. If it has, an incomplete request is rejected, and any
  /// other connection ends, unless its host sets a new deadline.
  func expire(at now: ContinuousClock.Instant) {
    switch phase {
    case .socket(let connection, _, _): if connection.expire(at: now) { end() }
    case .ending: if let time = ownDeadline, time <= now { end() }
    case .request:
      guard let time = ownDeadline, time <= now else { return }
      reply(HTTPReply(.timedOut, "no request was received within \(host.limits.initializeTime)"))
    }
  }

  /// Closes the connection and ends the requests of its client.
  func end() {
    guard !isOver else { return }
    isOver = true
    if case .socket(let connection, _, _) = phase { connection.close() }
  }

  // MARK: - Receiving

  /// Processes the bytes that have arrived.
  func receive() {
    guard !isOver else { return }
    guard let bytes = socket.receive(Self.chunkSize) else { return end() }
    switch phase {
    case .ending: break
    case .request(let earlier): readRequest(earlier + bytes)
    case .socket(let connection, var reader, let writer):
      let steps = reader.receive(bytes)
      phase = .socket(connection, reader, writer)
      for step in steps { take(step, connection) }
    }
  }

  private func readRequest(_ bytes: [UInt8]) {
    switch RequestHead.read(bytes) {
    case .incomplete: phase = .request(bytes)
    case .rejected(let status, let reason): reply(HTTPReply(status, reason))
    case .head(let head, let rest):
      switch site.answer(head) {
      case .reply(let answer): reply(answer)
      case .upgrade(let answer): upgrade(answer, rest)
      }
    }
  }

  private func reply(_ reply: HTTPReply) {
    output = reply.bytes[...]
    finish()
    send()
  }

  /// Begins ending the connection: after the remaining output has been sent, the peer must close
  /// the connection.
  private func finish() {
    phase = .ending
    ownDeadline = .now + host.limits.closeTime
  }

  private func upgrade(_ answer: [UInt8], _ rest: [UInt8]) {
    let connection = host.connectPage(onOutput: onOutput)
    output = answer[...]
    var reader = WebSocketReader(limit: host.limits.message)
    let steps = reader.receive(rest)
    phase = .socket(connection, reader, WebSocketWriter())
    for step in steps { take(step, connection) }
  }

  private func take(_ step: WebSocketReader.Step, _ connection: any PageConnection) {
    switch step {
    case .text(let bytes): connection.receive(bytes)
    case .ping(let payload):
      // A control frame is allowed between the parts of a message (RFC 6455, section 5.4).
      if output.count < Self.maxPongs { output += WebSocketWriter.pong(payload) }
    case .close: close(connection, WebSocketWriter.close(1000))
    case .fault(let fault): close(connection, WebSocketWriter.close(fault.status, fault.reason))
    }
  }

  private func close(_ connection: any PageConnection, _ frame: [UInt8]) {
    connection.close()
    output += frame
    finish()
    send()
  }

  // MARK: - Sending

  /// Sends data until the peer must read before more can be sent.
  func send() {
    if case .socket(let connection, _, _) = phase, connection.isOverfull { return end() }
    while !isOver {
      if output.isEmpty, !takeOutput() { break }
      guard let count = socket.send(output.prefix(Self.chunkSize)) else { return end() }
      if count == 0 { return }
      output = output.dropFirst(count)
    }
    guard !isOver else { return }
    if case .socket(let connection, _, _) = phase, connection.isClosing {
      // The last message has been sent. Until the peer closes the connection, its deadline applies.
      output = WebSocketWriter.close(1000)[...]
      connection.close()
      finish()
      return send()
    }
    if case .ending = phase, !hasEndedSending {
      hasEndedSending = true
      socket.endSending()
    }
  }

  /// Takes the next output from the host.
  ///
  /// - Returns: Whether there is output to send.
  private func takeOutput() -> Bool {
    guard case .socket(let connection, let reader, var writer) = phase else { return false }
    let chunk = connection.output(atMost: Self.chunkSize)
    guard !chunk.isEmpty else { return false }
    output = writer.frames(of: chunk)[...]
    phase = .socket(connection, reader, writer)
    return true
  }
}
