package import SignalboxProtocol

/// The recipient of the messages of pages: a server in this process, or a host in another process.
package protocol PageHost: AnyObject, Sendable {
  /// The token with which pages authenticate.
  var token: String { get }
  var limits: ProtocolLimits { get }
  /// Whether the host accepts no further pages.
  var isClosed: Bool { get }
  /// Adds the connection of a page, whose messages are lines.
  ///
  /// - Parameter onOutput: A closure that is called on any thread when there is output or when the
  ///   connection must be closed.
  func connectPage(onOutput: @escaping @Sendable () -> Void) -> any PageConnection
  /// Reports the reasons why requests are waiting.
  ///
  /// - Returns: The time at which this method must be called again, or `nil` if no call is
  ///   necessary.
  func reportWaits(at now: ContinuousClock.Instant) -> ContinuousClock.Instant?
  /// Disconnects all pages.
  func close()
}

/// The connection of a page to its host.
package protocol PageConnection: AnyObject {
  /// Processes bytes that the page has sent.
  func receive(_ bytes: [UInt8])
  /// Returns the next bytes for the page.
  func output(atMost count: Int) -> [UInt8]
  /// Whether there are bytes for the page.
  var hasOutput: Bool { get }
  /// Whether the connection must be closed after the output has been sent.
  var isClosing: Bool { get }
  /// Whether so many bytes are waiting that the page must be disconnected.
  var isOverfull: Bool { get }
  /// The time at which ``expire(at:)`` must be called, or `nil` if no call is necessary.
  var deadline: ContinuousClock.Instant? { get }
  /// Checks whether the deadline has passed. If it has, the connection ends or receives a new
  /// deadline.
  ///
  /// - Returns: Whether the page must be disconnected now.
  func expire(at now: ContinuousClock.Instant) -> Bool
  /// Ends the connection and its requests.
  func close()
  /// An additional descriptor to watch, or `nil` if there is none.
  var watched: (descriptor: Int32, reading: Bool, writing: Bool)? { get }
  /// Transfers bytes through the additional descriptor.
  func transfer()
}

extension ProtocolServer: PageHost {
  package func connectPage(onOutput: @escaping @Sendable () -> Void) -> any PageConnection {
    connect(.lines, onOutput: onOutput)
  }
}

extension ProtocolConnection: PageConnection {
  // The server calls `onOutput` when there is output, so no additional descriptor is needed.
  package var watched: (descriptor: Int32, reading: Bool, writing: Bool)? { nil }
  package func transfer() {}
}
