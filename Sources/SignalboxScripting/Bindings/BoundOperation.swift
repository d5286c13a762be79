internal import LuaRuntime
internal import Signalbox

/// An operation as a Lua function, which reads the arguments, submits the call and returns the
/// results.
///
/// Benchmark: `W1`.
final class BoundOperation {
  unowned let session: ScriptSession
  let engine: NavigationEngine
  let handles: HandleTypes
  let index: Int
  let reader: CallReader
  let isQuery: Bool
  /// Whether further calls can be chained to the result, even before the result is known.
  private let continues: Bool
  /// Whether the first result is a Boolean, as for `popToView`, for which a missing screen is not
  /// an error.
  let answersBoolean: Bool
  private let isPopToRoot: Bool
  /// Whether the operation is `launch`. A call without a name, `app:launch()`, starts the
  /// coordinator that the `application` declaration names. In such a call, the options may be the
  /// only argument.
  private let isLaunch: Bool
  let isForCoordinators: Bool
  private let doneAtom: Int32

  init(session: ScriptSession, handles: HandleTypes, index: Int) {
    self.session = session
    self.handles = handles
    self.index = index
    engine = session.engine
    reader = CallReader(session: session, operation: index)
    let signature = reader.signature
    isQuery = signature.mode == .query
    continues = signature.continues
    answersBoolean = signature.name == "popToView"
    isPopToRoot = signature.name == "popToRoot"
    isLaunch = signature.name == "launch"
    doneAtom = session.engine.symbols.intern("done").rawValue
    isForCoordinators = ![.application, .user].contains(signature.receiver)
  }

  // MARK: - As methods

  /// The operation as a method of routers, coordinators and chain links.
  var ofCoordinator: LuaNativeBody {
    { [self] frame throws(LuaError) in
      guard let caller = frame.coordinator(1, handles) else {
        if let link = frame.object(1, handles.link) { return try call(after: link, frame) }
        throw wrongReceiver("router", frame)
      }
      // The tab coordinator pops the stack of its selected page, whereas its router does not.
      if isPopToRoot, engine.kind(of: caller) == .tabs, frame.handle(1, handles.routerTag) != nil {
        return try call(after: ChainLink(caller), frame)
      }
      return try call(by: caller, screen: nil, frame)
    }
  }

  /// The operation as a method of the application.
  var ofApp: LuaNativeBody {
    { [self] frame throws(LuaError) in
      guard frame.handle(1, handles.app) != nil else { throw wrongReceiver("app", frame) }
      return try call(by: CoordinatorID(bits: 0), screen: nil, frame)
    }
  }

  /// The operation as a method of screens. The caller is the screen's owner, and the operation
  /// presents from the screen, pops it or updates it.
  var ofScreen: LuaNativeBody {
    { [self] frame throws(LuaError) in
      guard let bits = frame.handle(1, handles.screen) else {
        throw wrongReceiver("screen", frame)
      }
      let screen = ScreenID(bits: bits)
      guard let owner = engine.owner(of: screen) else {
        throw LuaError(
          NavigationError(.stale, "\(reader.signature.name): screen \(screen) is gone"))
      }
      return try call(by: owner, screen: screen, frame)
    }
  }

  private func wrongReceiver(_ expected: String, _ frame: LuaFrame) -> LuaError {
    let name = reader.signature.name
    return LuaError(
      "bad argument #1 to '\(name)' (\(expected) expected, got \(frame.kind(1)); "
        + "call it with a colon: \(expected):\(name)(…))")
  }

  // MARK: - Calling

  private func call(
    by caller: CoordinatorID, screen: ScreenID?, _ frame: LuaFrame
  ) throws(LuaError) -> Int {
    var call = OperationCall(operation: index, caller: caller)
    // For operations that take a screen, the screen is the first argument.
    let takesScreen = screen != nil && reader.signature.parameters.first?.kind == .screen
    if let screen, !takesScreen {
      if reader.signature.name == "pop" {
        call.subject = .screen(screen)
      } else {
        call.presenter = screen
      }
    }
    let takesOver: Bool
    do throws(LuaError) {
      takesOver =
        isLaunch && frame.count == 2 && frame.kind(2) == .table
        ? try reader.readOptions(frame, at: 2, into: &call)
        : try reader.read(frame, from: takesScreen ? 1 : 2, into: &call)
      if isLaunch, case .none = call.subject, call.name == .none {
        call.name = try AppBinding.main(of: session, for: "launch")
      }
    } catch {
      // Observers also receive calls with invalid arguments.
      announce(frame)
      throw error
    }
    return try submit(&call, takesOver, frame)
  }

  /// Submits a call and pushes its results for the script.
  func submit(
    _ call: inout OperationCall, _ takesOver: Bool, _ frame: LuaFrame
  ) throws(LuaError) -> Int {
    if engine.isInCallback, !takesOver, !isQuery, !engine.isStarting(call.caller) {
      reportRejection(of: &call, frame)
    }
    announce(frame)
    switch engine.submit(call) {
    case .settled(let outcome):
      let isBroken = continues && takesOver && outcome.status == .rejected
      return try push(
        outcome, takesOver, frame, after: isBroken ? link(of: call, .settled(outcome)) : nil)
    case .queued(let ticket):
      if continues {
        frame.push(link(of: call, .queued(ticket)), handles.link)
      } else {
        frame.push(argument: 1)
      }
      frame.push(static: "queued")
      frame.push(ticket, handles.ticket)
      return 3
    }
  }

  /// Calls the hook that observes the calls of scripts, unless the operation is a query.
  func announce(_ frame: LuaFrame) {
    let hook = engine.isInCallback ? session.hooks.onInnerCall : session.hooks.onCall
    if let hook, !isQuery { hook(CallSite(reader.signature.name, frame)) }
  }

  /// Makes the engine report a rejection that occurs after a callback has returned. The report
  /// includes the line of the call.
  func reportRejection(of call: inout OperationCall, _ frame: LuaFrame) {
    let location = frame.place
    // The engine may retain this closure for its whole lifetime, so the closure retains neither the
    // engine nor the session.
    call.onRejection = { [weak session, answersBoolean] error in
      guard Self.isRaised(error.code, answersBoolean) else { return }
      session?.hooks.onIncident?(.rejection(error.description))
      session?.errors.report(
        ScriptError(.rejected, code: error.code.name, error.description, location: location))
    }
  }

  /// Returns whether a rejection that the script does not handle is raised as an error. Two kinds
  /// of rejections are not raised: a missing screen if the operation returns a Boolean, and the
  /// redirection of an operation, which has led to another destination.
  private static func isRaised(_ code: ReasonCode, _ answersBoolean: Bool) -> Bool {
    code != .redirected && !(answersBoolean && code == .viewNotFound)
  }

  /// Pushes the object for further calls, the status, and the value or reason, preceded by a
  /// Boolean for `popToView`. For a query, pushes only the value.
  ///
  /// - Parameter link: The object for further calls if the outcome contains no coordinator, or
  ///   `nil` for the receiver of the call.
  func push(
    _ outcome: Outcome, _ takesOver: Bool, _ frame: LuaFrame, after link: ChainLink? = nil
  ) throws(LuaError) -> Int {
    if outcome.status == .rejected, let error = outcome.error {
      session.hooks.onIncident?(.rejection(error.description))
      if !takesOver, Self.isRaised(error.code, answersBoolean) { throw LuaError(error) }
    }
    if isQuery {
      try session.pushValue(outcome, frame)
      return 1
    }
    if pushDone(outcome, frame) { return 3 }
    if answersBoolean { frame.push(outcome.value == .boolean(true)) }
    if case .coordinator(let coordinator) = outcome.value {
      frame.push(coordinator, handles)
    } else if let link {
      frame.push(link, handles.link)
    } else {
      frame.push(argument: 1)
    }
    switch outcome.status {
    case .done: frame.push(static: "done")
    case .noop: frame.push(static: "noop")
    case .rejected: frame.push(static: "rejected")
    case .cancelled: frame.push(static: "cancelled")
    }
    if let reason = outcome.reason {
      frame.push(reason.name)
    } else if case .none = outcome.value {
      frame.push()
    } else {
      try session.pushValue(outcome, frame)
    }
    return answersBoolean ? 4 : 3
  }
}

extension BoundOperation {
  /// Pushes the most frequent kind of outcome, which is `done` with a name or without a value.
  ///
  /// Benchmark: `W1`.
  /// - Returns: Whether the outcome was pushed. The result is `false` if the outcome is of another
  ///   kind or Lua does not contain the name as an atom.
  @inline(__always)
  private func pushDone(_ outcome: borrowing Outcome, _ frame: LuaFrame) -> Bool {
    guard outcome.status == .done, !answersBoolean else { return false }
    switch outcome.value {
    case .none: return frame.push(argument: 1, atoms: doneAtom, nil)
    case .name(let name): return frame.push(argument: 1, atoms: doneAtom, name.rawValue)
    default: return false
    }
  }
}

extension ScriptSession {
  /// Pushes the value of an outcome, converted for scripts.
  func pushValue(_ outcome: Outcome, _ frame: LuaFrame) throws(LuaError) {
    switch outcome.value {
    case .none: frame.push()
    case .name(let name), .page(let name): push(name, frame)
    case .boolean(let value): frame.push(value)
    case .value(let value): try ValueBridge.push(value, onto: frame)
    case .coordinator(let coordinator): frame.push(coordinator, handles)
    case .names(let names):
      frame.push(list: names) { push($0, frame) }
    }
  }

  /// Pushes a name. If Lua already contains the name as an atom, the name is not copied.
  func push(_ name: Symbol, _ frame: LuaFrame) {
    frame.push(atom: name.rawValue)
    if frame.isNil(-1) {
      frame.pop()
      frame.push(engine.symbols[name])
    }
  }
}
