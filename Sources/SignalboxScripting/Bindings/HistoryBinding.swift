internal import LuaRuntime
public import Signalbox

/// The members of `app` for undo, saved states, differences, recordings, leaks and pauses.
enum HistoryBinding {
  static let members: [HandleMember] = [
    AppBinding.flag(
      "keepsFinished", "whether undo restores finished coordinators",
      \.keepsFinished),
    AppBinding.value("undoable", "integer", "the number of operations that can be undone") {
      session, frame in frame.push(session.engine.undoableCount)
    },
    AppBinding.value("redoable", "integer", "the number of operations that can be redone") {
      session, frame in frame.push(session.engine.redoableCount)
    },
    AppBinding.function(
      "saveState", returns: "string", "the complete navigation state as a string for `restoreState`"
    ) { session, frame throws(LuaError) in frame.push(try savedState(session)) },
    AppBinding.function(
      "diff", [.init("old", "string"), .init("new", "string", optional: true)], returns: "table",
      "the differences between two saved states, or between a saved state and the current one, as "
        + "`changes` and `text`"
    ) { session, frame throws(LuaError) in
      let old = try savedState(at: 2, frame, session)
      let new = frame.isNil(3) ? try savedState(session) : try savedState(at: 3, frame, session)
      // Parsing both states and comparing their contents as text requires memory.
      let size = old.utf8.count + new.utf8.count
      try frame.take(
        size + NavigationValue.weight(ofJSON: old) + NavigationValue.weight(ofJSON: new))
      let difference = try rejected { () throws(NavigationError) in
        try StateDifference(fromJSON: old, toJSON: new)
      }
      try ValueBridge.push(value(of: difference), onto: frame)
    },
    AppBinding.function(
      "record", [.init("sink", "fun(line: string)", optional: true)], returns: "fun(): string[]",
      "records the calls of the session, and passes each line to `sink`; returns a function that "
        + "ends the recording and, without `sink`, returns its lines"
    ) { session, frame throws(LuaError) in try record(frame, session) },
    AppBinding.function(
      "replay", [.init("lines", "string[]|string")], returns: "table",
      "replays a recorded session; returns `steps`, `isTruncated` and, if a result differs, "
        + "`divergence`"
    ) { session, frame throws(LuaError) in
      let lines = try lines(at: 2, frame, session)
      try frame.take(lines.reduce(0) { $0 + NavigationValue.weight(ofJSON: $1) })
      let report = try rejected { () throws(NavigationError) in
        try SessionReplay(lines).run(on: session.engine)
      }
      try ValueBridge.push(value(of: report), onto: frame)
    },
    AppBinding.function(
      "leaks", returns: "table[]",
      "the leaked coordinators and screens, with the owners that retain them"
    ) { session, frame throws(LuaError) in
      let leaks = session.leaks
      frame.pushTable(array: leaks.count)
      for (index, leak) in leaks.enumerated() {
        try ValueBridge.push(value(of: leak), onto: frame)
        frame.append(at: index + 1)
      }
    },
    AppBinding.function(
      "pause", [.init("why", "string", optional: true)],
      "opens the prompt with the variables of the running functions; `.continue` resumes the script"
    ) { session, frame throws(LuaError) in
      guard frame.isNil(2) || frame.kind(2) == .string else {
        throw LuaError.badArgument(
          "pause: got \(session.shortText(frame, 2)), expected a string with the reason, or nothing"
        )
      }
      try PauseBinding.pause(
        session, frame, reason: frame.kind(2) == .string ? frame.text(2) : nil)
      frame.push()
    },
  ]

  // MARK: - Arguments

  /// Returns the saved state that is passed as an argument. Throws `badArgument` for a value other
  /// than a string.
  private static func savedState(
    at index: Int, _ frame: LuaFrame, _ session: ScriptSession
  ) throws(LuaError) -> String {
    guard frame.kind(index) == .string else {
      throw LuaError.badArgument(
        "diff: a state is \(session.shortText(frame, index)), expected the result of `app:saveState()`"
      )
    }
    return try frame.string(index)
  }

  /// Reads lines from a list of strings, or from a single string that contains newlines.
  private static func lines(
    at index: Int, _ frame: LuaFrame, _ session: ScriptSession
  ) throws(LuaError) -> [String] {
    if frame.kind(index) == .string {
      return try frame.string(index).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
    }
    guard frame.kind(index) == .table else {
      throw LuaError.badArgument(
        "replay: the recording is \(session.shortText(frame, index)), expected a list of lines")
    }
    var lines: [String] = []
    for place in 0..<frame.rawLength(index) {
      try frame.withElement(index, at: place + 1) { element throws(LuaError) in
        guard element.kind(-1) == .string else {
          throw LuaError.badArgument(
            "replay: line \(place + 1) is \(session.shortText(element, -1)), expected a string")
        }
        lines.append(try element.string(-1))
      }
    }
    return lines
  }

  // MARK: - Results

  /// Returns a table with the list `changes` and with `text`, which describes all changes.
  private static func value(of difference: StateDifference) -> NavigationArguments {
    let changes = difference.changes.map { change in
      NavigationValue.table([
        "kind": .string(change.kind.rawValue), "path": .string(change.path),
        "removed": .list(change.removed.map { .string($0) }),
        "added": .list(change.added.map { .string($0) }), "text": .string(change.description),
      ])
    }
    return ["changes": .list(changes), "text": .string(difference.description)]
  }

  private static func value(of report: SessionReplay.Report) -> NavigationArguments {
    var table: NavigationArguments = [
      "steps": .integer(report.stepCount), "isTruncated": .boolean(report.isTruncated),
    ]
    guard let divergence = report.divergence else { return table }
    table["divergence"] = .table([
      "line": .integer(divergence.line), "step": .integer(divergence.step),
      "operation": .string(divergence.expected.operation),
      "expected": value(of: divergence.expected), "actual": value(of: divergence.actual),
      "text": .string(divergence.description),
    ])
    return table
  }

  private static func value(of call: RecordedCall) -> NavigationValue {
    .table([
      "operation": .string(call.operation), "outcome": .string(call.outcome),
      "state": .string(call.shown), "time": .integer(call.milliseconds),
    ])
  }

  private static func value(of leak: Leak) -> NavigationArguments {
    let (kind, id) =
      switch leak.subject {
      case .coordinator(let id): ("coordinator", id.description)
      case .screen(let id): ("screen", id.description)
      }
    return [
      "kind": .string(kind), "id": .string(id), "name": .string(leak.name),
      "state": .string(leak.state.rawValue), "text": .string(leak.description),
      "holders": .list(leak.holders.map { .string($0) }),
    ]
  }
}

extension ScriptSession {
  /// The objects that exist although they are not in the tree. If scripts retain a leaked object,
  /// its `holders` include `script`.
  ///
  /// Lua's garbage is collected first, so that only reachable handles count.
  public var leaks: [Leak] { leaks(ignoring: []) }

  /// Returns the leaks, ignoring references from the given globals of the prompt, such as the
  /// globals that contain results. Objects to which only these globals refer, directly or through
  /// tables, do not count as retained by scripts.
  package func leaks(ignoring names: [String]) -> [Leak] {
    LeakSearch(session: self).leaks(ignoring: names)
  }
}

/// Finds leaked objects, and determines which of them scripts retain.
private struct LeakSearch {
  let session: ScriptSession
  private var handles: HandleTypes { session.handles }

  func leaks(ignoring names: [String]) -> [Leak] {
    guard !session.isClosed else { return session.engine.leaks }
    session.luaState.collectGarbage()
    let types = [handles.coordinator, handles.router, handles.screen].compactMap(\.self)
    return session.luaState.withFrame { frame in
      let reachability = LuaReachability(frame)
      return reachability.ignoringFields(names, of: session.prompt.globals, for: types) {
        session.engine.leaks.map { leak in
          guard isHeld(leak.subject, reachability) else { return leak }
          return Leak(
            subject: leak.subject, name: leak.name, state: leak.state,
            holders: leak.holders + ["script"])
        }
      }
    }
  }

  private func isHeld(_ subject: Leak.Subject, _ scripts: LuaReachability) -> Bool {
    switch subject {
    case .coordinator(let id):
      scripts.holds(id.bits, handles.coordinator)
        || scripts.holds(id.bits, handles.router)
    case .screen(let id): scripts.holds(id.bits, handles.screen)
    }
  }
}

extension HistoryBinding {
  /// Returns the current state as a JSON string, and reserves memory for Lua's copy.
  private static func savedState(_ session: ScriptSession) throws(LuaError) -> String {
    let document = try rejected { () throws(NavigationError) in
      try session.engine.snapshot().document
    }
    try session.luaState.take(2 * document.size)
    return document.text
  }

  /// Implements `app:record()`, which returns a function that ends the recording and returns the
  /// lines. The call `app:record(fn)` passes each line to `fn` instead of collecting the lines.
  private static func record(_ frame: LuaFrame, _ session: ScriptSession) throws(LuaError) {
    final class Lines { var list: [String] = [] }
    let lines = Lines()
    let function = frame.isNil(2) ? nil : try frame.function(2)
    try rejected { () throws(NavigationError) in
      try session.engine.record { [weak session] line in
        guard let function else { return lines.list.append(line) }
        session?.methods.call(function) { $0.push(line) }
      }
    }
    frame.pushFunction("stop") { [unowned engine = session.engine] frame in
      engine.stopRecording()
      ValueBridge.push(lines.list, onto: frame)
      return 1
    }
  }
}
