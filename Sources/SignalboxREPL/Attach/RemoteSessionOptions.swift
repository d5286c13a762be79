public import SignalboxProtocol
public import SignalboxScenarios

/// The options of a remote session.
public struct RemoteSessionOptions: Sendable {
  /// The host's name for clients.
  public var name = "signalbox"
  /// The token that clients must send, 1 to 1,024 bytes without white space. A custom token is not
  /// written to a file. If `token` is `nil`, a random token is written to a file that ends in
  /// `.token`, next to the Unix socket; only its owner can read this file.
  public var token: String?
  /// The wall-clock limit for one client request, including its effects. The host and the other
  /// clients wait while the request runs.
  public var timeout = Duration.seconds(10)
  /// The limits for messages, clients and requests; ``timeout`` replaces the request time.
  public var limits = ProtocolLimits()
  /// The sources of the scripts that have run, for excerpts in failures.
  public var sources = SourceCache()
  /// Called on another thread when clients send requests. In response, call
  /// ``SessionServer/serve()`` in the session's isolation. Hosts that poll do not need this
  /// callback.
  public var onRequest: @Sendable () -> Void = {}
  /// Called on another thread when the client on the streams of the process has disconnected.
  public var onStreamsEnd: @Sendable () -> Void = {}

  /// Creates the default options.
  public init() {}
}

/// The resources that client prompts can use in addition to the host's session.
package struct PromptAccess {
  /// The scripts that the host has loaded, which saved scenarios require.
  package var files: [String] = []
  /// The code that the host has run after these scripts; empty if there is none.
  package var code = ""
  /// The folder of the host, to which these paths are relative.
  package var folder = ""
  /// The host's file access for client commands; `nil` if client commands have no file access.
  package var host: (any CommandHost)?
  /// Returns a recipe for session copies for previews; `nil` if the host allows no previews.
  package var previews: (() -> PreviewRecipe)?

  package init() {}
}
