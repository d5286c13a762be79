/// The limits of a server.
public struct ProtocolLimits: Hashable, Sendable {
  /// The maximum length of a message from a client, in bytes.
  public var message = 1 << 20
  /// The maximum length of a response, in bytes. A longer response is replaced with the error
  /// `tooLong`.
  public var answer = 8 << 20
  /// The maximum number of clients.
  public var clients = 8
  /// The maximum number of requests from a client that are waiting or running.
  public var requests = 32
  /// The maximum total size of a client's waiting and running requests, in bytes. A single request
  /// is limited only by ``message``.
  public var requestBytes = 4 << 20
  /// The time for which a client may be silent, or `nil` for no limit. Requests that are running or
  /// waiting count as activity.
  public var idleTime: Duration?
  /// The wall-clock time limit for a request, including its consequences: animations, timers and
  /// queued operations. The application and all other clients wait during this time.
  public var requestTime = Duration.seconds(10)
  /// The maximum time between connecting and `initialize`.
  public var initializeTime = Duration.seconds(10)

  /// The maximum length of a message before `initialize`, in bytes.
  package var greeting = 4096
  /// The number of waiting bytes above which events for a client remain in the engine.
  package var events = 256 << 10
  /// The number of waiting bytes above which printed text for a client is dropped.
  package var text = 4 << 20
  /// The number of waiting bytes above which a client is disconnected.
  package var total = 16 << 20
  /// The time that a client has to read the last message before the connection is closed.
  package var closeTime = Duration.seconds(2)
  /// The time after which a client is notified of the reason why its request is waiting.
  package var progressTime = Duration.seconds(1)

  /// Creates the default limits.
  public init() {}
}
