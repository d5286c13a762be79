/// The limits of a server.
public struct ProtocolLimits: Hashable, Sendable {
  /// The maximum length of a message of a client in bytes.
  public var message = 1 << 20
  /// The maximum length of an answer in bytes. A longer one is replaced with the error `tooLong`.
  public var answer = 8 << 20
  /// The maximum number of clients.
  public var clients = 8
  /// The maximum number of waiting requests of a client.
  public var requests = 32
  /// The maximum number of bytes of the waiting requests of a client. A single request is limited
  /// by ``message`` only.
  public var requestBytes = 4 << 20
  /// How long a client may send nothing; `nil` for no limit. Requests that run or wait count as
  /// activity.
  public var idleTime: Duration?
  /// The wall-clock time of a request with its consequences: animations, timers and queued
  /// operations. The application and the other clients wait meanwhile.
  public var requestTime = Duration.seconds(10)
  /// The time from connecting to `initialize`.
  public var initializeTime = Duration.seconds(10)

  /// The maximum length of a message before `initialize`.
  package var greeting = 4096
  /// Events stay in the engine if this number of bytes waits for a client.
  package var events = 256 << 10
  /// The text of its requests is dropped if this number of bytes waits.
  package var text = 4 << 20
  /// A client with more waiting bytes than this is disconnected.
  package var total = 16 << 20
  /// The time that a client has to read the last answer.
  package var closeTime = Duration.seconds(2)
  /// The time after which a client receives what its request waits for.
  package var progressTime = Duration.seconds(1)

  /// Creates the default limits.
  public init() {}
}
