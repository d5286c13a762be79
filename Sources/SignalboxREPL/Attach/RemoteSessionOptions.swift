public import SignalboxScenarios

/// How a session is offered.
public struct RemoteSessionOptions: Sendable {
  /// What clients call the host.
  public var name = "signalbox"
  /// The word that lets clients in. `nil` to draw one and write it beside the socket, in a file that
  /// ends in `.token` and that only its owner can read.
  public var token: String?
  /// The wall-clock time that one input of a client may take, with everything that it causes. The host
  /// and the other clients wait meanwhile.
  public var timeout = Duration.seconds(10)
  /// How many clients may be attached at a time.
  public var maxClients = 8
  /// The texts of the scripts that have run, for excerpts in failures.
  public var sources = SourceCache()
  /// Called on another thread whenever clients want something: have ``SessionServer/serve()`` called
  /// where the session lives. A host that asks now and then, or that polls, does without.
  public var onRequest: @Sendable () -> Void = {}

  /// What is right for most hosts.
  public init() {}
}
