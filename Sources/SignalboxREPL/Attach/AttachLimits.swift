/// The limits for requests and pending output of a client.
package struct AttachLimits: Hashable, Sendable {
  /// The maximum length of a frame in bytes, without its end.
  package var frame = 1 << 20
  /// The maximum length of a frame before `hello`.
  package var greeting = 4096
  /// The maximum number of waiting requests of one client.
  package var requests = 32
  /// The maximum number of clients.
  package var clients = 8
  /// Events are dropped if this number of bytes waits for a client.
  package var events = 256 << 10
  /// The output of its own inputs is dropped if this number of bytes waits.
  package var output = 4 << 20
  /// A client with more pending output than this is disconnected.
  package var total = 8 << 20

  /// The wall-clock time from connecting to `hello`, and for the rest of a frame that is too long.
  package var helloTimeout = Duration.seconds(10)
  /// The wall-clock time that a client has to read the last answer.
  package var closeTimeout = Duration.seconds(2)

  package init() {}
}
