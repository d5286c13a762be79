public import SignalboxProtocol
public import SignalboxScenarios

/// The options of a remote session.
public struct RemoteSessionOptions: Sendable {
  /// The name of the host, which is visible to clients.
  public var name = "signalbox"
  /// The token that clients must send, 1 to 1,024 bytes without white space. A custom token is not
  /// written to a file. If the value is `nil`, a random token is used. For a socket or port, the
  /// random token is written to a file whose name ends in `.token` and that only its owner can
  /// read.
  public var token: String?
  /// The wall-clock limit for one client request, including its effects. The host and the other
  /// clients wait while the request runs.
  public var timeout = Duration.seconds(10)
  /// The limits for messages, clients and requests. The property ``timeout`` replaces the limit for
  /// the request time.
  public var limits = ProtocolLimits()
  /// The sources of the scripts that have run. Failure messages contain excerpts from these
  /// sources.
  public var sources = SourceCache()
  /// A closure that is called on any thread when requests are waiting or clients have connected or
  /// disconnected. The closure must schedule a call of ``SessionServer/serve()`` in the session's
  /// isolation, and must not make this call itself. Hosts that poll do not need this closure.
  public var onRequest: @Sendable () -> Void = {}
  /// A closure that is called on another thread when the client on the process's standard streams
  /// has disconnected.
  public var onStreamsEnd: @Sendable () -> Void = {}

  /// Creates the default options.
  public init() {}
}

/// The resources that client prompts can use in addition to the host's session.
package struct PromptAccess {
  /// The scripts that the host has loaded. Saved scenarios require these scripts.
  package var files: [String] = []
  /// The code that the host has run after ``files``. The string is empty if there is no such code.
  package var code = ""
  /// The options of `signalbox test` that a saved scenario needs, as parts of a shell command.
  package var savingOptions: [String] = []
  /// The folder of the host, to which the paths in ``files`` are relative.
  package var folder = ""
  /// The object through which client commands access the host's files, or `nil` if client commands
  /// have no file access.
  package var host: (any CommandHost)?
  /// A closure that returns the absolute path of a file with symbolic links resolved, or `nil` if
  /// there is no such file. The value is `nil` if the host has no files.
  package var resolve: ((String) -> String?)?
  /// A closure that returns the recipe for the session copies in which previews run, or `nil` if
  /// the host allows no previews.
  package var previews: (() -> PreviewRecipe)?

  package init() {}
}
