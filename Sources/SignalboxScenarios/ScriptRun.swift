public import SignalboxScripting

/// A run of a script in a session.
public struct ScriptRun {
  /// The name of the script in messages, usually its path.
  public var name: String
  /// The Lua source as UTF-8.
  public var source: [UInt8]
  /// The values of `...` and of `arg`.
  public var arguments: [String]
  /// The wall-clock time limit, or `nil` for no limit.
  public var timeout: Duration?

  /// Creates a run of a script.
  ///
  /// - Parameters:
  ///   - name: The name of the script in messages, usually its path.
  ///   - source: The Lua source as UTF-8.
  ///   - arguments: The values of `...` and, starting at index 1, of `arg`.
  ///   - timeout: The wall-clock time limit, or `nil` for no limit.
  public init(
    name: String, source: [UInt8], arguments: [String] = [], timeout: Duration? = nil
  ) {
    self.name = name
    self.source = source
    self.arguments = arguments
    self.timeout = timeout
  }

  /// Runs the script until it ends.
  ///
  /// - Parameters:
  ///   - session: The session in which the script runs. The session's list of unhandled errors is
  ///     cleared before the run.
  ///   - sharesEnvironment: Whether the script's globals remain available at the prompt.
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

/// The result of running a script.
public struct ScriptRunResult: Sendable {
  /// The error that ended the script, or `nil` if the script ran to completion.
  public let failure: ScriptError?
  /// The rejections and errors that no code observed, oldest first.
  public let unhandled: [ScriptError]

  /// Creates the result of a run.
  ///
  /// - Parameters:
  ///   - failure: The error that ended the script, or `nil` if the script ran to completion.
  ///   - unhandled: The rejections and errors that no code observed. Stops of the same kind as
  ///     ``failure`` are omitted.
  public init(failure: ScriptError?, unhandled: [ScriptError] = []) {
    self.failure = failure
    self.unhandled = unhandled.filter { !$0.kind.isStop || $0.kind != failure?.kind }
  }

  /// The exit code of the process.
  public var exitCode: ExitCode {
    if let failure { return ExitCode(failure.kind) }
    return unhandled.isEmpty ? .success : .failed
  }
}
