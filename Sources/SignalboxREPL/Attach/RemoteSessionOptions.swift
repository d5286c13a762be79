public import SignalboxScenarios

/// The options of a remote session.
public struct RemoteSessionOptions: Sendable {
  /// The name of the host for clients.
  public var name = "signalbox"
  /// The token of clients. If it is `nil`, a random token is written to a file that ends in
  /// `.token` next to the socket, which only its owner can read.
  public var token: String?
  /// The wall-clock time limit of one input of a client, with its consequences. The host and the
  /// other clients wait meanwhile.
  public var timeout = Duration.seconds(10)
  /// How many clients may be attached at the same time.
  public var maxClients = 8
  /// The sources of the scripts that have run, for excerpts in failures.
  public var sources = SourceCache()
  /// Called on another thread when clients send requests: call ``SessionServer/serve()`` in the
  /// isolation of the session. Hosts that poll do not need it.
  public var onRequest: @Sendable () -> Void = {}

  /// Creates the default options.
  public init() {}
}
