public import SignalboxScripting

/// One run of one script in a session.
public struct ScriptRun {
  /// How messages call the script, usually its path.
  public var name: String
  /// Lua text in UTF-8.
  public var source: [UInt8]
  /// What the script finds in `...` and `arg`.
  public var arguments: [String]
  /// The wall-clock time that it may take; `nil` is no limit.
  public var timeout: Duration?

  /// A run of a text.
  public init(
    name: String, source: [UInt8], arguments: [String] = [], timeout: Duration? = nil
  ) {
    self.name = name
    self.source = source
    self.arguments = arguments
    self.timeout = timeout
  }

  /// Runs the script to its end.
  ///
  /// - Parameter sharesEnvironment: Whether its globals stay visible at the prompt.
  public func run(in session: ScriptSession, sharesEnvironment: Bool = false) -> ScriptRunResult {
    session.clearUnhandled()
    do throws(ScriptError) {
      try session.run(
        source, name: name, arguments: arguments, timeout: timeout,
        sharesEnvironment: sharesEnvironment)
      return ScriptRunResult(failure: nil, unhandled: session.unhandled)
    } catch {
      return ScriptRunResult(failure: error, unhandled: session.unhandled)
    }
  }
}

/// How a script ended.
public struct ScriptRunResult: Sendable {
  /// What ended it; `nil` when it reached its end.
  public let failure: ScriptError?
  /// What was rejected or failed in callbacks and nobody looked at, oldest first.
  public let unhandled: [ScriptError]

  /// - Parameter unhandled: What stopped the whole run is left out: ``failure`` tells of it.
  public init(failure: ScriptError?, unhandled: [ScriptError] = []) {
    self.failure = failure
    self.unhandled = unhandled.filter { !$0.kind.isStop || $0.kind != failure?.kind }
  }

  /// What the process ends with.
  public var exitCode: ExitCode {
    if let failure { return ExitCode(failure.kind) }
    return unhandled.isEmpty ? .success : .failed
  }
}
