internal import LuaRuntime
internal import Signalbox

/// The result of a reload.
public struct Reload {
  /// The new session. The previous session is unchanged, and its owner must close it.
  public let session: ScriptSession
  /// The number of repeated steps, including a step with a different result.
  public let stepCount: Int
  /// A description of the first difference, which is in the initial state or in the result of a
  /// step, or `nil` if there is none.
  public let divergence: String?
}

/// Creates a session in which the files are loaded again, and repeats the calls of the old session.
struct SessionReloader {
  let old: ScriptSession

  func reload(
    _ prepare: (ScriptSession) throws(ScriptError) -> Void
  ) throws(ScriptError) -> Reload {
    guard old.configuration.hostEngine == nil else {
      throw ScriptError(
        .runtime, "reload: the session cannot be reloaded, because its engine belongs to a host")
    }
    guard let record = old.record else {
      throw ScriptError(
        .runtime, "reload: the session cannot be reloaded, because it does not record its calls")
    }
    guard record.isWhole else {
      throw ScriptError(
        .runtime,
        "reload: the calls of this session cannot be repeated, because only the newest "
          + "\(record.lineCount - record.droppedLines) of \(record.lineCount) are kept")
    }
    let session = try ScriptSession(old.configuration)
    var reports = SessionHooks()
    (reports.printer, reports.onUnhandled) = (old.hooks.printer, old.hooks.onUnhandled)
    session.addHooks(reports)
    session.engine.keepsFinished = old.engine.keepsFinished
    do throws(ScriptError) {
      try session.plugins.loadAtStart()
      try prepare(session)
      try session.beginRecord()
    } catch {
      session.close()
      throw error
    }
    guard let new = session.record, new.beginning == record.beginning else {
      return Reload(
        session: session, stepCount: 0, divergence: beginning(of: session, differsFrom: record))
    }
    do throws(NavigationError) {
      let report = try SessionReplay(record.lines).run(on: session.engine)
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
