internal import LuaRuntime
internal import Signalbox

/// The result of a reload.
public struct Reload {
  /// The new session. The previous session is unchanged, and its owner must close it.
  public let session: ScriptSession
  /// The number of repeated steps, including a step with a different result.
  public let stepCount: Int
  /// A description of the first step with a different result, or `nil` if there is none.
  public let divergence: String?
}

extension ScriptSession {
  /// Starts the record that ``reload(_:)`` repeats. Earlier calls are not included, because the
  /// reloaded files repeat them.
  ///
  /// - Throws: `rejected` if the current state cannot be saved.
  public func beginRecord() throws(ScriptError) {
    do throws(NavigationError) {
      let record = SessionRecord(
        engine, beginning: try engine.snapshot().json, capacity: configuration.recordCapacity)
      try engine.record(isKept: true, isSparing: true) { record.add($0) }
      self.record = record
    } catch {
      throw ScriptError(error)
    }
  }

  /// Creates a new engine and Lua state, loads plugins and files, and then repeats the calls made
  /// since ``beginRecord()`` until the result of a call differs.
  ///
  /// Handles and globals of the previous session are lost. Definitions that were made at the prompt
  /// are not part of a file, so calls that depend on such definitions have different results.
  ///
  /// - Parameter prepare: A closure that loads the files into the new session.
  /// - Throws: The errors of `prepare`, and an error if the engine belongs to a host. In both
  ///   cases, the previous session is unchanged.
  public func reload(
    _ prepare: (ScriptSession) throws(ScriptError) -> Void
  ) throws(ScriptError) -> Reload {
    guard configuration.hostEngine == nil else {
      throw ScriptError(.runtime, "reload: the engine of this session belongs to a host")
    }
    guard let old = record else {
      throw ScriptError(.runtime, "reload: this session does not record its calls")
    }
    guard old.isWhole else {
      throw ScriptError(
        .runtime,
        "reload: \(old.lineCount) calls were made and only the newest "
          + "\(old.lineCount - old.droppedLines) are kept")
    }
    let session = try ScriptSession(configuration)
    var reports = SessionHooks()
    (reports.printer, reports.onUnhandled) = (hooks.printer, hooks.onUnhandled)
    session.addHooks(reports)
    session.engine.keepsFinished = engine.keepsFinished
    do throws(ScriptError) {
      try session.plugins.loadAtStart()
      try prepare(session)
      try session.beginRecord()
    } catch {
      session.close()
      throw error
    }
    guard let new = session.record, new.beginning == old.beginning else {
      return Reload(
        session: session, stepCount: 0, divergence: beginning(of: session, differsFrom: old))
    }
    do throws(NavigationError) {
      let report = try SessionReplay(old.lines).run(on: session.engine)
      return Reload(
        session: session, stepCount: report.stepCount, divergence: report.divergence.map(text(of:)))
    } catch {
      session.close()
      throw ScriptError(error)
    }
  }

  private func beginning(of session: ScriptSession, differsFrom old: SessionRecord) -> String {
    let head = "step 0, the files: their initial state differs"
    guard let new = session.record?.beginning,
      let difference = try? StateDifference(fromJSON: old.beginning, toJSON: new)
    else { return head }
    return head + "\n"
      + difference.description.split(separator: "\n").map { "  \($0)" }
      .joined(separator: "\n")
  }

  private func text(of divergence: SessionReplay.Divergence) -> String {
    let (then, now) = (divergence.expected, divergence.actual)
    let other =
      now.operation == then.operation || now.operation.isEmpty ? "" : " of \(now.operation)"
    var lines = [
      "step \(divergence.step), \(then.operation): then \(then.outcome), now \(now.outcome)\(other)"
    ]
    if then.time != now.time {
      lines.append("  then at \(then.milliseconds) ms, now at \(now.milliseconds) ms")
    }
    // Calls that callbacks make are recorded without the state.
    if !then.shown.isEmpty, then.shown != now.shown {
      lines += ["  then \(then.shown)", "  now  \(now.shown)"]
    }
    return lines.joined(separator: "\n")
  }
}
