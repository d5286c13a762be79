internal import LuaRuntime
internal import Signalbox

/// Makes one Lua method out of every signature of the operation catalog.
struct OperationBinder {
  unowned let session: ScriptSession

  /// The methods of all operations and gestures of some receivers.
  func methods(for receivers: [OperationSignature.Receiver]) -> [Member] {
    let all = OperationCatalog.operations + GestureCatalog.gestures
    return all.enumerated().compactMap { index, operation in
      let signature = operation.signature
      guard receivers.contains(signature.receiver), !["currentPage", "launch"].contains(signature.name) else {
        return nil
      }
      return Member(signature.name, body(of: index, signature))
    }
  }

  /// What screen handles can do themselves: presenting from the screen.
  func screenMethods() -> [Member] {
    guard let index = OperationCatalog.index(of: "present") else { return [] }
    let reader = CallReader(session: session, operation: index)
    return [
      Member(
        "present",
        { [unowned session] frame throws(LuaError) in
          guard let bits = frame.handle(1, session.handles.screen) else {
            throw LuaError("present: call it with a colon: screen:present(…)")
          }
          let screen = ScreenID(bits: bits)
          guard let owner = session.engine.owner(of: screen) else {
            throw LuaError(
              NavigationError(.stale, "present: screen \(screen) is gone"))
          }
          var call = OperationCall(operation: index, caller: owner)
          call.presenter = screen
          let takesOver = try reader.read(frame, from: 2, into: &call)
          return try session.submit(call, takesOver, reader.signature, frame)
        }
      )
    ]
  }

  private func body(of index: Int, _ signature: OperationSignature) -> LuaNativeBody {
    let reader = CallReader(session: session, operation: index)
    let session = session
    let needsCoordinator = ![.application, .user].contains(signature.receiver)
    let name = signature.name
    return { [unowned session] frame throws(LuaError) in
      var caller = CoordinatorID(bits: 0)
      if needsCoordinator {
        guard let coordinator = frame.coordinator(1, session.handles) else {
          throw LuaError(
            "bad argument #1 to '\(name)' (router expected, got \(frame.kind(1)); "
              + "call it with a colon: router:\(name)(…))")
        }
        caller = coordinator
      } else if frame.handle(1, session.handles.app) == nil {
        throw LuaError(
          "bad argument #1 to '\(name)' (app expected, got \(frame.kind(1)); "
            + "call it with a colon: app:\(name)(…))")
      }
      var call = OperationCall(operation: index, caller: caller)
      let takesOver = try reader.read(frame, from: 2, into: &call)
      return try session.submit(call, takesOver, reader.signature, frame)
    }
  }

  /// The error of a member that a handle does not have.
  static func unknownMember(of kind: String, _ known: [String]) -> LuaNativeBody {
    { frame throws(LuaError) in
      let name = frame.kind(2) == .string ? try frame.string(2) : "a \(frame.kind(2))"
      let hint = nameHint(for: name, in: known).map { "; \($0)" } ?? ""
      throw LuaError(code: "unknownMember", "\(kind) has no \"\(name)\"\(hint)")
    }
  }
}

extension ScriptSession {
  /// Submits a call and pushes what scripts get back: what to go on with, the status, and the value
  /// or reason.
  func submit(
    _ call: OperationCall, _ takesOver: Bool, _ signature: OperationSignature, _ frame: LuaFrame
  ) throws(LuaError) -> Int {
    if engine.isInCallback && !takesOver && signature.mode == .change {
      return try submitFromCallback(call, signature, frame)
    }
    switch engine.submit(call) {
    case .settled(let outcome):
      return try push(outcome, call, takesOver, signature, frame)
    case .queued(let ticket):
      return pushQueued(ticket, frame)
    }
  }

  /// From a callback a refusal comes later, so the line that called is kept for it.
  private func submitFromCallback(
    _ call: OperationCall, _ signature: OperationSignature, _ frame: LuaFrame
  ) throws(LuaError) -> Int {
    var call = call
    let location = frame.location().map { ScriptLocation(file: $0.chunk, line: $0.line) }
    let isToleratedNotFound = signature.name == "popToView"
    call.onRefusal = { [unowned self] error in
      if isToleratedNotFound && error.code == .viewNotFound { return }
      reportRefusal(error, at: location)
    }
    switch engine.submit(call) {
    case .settled(let outcome): return try push(outcome, call, false, signature, frame)
    case .queued(let ticket): return pushQueued(ticket, frame)
    }
  }

  private func reportRefusal(_ error: NavigationError, at location: ScriptLocation?) {
    report(
      ScriptError(.rejected, code: error.code.name, error.description, location: location))
  }

  private func pushQueued(_ ticket: OperationTicket, _ frame: LuaFrame) -> Int {
    frame.push(argument: 1)
    frame.push(static: "queued")
    frame.push(ticket, handles.ticket)
    return 3
  }

  private func push(
    _ outcome: Outcome, _ call: OperationCall, _ takesOver: Bool,
    _ signature: OperationSignature, _ frame: LuaFrame
  ) throws(LuaError) -> Int {
    let answersBoolean = signature.name == "popToView"
    if let error = outcome.error, !takesOver {
      guard answersBoolean && error.code == .viewNotFound else { throw LuaError(error) }
    }
    if signature.mode == .query {
      try pushValue(outcome, frame)
      return 1
    }
    if answersBoolean { frame.push(outcome.value == .boolean(true)) }
    if case .coordinator(let coordinator) = outcome.value {
      frame.push(coordinator, handles)
    } else {
      frame.push(argument: 1)
    }
    switch outcome.status {
    case .done: frame.push(static: "done")
    case .noop: frame.push(static: "noop")
    case .rejected: frame.push(static: "rejected")
    case .cancelled: frame.push(static: "cancelled")
    }
    if let reason = outcome.reason { frame.push(reason.name) } else { try pushValue(outcome, frame) }
    return answersBoolean ? 4 : 3
  }

  /// The value of an outcome as a script sees it.
  func pushValue(_ outcome: Outcome, _ frame: LuaFrame) throws(LuaError) {
    switch outcome.value {
    case .none: frame.push()
    case .name(let name), .page(let name): push(name, frame)
    case .boolean(let value): frame.push(value)
    case .value(let value): try ValueBridge.push(value, onto: frame)
    case .coordinator(let coordinator): frame.push(coordinator, handles)
    case .names(let names):
      frame.pushTable(array: names.count)
      for (index, name) in names.enumerated() {
        push(name, frame)
        frame.append(at: index + 1)
      }
    }
  }

  /// A name: without copying where Lua has it as an atom.
  func push(_ name: Symbol, _ frame: LuaFrame) {
    frame.push(atom: name.rawValue)
    if frame.isNil(-1) {
      frame.pop()
      frame.push(engine.symbols[name])
    }
  }
}
