internal import PortableMutex
package import SignalboxProtocol
package import SignalboxTransports

/// A host in another process, to which the messages of pages are passed on unchanged
/// (decision 0356).
package final class RelayedHost: PageHost {
  package let token: String
  package let limits = ProtocolLimits()
  /// The name of the host in messages.
  fileprivate let name: String
  private let connect: @Sendable () throws(TransportError) -> SocketTransport
  private let state = Mutex(false)

  /// - Parameters:
  ///   - name: The name of the host in messages, such as its socket.
  ///   - token: The token of the host.
  ///   - connect: A closure that connects to the host, once for each page. The closure is called on
  ///     the thread that serves the pages.
  package init(
    named name: String, token: String,
    connect: @escaping @Sendable () throws(TransportError) -> SocketTransport
  ) {
    (self.name, self.token, self.connect) = (name, token, connect)
  }

  package var isClosed: Bool { state.withLock { $0 } }

  package func close() { state.withLock { $0 = true } }

  package func connectPage(onOutput: @escaping @Sendable () -> Void) -> any PageConnection {
    do throws(TransportError) {
      return RelayedConnection(of: self, try connect())
    } catch {
      return RelayedConnection(of: self, failing: error)
    }
  }

  // The host reports the reasons itself.
  package func reportWaits(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? { nil }
}

/// The connection of a page to a host in another process.
///
/// The page's messages are lines, and those of the host have headers with their lengths.
private final class RelayedConnection: PageConnection {
  private let host: RelayedHost
  private var socket: SocketTransport?
  private var requests: MessageReader
  private var answers: MessageReader
  /// The bytes that the host has not received yet.
  private var input: ArraySlice<UInt8> = []
  /// The bytes that the page has not received yet.
  private var results: ArraySlice<UInt8> = []
  /// The last message of the host.
  private var last = ""
  private var hasEnded = false
  private(set) var deadline: ContinuousClock.Instant?

  /// The number of bytes for a page above which nothing more is read from the host. The host then
  /// keeps or drops its output as for any slow client.
  private static let maxResults = 1 << 20

  init(of host: RelayedHost, _ socket: SocketTransport?) {
    (self.host, self.socket) = (host, socket)
    requests = MessageReader(.lines, limit: host.limits.message)
    answers = MessageReader(.contentLength, limit: host.limits.total)
  }

  convenience init(of host: RelayedHost, failing error: TransportError) {
    self.init(of: host, nil)
    end(ProtocolError(.disconnected, error.message, hint: error.hint))
  }

  var isClosing: Bool { hasEnded || host.isClosed }
  var isOverfull: Bool { input.count > host.limits.total }
  var hasOutput: Bool { !results.isEmpty }

  var watched: (descriptor: Int32, reading: Bool, writing: Bool)? {
    guard let socket, !hasEnded else { return nil }
    let (isReading, isWriting) = (results.count < Self.maxResults, !input.isEmpty)
    return isReading || isWriting ? (socket.descriptor, isReading, isWriting) : nil
  }

  func receive(_ bytes: [UInt8]) {
    guard !hasEnded else { return }
    requests.append(bytes)
    while let frame = requests.next() {
      guard case .text(let text) = frame else {
        return end(ProtocolError(.malformed, "a message from the page is not text"))
      }
      input += MessageFraming.contentLength.frame(text)
    }
    transfer()
  }

  func output(atMost count: Int) -> [UInt8] {
    if host.isClosed {
      // The host may have sent its own reason.
      transfer()
      end(ProtocolError(.disconnected, "the program that serves this page has ended"))
    }
    let chunk = Array(results.prefix(count))
    results = results.dropFirst(chunk.count)
    return chunk
  }

  func transfer() {
    guard let socket, !hasEnded else { return }
    while !input.isEmpty {
      guard let count = socket.send(input) else { break }
      if count == 0 { break }
      input = input.dropFirst(count)
    }
    while results.count < Self.maxResults, !hasEnded {
      guard let bytes = socket.receive() else {
        return end(ProtocolError(.disconnected, "the host of \(host.name) has ended"))
      }
      if bytes.isEmpty { return }
      answers.append(bytes)
      while let frame = answers.next() { take(frame) }
    }
  }

  private func take(_ frame: MessageReader.Frame) {
    guard case .text(let text) = frame else {
      return end(ProtocolError(.malformed, "\(host.name) does not speak the Signalbox protocol"))
    }
    last = text
    // JSON allows line breaks only between tokens.
    results += text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + [0x0A]
  }

  /// Ends the connection. The page receives the reason, unless the host has sent its own.
  private func end(_ error: ProtocolError) {
    guard !hasEnded else { return }
    hasEnded = true
    socket = nil
    deadline = .now + host.limits.closeTime
    if case .failure(nil, _)? = try? ProtocolMessage(last) { return }
    let message = ProtocolMessage.failure(id: nil, error)
    results += Array(((try? message.text) ?? "").utf8) + [0x0A]
  }

  func expire(at now: ContinuousClock.Instant) -> Bool { deadline.map { $0 <= now } ?? false }

  func close() { (hasEnded, socket) = (true, nil) }
}
