internal import LuaRuntime
internal import Signalbox

/// Calls script functions: coordinator methods, handlers, and callbacks in options.
///
/// This class also keeps track of the coordinators whose methods are active. Benchmark: `W1`.
final class MethodCaller {
  private struct Call {
    let coordinator: CoordinatorID
    /// The number of active script calls when the host called the method.
    let depth: Int
  }

  /// The active methods, innermost last.
  @exclusivity(unchecked) private var calls: [Call] = []
  /// The scripted coordinators that have not been released.
  let instances = InstanceTable()
  private unowned let session: ScriptSession
  private let luaState: LuaState
  private let engine: NavigationEngine
  private let handles: HandleTypes

  init(_ session: ScriptSession) {
    self.session = session
    (luaState, engine, handles) = (session.luaState, session.engine, session.handles)
  }

  /// Records that the host is calling a coordinator's method. Each call to `begin` must be balanced
  /// by a call to ``end()``.
  @inline(__always)
  func begin(_ coordinator: CoordinatorID) {
    calls.append(Call(coordinator: coordinator, depth: luaState.callDepth))
  }

  @inline(__always)
  func end() { calls.removeLast() }

  /// Returns the owner of objects that the running host function creates: the coordinator of the
  /// innermost active method, regardless of which coordinator called it.
  ///
  /// - Parameters:
  ///   - function: The index of the handler among the arguments. If a tail call hides the method,
  ///     the variable `self` that the handler uses determines the coordinator.
  ///   - name: The name of the host function in errors.
  /// - Returns: The owner, or `nil` outside methods.
  /// - Throws: `badArgument` if a tail call hides which method is running and the handler does not
  ///   use the `self` of a coordinator.
  func owner(
    of function: Int, in frame: LuaFrame, for name: String
  ) throws(LuaError) -> CoordinatorID? {
    let caller = calls.last
    let coordinator = { [handles] (frame: LuaFrame) in frame.coordinator(-1, handles) }
    let calls = luaState.callDepth - (caller?.depth ?? 0) - 1
    let receivers = LuaReceivers(frame)
    switch receivers.first(within: calls, coordinator) {
    case .found(let method): return method
    case .none: return caller?.coordinator
    case .hidden:
      if let own = receivers.value(ofFunction: function, coordinator) { return own }
      throw .badArgument(
        "\(name): the coordinator is unknown, because a tail call (return f(…)) hides the "
          + "calling method; call f without return or, for after(…), pass the coordinator as the "
          + "last argument")
    }
  }

  // MARK: - Methods

  /// Calls a function as a method of a coordinator.
  func call(
    _ function: LuaFunction, of coordinator: CoordinatorID,
    _ push: (LuaFrame) throws(LuaError) -> Void = { _ in }
  ) throws(LuaError) {
    begin(coordinator)
    defer { end() }
    try luaState.perform(function) { frame throws(LuaError) in
      frame.push(coordinator, handles)
      try push(frame)
    }
  }

  /// Runs the action of a screen. The screen may already have been removed.
  ///
  /// - Parameter texts: The texts of an alert's fields, or `nil` if the screen is not an alert.
  func perform(
    _ action: ScriptedAction, of coordinator: CoordinatorID, on screen: ScreenID,
    _ texts: [String: String]? = nil
  ) throws(LuaError) {
    guard let function = function(of: action.handler, of: coordinator) else {
      throw missing(action.handler, of: coordinator, for: "action \"\(action.label)\"")
    }
    try call(function, of: coordinator) { frame throws(LuaError) in
      frame.push(screen, handles)
      if let texts { try ValueBridge.push(NavigationArguments(texts: texts), onto: frame) }
    }
  }

  /// Calls a function as a method of a coordinator, with a screen as its argument.
  func ask<Answer>(
    _ function: LuaFunction, of coordinator: CoordinatorID, about screen: ScreenID,
    _ read: (LuaFrame) throws(LuaError) -> Answer
  ) throws(LuaError) -> Answer {
    begin(coordinator)
    defer { end() }
    return try luaState.call(
      function,
      { [handles] frame in
        frame.push(coordinator, handles)
        frame.push(screen, handles)
      }, results: 1, read)
  }

  /// Calls a handler and ignores its result. If the handler raises an error, the error is reported.
  func notify(
    _ handler: ScriptedHandler, of coordinator: CoordinatorID,
    _ push: (LuaFrame) throws(LuaError) -> Void
  ) {
    do throws(LuaError) {
      guard let function = function(of: handler, of: coordinator) else {
        throw missing(handler, of: coordinator)
      }
      try call(function, of: coordinator, push)
    } catch {
      session.errors.report(error)
    }
  }

  /// Returns the function of a handler, or `nil` if its method does not exist. A method is looked
  /// up for each call, so that it can be defined later.
  func function(of handler: ScriptedHandler, of coordinator: CoordinatorID) -> LuaFunction? {
    switch handler {
    case .function(let function): return function
    case .method(let name):
      return instances[coordinator].flatMap { method(name, of: $0) }
    }
  }

  /// Returns a function from the coordinator's fields, from its current definition, or from the
  /// definition from which it was created, or `nil` if there is none.
  func method(_ name: String, of coordinator: ScriptedCoordinator) -> LuaFunction? {
    if let own = (try? coordinator.fields?.get(name))?.function { return own }
    let definition = coordinator.definition
    if let newest = session.definitions[definition.name], newest !== definition,
      let function = newest.method(name)
    {
      return function
    }
    return definition.method(name)
  }

  func missing(
    _ handler: ScriptedHandler, of coordinator: CoordinatorID, for purpose: String = "this"
  ) -> LuaError {
    guard case .method(let name) = handler else {
      return LuaError(code: ReasonCode.stale.name, "coordinator \(coordinator) is gone")
    }
    let type = engine.typeName(of: coordinator) ?? "\(coordinator)"
    return LuaError(
      code: "unknownMethod",
      "unknownMethod: \(purpose) needs a method \(type):\(name), which is not defined")
  }

  /// Returns the string that a function returns for the given arguments. If the function raises an
  /// error, the error is reported and `nil` is returned.
  func text(of function: LuaFunction, arguments: NavigationArguments) -> String? {
    do throws(LuaError) {
      return try luaState.call(
        function, { frame throws(LuaError) in try ValueBridge.push(arguments, onto: frame) },
        results: 1
      ) { frame throws(LuaError) in try frame.optionalString(1) }
    } catch {
      session.errors.report(error)
      return nil
    }
  }

  /// Returns whether a screen satisfies a script's predicate. If the predicate raises an error, the
  /// error is reported and the result is `false`.
  func passes(_ screen: ScreenID, _ test: LuaFunction) -> Bool {
    do {
      return try luaState.call(
        test, { $0.push(screen, handles) }, results: 1, { $0.boolean(1) })
    } catch {
      session.errors.report(error)
      return false
    }
  }

  // MARK: - Properties

  /// Returns a property of the coordinator's definition or of a newer version of the definition, or
  /// `nil` if there is none.
  func property(_ name: String, of instance: ScriptedCoordinator) -> ScriptedProperty? {
    let own = instance.definition.properties
    if !own.isEmpty, let property = own[name] { return property }
    guard let newest = session.definitions[instance.definition.name], newest !== instance.definition
    else { return nil }
    return newest.properties[name]
  }

  /// Returns the setter of a property, or `nil` if there is none.
  func setter(of name: String, _ coordinator: CoordinatorID) -> LuaFunction? {
    instances[coordinator].flatMap { property(name, of: $0)?.set }
  }

  func value(
    of get: LuaFunction, _ coordinator: CoordinatorID
  ) throws(LuaError) -> LuaValue {
    try luaState.call(get, { $0.push(coordinator, handles) }, results: 1, { $0.value(1) })
  }

  func assign(
    _ value: LuaValue, with set: LuaFunction, _ coordinator: CoordinatorID
  ) throws(LuaError) {
    try luaState.perform(set) { frame in
      frame.push(coordinator, handles)
      frame.push(value)
    }
  }

  // MARK: - Callbacks of options

  func completion(_ function: LuaFunction) -> (Outcome) -> Void {
    { [weak session = session] outcome in
      guard let session, !session.isClosed else { return }
      session.methods.call(function) { [unowned session] frame throws(LuaError) in
        frame.push(outcome.status.rawValue)
        if let reason = outcome.reason {
          frame.push(reason.name)
        } else {
          try session.pushValue(outcome, frame)
        }
      }
    }
  }

  func onDismiss(_ function: LuaFunction) -> (FinishReason) -> Void {
    { [weak session = session] reason in
      guard let session, !session.isClosed else { return }
      session.methods.call(function) { $0.push(reason.name) }
    }
  }

  func onFinish(_ function: LuaFunction) -> (FinishNotice) -> Void {
    { [weak session = session] notice in
      guard let session, !session.isClosed else { return }
      session.methods.call(function) { frame throws(LuaError) in
        try ValueBridge.push(notice.result, onto: frame)
        frame.push(notice.reason.name)
      }
    }
  }

  /// Returns a comparison that calls a script's function. If the function raises an error, the
  /// error is reported and the values are considered different.
  func equality(
    _ function: LuaFunction
  ) -> (NavigationArguments, NavigationArguments) -> Bool {
    { [weak session = session] present, given in
      guard let session, !session.isClosed else { return false }
      do {
        return try session.luaState.call(
          function,
          { frame throws(LuaError) in
            try ValueBridge.push(present, onto: frame)
            try ValueBridge.push(given, onto: frame)
          }, results: 1, { $0.boolean(1) })
      } catch {
        session.errors.report(error)
        return false
      }
    }
  }

  /// Calls a script function and ignores its result. If the function raises an error, the error is
  /// reported.
  func call(_ function: LuaFunction, _ push: (LuaFrame) throws(LuaError) -> Void) {
    do {
      try luaState.perform(function, push)
    } catch {
      session.errors.report(error)
    }
  }
}

extension NavigationArguments {
  /// Creates a table of the texts of an alert's fields, keyed by the names of the fields.
  init(texts: [String: String]) {
    self.init(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
  }
}

extension NavigationError {
  /// Creates the rejection of an operation in which a script has raised an error.
  init(_ error: LuaError, in what: String) {
    if let code = error.code.flatMap(ReasonCode.init(rawValue:)) {
      let prefix = "\(code.name): "
      let text =
        error.message.hasPrefix(prefix)
        ? String(error.message.dropFirst(prefix.count)) : error.message
      self.init(code, text)
      return
    }
    self.init(.startFailed, "\(what) at \(error.description)")
  }
}
