internal import LuaRuntime
internal import Signalbox

/// What scripts see of a coordinator and of its router.
enum CoordinatorBinding {
  /// Reads a member of the coordinator in argument 1.
  private static func member(
    _ name: String, _ session: ScriptSession,
    _ read: @escaping (ScriptSession, CoordinatorID, LuaFrame) throws(LuaError) -> Void
  ) -> Member {
    Member(
      name,
      { [unowned session] frame throws(LuaError) in
        guard let coordinator = frame.coordinator(1, session.handles) else {
          throw LuaError("bad argument #1 to '\(name)' (coordinator expected)")
        }
        try read(session, coordinator, frame)
        return 1
      }
    )
  }

  /// The members that coordinators and routers share.
  private static func shared(_ session: ScriptSession) -> [Member] {
    [
      member("id", session) { _, coordinator, frame in frame.push(coordinator.description) },
      member("isAlive", session) { session, coordinator, frame in
        frame.push(session.engine.isAlive(coordinator))
      },
      member("child", session) { session, coordinator, frame in
        if let child = session.engine.child(of: coordinator) {
          frame.push(child, session.handles)
        } else {
          frame.push(ChainLink(coordinator).child, session.handles.link)
        }
      },
      member("currentPage", session) { session, coordinator, frame throws(LuaError) in
        guard let index = OperationCatalog.index(of: "currentPage") else { return frame.push() }
        let call = OperationCall(operation: index, caller: coordinator)
        guard case .settled(let outcome) = session.engine.submit(call) else { return frame.push() }
        if let error = outcome.error { throw LuaError(error) }
        try session.pushValue(outcome, frame)
      },
    ]
  }

  static func routerGetters(_ session: ScriptSession) -> [Member] {
    shared(session) + [
      member("coordinator", session) { session, coordinator, frame in
        frame.push(coordinator, session.handles)
      }
    ]
  }

  static func getters(_ session: ScriptSession) -> [Member] {
    shared(session) + [
      member("router", session) { session, coordinator, frame in
        frame.push(handle: coordinator.bits, session.handles.router)
      },
      member("type", session) { session, coordinator, frame in
        frame.push(session.engine.typeName(of: coordinator))
      },
      member("attachment", session) { session, coordinator, frame in
        frame.push(session.engine.attachment(of: coordinator)?.rawValue ?? "none")
      },
      member("routeName", session) { session, coordinator, frame in
        frame.push(session.engine.routeName(of: coordinator))
      },
      member("phase", session) { session, coordinator, frame in
        frame.push(session.engine.phase(of: coordinator).rawValue)
      },
      member("parent", session) { session, coordinator, frame in
        frame.push(session.engine.parent(of: coordinator), session.handles)
      },
      member("children", session) { session, coordinator, frame in
        frame.push(list: session.engine.children(of: coordinator)) { child in
          frame.push(child, session.handles)
        }
      },
      member("tabView", session) { session, coordinator, frame in
        frame.push(session.engine.tabView(of: coordinator), session.handles)
      },
      member("args", session) { session, coordinator, frame throws(LuaError) in
        try ValueBridge.push(session.engine.arguments(of: coordinator), onto: frame)
      },
      member("stack", session) { session, coordinator, frame in
        frame.push(list: session.engine.stack(of: coordinator)) { screen in
          frame.push(screen.id, session.handles)
        }
      },
    ]
  }

  static func setters(_ session: ScriptSession, _ handles: HandleTypes) -> [Member] {
    guard let select = OperationCatalog.index(of: "select") else { return [] }
    let bound = BoundOperation(session: session, handles: handles, index: select)
    return [
      Member(
        "currentPage",
        { [unowned session] frame throws(LuaError) in
          guard let coordinator = frame.coordinator(1, session.handles) else { return 0 }
          guard frame.kind(2) == .string else {
            throw LuaError.badArgument(
              "currentPage is \(session.shortText(frame, 2)), expected a page's id")
          }
          var call = OperationCall(operation: select, caller: coordinator)
          call.name = session.passingName(frame.text(2))
          _ = try bound.submit(&call, false, frame)
          return 0
        }
      )
    ]
  }

  /// Any other member: the coordinator's own field, a method of its definition, a router operation.
  static func index(_ session: ScriptSession, _ operations: MemberSource) -> LuaNativeBody {
    let table = session.luaState.makeTable()
    return { [unowned session] frame throws(LuaError) in
      guard let coordinator = frame.coordinator(1, session.handles), frame.kind(2) == .string
      else {
        frame.push()
        return 1
      }
      let name = frame.text(2)
      if let instance = session.instances[coordinator] {
        if let fields = instance.fields, frame.push(field: name, of: fields) { return 1 }
        if frame.push(field: name, of: instance.definition.methods) { return 1 }
        if let newest = session.definitions[instance.definition.name],
          newest !== instance.definition, frame.push(field: name, of: newest.methods)
        {
          return 1
        }
        if let property = session.property(name, of: instance) {
          guard let get = property.get else { return 0 }
          frame.push(try session.value(of: get, coordinator))
          return 1
        }
      }
      if frame.push(field: name, of: table) { return 1 }
      guard let operation = operations.operation(named: name) else {
        frame.push(operations.hostMethod(named: name) ?? .nil)
        return 1
      }
      let function = session.luaState.makeFunction(name, operation.body)
      try table.set(name, .function(function))
      frame.push(function)
      return 1
    }
  }

  static func newIndex(_ session: ScriptSession) -> LuaNativeBody {
    // Most scripts keep no fields, so the names are read when one does.
    var reserved: Set<String>?
    return { [unowned session] frame throws(LuaError) in
      guard let coordinator = frame.coordinator(1, session.handles) else { return 0 }
      guard frame.kind(2) == .string else {
        throw LuaError("a coordinator's fields have names, got \(session.shortText(frame, 2))")
      }
      let name = frame.text(2)
      let known = reserved ?? Set(getters(session).map(\.name))
      reserved = known
      guard !known.contains(name) else {
        throw LuaError(
          code: "readOnly", "readOnly: \(name) of a coordinator cannot be assigned")
      }
      guard let instance = session.instances[coordinator] else {
        throw LuaError(
          NavigationError(
            .stale, "coordinator \(coordinator) is gone and keeps no fields",
            hint: "check isAlive before"))
      }
      if let property = session.property(name, of: instance) {
        guard let set = property.set else {
          throw LuaError(
            code: "readOnly",
            "readOnly: \(name) of \(session.text(of: coordinator)) cannot be assigned")
        }
        let value = frame.value(3)
        try session.perform(property: name, of: coordinator, value) { () throws(LuaError) in
          try session.assign(value, with: set, coordinator)
        }
        return 0
      }
      try instance.setField(name, frame.value(3), in: session)
      return 0
    }
  }
}

// MARK: - Properties

extension ScriptSession {
  /// The property of that name, as the coordinator's definition or a newer one says.
  fileprivate func property(_ name: String, of instance: ScriptedCoordinator) -> ScriptedProperty? {
    let own = instance.definition.properties
    if !own.isEmpty, let property = own[name] { return property }
    guard let newest = definitions[instance.definition.name], newest !== instance.definition
    else { return nil }
    return newest.properties[name]
  }

  /// What assigns the property of that name; `nil` where it is none, or cannot be assigned.
  func setter(of name: String, _ coordinator: CoordinatorID) -> LuaFunction? {
    instances[coordinator].flatMap { property(name, of: $0)?.set }
  }

  fileprivate func value(
    of get: LuaFunction, _ coordinator: CoordinatorID
  ) throws(LuaError) -> LuaValue {
    try luaState.call(
      get,
      { [handles] frame in
        frame.push(coordinator, handles)
        return 1
      }, results: 1, { $0.value(1) })
  }

  func assign(
    _ value: LuaValue, with set: LuaFunction, _ coordinator: CoordinatorID
  ) throws(LuaError) {
    try luaState.call(
      set,
      { [handles] frame in
        frame.push(coordinator, handles)
        frame.push(value)
        return 2
      }, results: 0
    ) { _ in }
  }
}

extension ScriptSession {
  /// `Shop (c3)`, and that it is gone where it is.
  func text(of coordinator: CoordinatorID) -> String {
    engine.typeName(of: coordinator).map { "\($0) (\(coordinator))" }
      ?? "coordinator (\(coordinator), gone)"
  }
}
