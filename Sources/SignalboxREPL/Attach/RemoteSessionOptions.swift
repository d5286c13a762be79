public import SignalboxProtocol
public import SignalboxScenarios

/// The options of a remote session.
public struct RemoteSessionOptions: Sendable {
  /// The name by which clients know the host.
  public var name = "signalbox"
  /// The token of clients, 1 to 1,024 bytes without white space, which is written to no file. If it
  /// is `nil`, a random token is written to a file that ends in `.token` next to the Unix socket,
  /// which only its owner can read.
  public var token: String?
  /// The wall-clock limit for one request of a client, including its consequences. The host and the
  /// other clients wait meanwhile.
  public var timeout = Duration.seconds(10)
  /// The limits of messages, clients and requests; ``timeout`` replaces the time of requests.
  public var limits = ProtocolLimits()
  /// The sources of the scripts that have run, for excerpts in failures.
  public var sources = SourceCache()
  /// Called on another thread when clients send requests: call ``SessionServer/serve()`` in the
  /// isolation of the session. Hosts that poll do not need it.
  public var onRequest: @Sendable () -> Void = {}
  /// Called on another thread when the client on the streams of the process has disconnected.
  public var onStreamsEnd: @Sendable () -> Void = {}

  /// Creates the default options.
  public init() {}
}

/// What clients' prompts can use in addition to the host's session.
package struct PromptAccess {
  /// The scripts that the host has loaded, for scenarios that clients save.
  package var files: [String] = []
  /// The code that the host has run after these scripts; empty if there is none.
  package var code = ""
  /// The folder of the host, to which these paths are relative.
  package var folder = ""
  /// The host's access to files for the commands of clients; `nil` if there is none.
  package var host: (any CommandHost)?
  /// Returns how to create copies of the session for previews; `nil` if the host allows none.
  package var previews: (() -> PreviewRecipe)?

  package init() {}
}
