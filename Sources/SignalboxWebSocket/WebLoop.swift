internal import SignalboxProtocol
internal import SignalboxTransports

/// The event loop on the sockets' thread, which accepts connections from browsers, answers their
/// requests, and transfers messages between their WebSockets and the host.
final class WebLoop {
  private let host: any PageHost
  private let site: WebSite
  private let wakePipe: WakePipe
  private let listener: Descriptor
  private var links: [WebLink] = []
  /// The time before which no connection is accepted because no descriptor was available, or `nil`
  /// if connections are accepted.
  private var nextArrival: ContinuousClock.Instant?
  private let clock = ContinuousClock()

  /// The time for which no connections are accepted if the process has no descriptors left.
  private static let shortagePause = Duration.seconds(1)
  /// The maximum number of connections without a WebSocket. Such a connection is receiving a
  /// request or is about to end.
  private static let maxVisitors = 32

  init(_ host: any PageHost, _ site: WebSite, wakePipe: WakePipe, listener: Descriptor) {
    (self.host, self.site, self.wakePipe) = (host, site, wakePipe)
    self.listener = listener
  }

  /// Runs the loop until the host is closed.
  func run() {
    while true {
      // Empty the pipe before the check: a wake-up after the check must end the next wait.
      wakePipe.rest()
      if host.isClosed { break }
      for link in links { link.send() }
      links.removeAll(where: \.isOver)
      wait()
    }
    for link in links {
      link.send()
      link.end()
    }
  }

  private func wait() {
    var waiting = Waiting()
    waiting.add(wakePipe.descriptor)
    let now = clock.now
    if let pause = nextArrival, pause <= now { nextArrival = nil }
    let arrival = nextArrival == nil ? waiting.add(listener.number) : nil
    let places = links.map { waiting.add($0.socket.number, writing: $0.hasOutput) }
    let hostPlaces = links.map { link in
      link.watched.map { waiting.add($0.descriptor, reading: $0.reading, writing: $0.writing) }
    }
    let times = links.map(\.deadline) + [nextArrival, host.reportWaits(at: now)]
    waiting.wait(until: times.compactMap(\.self).min())
    for (place, link) in zip(places, links) where waiting.canRead(place) { link.receive() }
    for (place, link) in zip(hostPlaces, links) {
      if let place, waiting.isReady(place) { link.transfer() }
    }
    for link in links { link.expire(at: clock.now) }
    if let arrival, waiting.canRead(arrival) { accept() }
  }

  private func accept() {
    while true {
      switch SystemSocket.accept(listener) {
      case .none: return
      case .client(let descriptor):
        links.append(
          WebLink(descriptor, site, host, now: clock.now) { [wakePipe] in wakePipe.wake() })
        dropVisitors()
      case .noRoom:
        nextArrival = clock.now + Self.shortagePause
        return
      }
    }
  }

  /// Closes the oldest connections without a WebSocket, if there are too many.
  private func dropVisitors() {
    let visitors = links.filter { !$0.isSocket }
    for link in visitors.prefix(max(0, visitors.count - Self.maxVisitors)) { link.end() }
    links.removeAll(where: \.isOver)
  }
}
