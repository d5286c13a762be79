/// How much a client may send, and how much may wait for it.
package struct AttachLimits: Hashable, Sendable {
  /// The bytes of one frame, without its end.
  package var frame = 1 << 20
  /// The bytes of one frame before the token was shown.
  package var greeting = 4096
  /// Requests of one client that wait for the host.
  package var requests = 32
  /// Clients at a time.
  package var clients = 8
  /// Events are dropped while so many bytes wait for a client.
  package var events = 256 << 10
  /// What its own inputs print is dropped while so many bytes wait.
  package var output = 4 << 20
  /// A client that lets more than this wait is let go.
  package var total = 8 << 20

  /// The wall-clock time from connecting to `hello`, and for the rest of a frame that is too long.
  package var helloTimeout = Duration.seconds(10)
  /// The wall-clock time that a client has to read the last answer.
  package var closeTimeout = Duration.seconds(2)

  package init() {}
}
