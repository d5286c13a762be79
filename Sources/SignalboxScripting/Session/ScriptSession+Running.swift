internal import LuaRuntime

/// What an input of the prompt came to.
public enum Evaluation {
  /// Its results as people read them; none for a statement.
  case values([String])
  /// More lines are needed to make it whole.
  case incomplete
  case failed(ScriptError)
}

/// A stop that what runs ignores.
package enum OverdueStop: Sendable {
  /// A deadline has passed.
  case deadline
  /// SIGTERM came.
  case termination
  /// Ctrl-C came.
  case interrupt
  /// Ctrl-C came once more after the first was reported.
  case secondInterrupt
}

extension ScriptSession {
  /// The release of Lua that runs, such as `Lua 5.4.4`.
  public static var luaRelease: String { LuaMachine.release }

  /// Runs a script once, in an environment of its own.
  ///
  /// - Parameters:
  ///   - source: Lua text in UTF-8; a byte order mark and a first line of `#` are skipped.
  ///   - name: How messages call it, usually its path.
  ///   - arguments: What the script finds in `...` and in `arg`, from 1.
  ///   - timeout: The wall-clock time that it may take.
  ///   - sharesEnvironment: Whether its globals stay visible at the prompt.
  ///   - isRepeated: Whether other sessions may run the same text: what it compiles to is then kept.
  public func run(
    _ source: [UInt8], name: String, arguments: [String] = [], timeout: Duration? = nil,
    sharesEnvironment: Bool = false, isRepeated: Bool = true
  ) throws(ScriptError) {
    _ = try perform(timeout: timeout) { () throws(LuaError) in
      let environment = sharesEnvironment ? promptEnvironment : machine.makeEnvironment()
      try environment.set("arg", texts: [name] + arguments, from: 0)
      let function = try machine.load(
        source, chunkName: "@\(name)", environment: environment,
        isFile: isRepeated)
      return try machine.run(function, arguments.map { .string($0) })
    }
  }

  /// Runs one input of the prompt: an expression, whose values come back, or statements.
  ///
  /// Globals live on between inputs, and so do locals that are declared in no block.
  public func evaluate(
    _ input: String, name: String = "stdin", timeout: Duration? = nil
  ) -> Evaluation {
    switch answer(input, name: name, timeout: timeout).outcome {
    case .values(let values): .values(values.map { text(of: $0) })
    case .incomplete: .incomplete
    case .failed(let error): .failed(error)
    }
  }

  // MARK: - Interruption

  /// Makes Ctrl-C stop this session's scripts, where the handler is installed.
  public func becomeInterruptTarget() { machine.becomeInterruptTarget() }

  /// Makes Ctrl-C stop scripts instead of the process.
  public static func installInterruptHandler() { LuaMachine.installInterruptHandler() }

  /// Gives Ctrl-C back what it did before.
  public static func removeInterruptHandler() { LuaMachine.removeInterruptHandler() }

  /// Whether Ctrl-C came while no script ran, since the last time this was asked.
  public static func takePendingInterrupt() -> Bool { LuaMachine.takePendingInterrupt() }

  /// Whether Ctrl-C came while no script ran, and nobody has taken it yet.
  package static var hasPendingInterrupt: Bool { LuaMachine.hasPendingInterrupt }

  /// Runs `body`, during which Ctrl-C is meant for another process.
  package static func whileInterruptsAreForOthers<R, E: Error>(
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    try LuaMachine.whileInterruptsAreForOthers(body)
  }

  /// Reports stops that are ignored for 750 ms, on a thread of its own, for the rest of the process.
  ///
  /// Ctrl-C is reported once for each time that it came; SIGTERM and a deadline of the session that
  /// Ctrl-C reaches again and again, as long as they are ignored.
  package static func reportOverdueStops(_ report: @escaping @Sendable (OverdueStop) -> Void) {
    LuaMachine.reportOverdueStops { stop in
      switch stop {
      case .deadline: report(.deadline)
      case .termination: report(.termination)
      case .interrupt: report(.interrupt)
      case .secondInterrupt: report(.secondInterrupt)
      }
    }
  }

  /// Makes the first SIGTERM stop scripts for good, so that the host can write what waits and end.
  ///
  /// It counts as an interrupt as well; a second one ends the process where it is.
  public static func installTerminationHandler() { LuaMachine.installTerminationHandler() }

  /// Whether SIGTERM came: scripts of the session that Ctrl-C reaches end at once from then on.
  public static var isTerminating: Bool { LuaMachine.isTerminating }

  /// Does for SIGHUP what ``installTerminationHandler()`` does for SIGTERM, unless it is ignored, as
  /// `nohup` asks for.
  package static func installHangUpHandler() { LuaMachine.installHangUpHandler() }

  /// The signal that ends the process, SIGTERM or SIGHUP; `nil` where none came.
  package static var terminationSignal: Int32? { LuaMachine.terminationSignal }

  /// How often Ctrl-C came since its handler was installed, whatever ran then.
  package static var interruptCount: Int { LuaMachine.interruptCount }
}
