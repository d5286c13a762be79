internal import LuaRuntime
internal import Signalbox

/// The result of a reload.
public struct Reload {
  /// The new session; the old one is as it was, and its owner closes it.
  public let session: ScriptSession
  /// How many steps were done again, the diverging one included.
  public let stepCount: Int
  /// Where things went another way than before, in words; `nil` where they went the same.
  public let divergence: String?
}

extension ScriptSession {
  /// Begins the record that ``reload(_:)`` does again. What was done before is what files do, which
  /// are loaded again.
  ///
  /// - Throws: `rejected` where what is shown cannot be written down.
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

  /// Reloads: a new engine and Lua state, plugins loaded again, then files, then everything
  /// that was done since ``beginRecord()``, until it comes out differently.
  ///
  /// Handles and globals of the old session are gone; definitions that were typed at a prompt are
  /// no files, so what needs them diverges.
  ///
  /// - Parameter prepare: Loads the files into the new session.
  /// - Throws: what `prepare` throws; the old session then goes on as if nothing had happened.
  public func reload(
    _ prepare: (ScriptSession) throws(ScriptError) -> Void
  ) throws(ScriptError) -> Reload {
    guard let old = record else {
      throw ScriptError(.runtime, "reload: this session keeps no record of what was done")
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
    let head = "step 0, the files: they show something else than before"
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
    if then.time != now.time { lines.append("  then at \(then.time) ms, now at \(now.time) ms") }
    // What callbacks submit is written down without what it shows.
    if !then.shown.isEmpty, then.shown != now.shown {
      lines += ["  then \(then.shown)", "  now  \(now.shown)"]
    }
    return lines.joined(separator: "\n")
  }
}
