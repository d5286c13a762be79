internal import LuaRuntime

/// What an input of the prompt came to.
public enum Evaluation {
  /// Its results as people read them; none for a statement.
  case values([String])
  /// More lines are needed to make it whole.
  case incomplete
  case failed(ScriptError)
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
  public func run(
    _ source: [UInt8], name: String, arguments: [String] = [], timeout: Duration? = nil,
    sharesEnvironment: Bool = false
  ) throws(ScriptError) {
    _ = try perform(timeout: timeout) { () throws(LuaError) in
      let environment = sharesEnvironment ? promptEnvironment : machine.makeEnvironment()
      let list = machine.makeTable()
      try list.set(0, .string(name))
      for (index, argument) in arguments.enumerated() {
        try list.set(index + 1, .string(argument))
      }
      try environment.set("arg", .table(list))
      let function = try machine.load(
        source, chunkName: "@\(name)", environment: environment, isFile: true)
      return try machine.run(function, arguments.map { .string($0) })
    }
  }

  /// Runs one input of the prompt: an expression, whose values come back, or statements.
  ///
  /// Globals live on between inputs.
  public func evaluate(
    _ input: String, name: String = "stdin", timeout: Duration? = nil
  ) -> Evaluation {
    do throws(ScriptError) {
      let values = try perform(timeout: timeout) { () throws(LuaError) in
        let function = try compile(input, name: name)
        return try machine.run(function)
      }
      let shown = values.lastIndex { $0 != .nil }.map { values[...$0] } ?? values[..<0]
      return .values(shown.map(describe))
    } catch {
      return error.kind == .syntax && isIncomplete(input)
        ? .incomplete : .failed(error)
    }
  }

  /// An expression if it is one, else statements.
  private func compile(_ input: String, name: String) throws(LuaError) -> LuaFunction {
    if let expression = try? machine.load(
      "return \(input)", chunkName: "=\(name)", environment: promptEnvironment)
    {
      return expression
    }
    return try machine.load(input, chunkName: "=\(name)", environment: promptEnvironment)
  }

  /// Whether more lines could make an input whole, as an expression or as statements.
  package func isIncomplete(_ input: String) -> Bool {
    guard !isClosed else { return false }
    var canGoOn = false
    for text in ["return \(input)", input] {
      do throws(LuaError) {
        _ = try machine.load(text, chunkName: "=stdin", environment: promptEnvironment)
        return false
      } catch {
        canGoOn = canGoOn || error.isIncomplete
      }
    }
    return canGoOn
  }

  /// A value as people read it.
  func describe(_ value: LuaValue) -> String {
    machine.withFrame { frame in
      frame.push(value)
      return ValuePrinter(session: self).text(of: -1, in: frame)
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

  /// Makes the first SIGTERM stop scripts for good, so that the host can write what waits and end.
  ///
  /// It counts as an interrupt as well; a second one ends the process where it is.
  public static func installTerminationHandler() { LuaMachine.installTerminationHandler() }

  /// Whether SIGTERM came: scripts of the session that Ctrl-C reaches end at once from then on.
  public static var isTerminating: Bool { LuaMachine.isTerminating }
}
