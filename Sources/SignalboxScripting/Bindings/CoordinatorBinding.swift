internal import LuaRuntime
internal import Signalbox

/// The members of coordinators and their routers.
enum CoordinatorBinding {
  /// The members that coordinators and routers have in common.
  private static let shared: [HandleMember] = [
    value("id", "string", "the identifier, such as `c3`") { _, coordinator, frame in
      frame.push(coordinator.description)
    },
    value("isAlive", "boolean", "whether the coordinator has not finished yet") {
      session, coordinator, frame in
      frame.push(session.engine.isAlive(coordinator))
    },
    value(
      "child", "signalbox.Coordinator|signalbox.ChainLink",
      "the coordinator of the selected page, the coordinator at the root, or the coordinator "
        + "itself if the root is one of its own screens"
    ) { session, coordinator, frame in
      if let child = session.engine.child(of: coordinator) {
        frame.push(child, session.handles)
      } else {
        frame.push(ChainLink(coordinator).child, session.handles.link)
      }
    },
    value(
      "currentPage", "string?",
      "the selected page of a tab coordinator; assigning an id selects that page",
      set: selectPage
    ) { session, coordinator, frame throws(LuaError) in
      guard let index = OperationCatalog.index(of: "currentPage") else { return frame.push() }
      let call = OperationCall(operation: index, caller: coordinator)
      guard case .settled(let outcome) = session.engine.submit(call) else { return frame.push() }
      if let error = outcome.error { throw LuaError(error) }
      try session.pushValue(outcome, frame)
    },
  ]

  static let router = HandleKind(
    "Router", "router",
    "The operations of a coordinator. Operations that can change the state return three values: "
      + "the object to continue with (the destination if it is a coordinator, otherwise the router "
      + "itself or a chain link), the status (`done`, `noop`, `rejected`, `cancelled` or "
      + "`queued`), and the value, the reason or the queued operation. Before these values, "
      + "`popToView` returns a Boolean. Outside callbacks, a rejection raises an error unless "
      + "`try` or `completion` is set.",
    receivers: [.navigation, .tabs, .any],
    shared + [
      value("coordinator", "signalbox.Coordinator", "the coordinator that owns the router") {
        session, coordinator, frame in frame.push(coordinator, session.handles)
      }
    ])

  static let kind = HandleKind(
    "Coordinator", "coordinator",
    "A coordinator, which is `self` in its methods. It keeps its own fields until it finishes, and "
      + "has the methods of its definition and of its router.",
    receivers: [.navigation, .tabs, .any],
    shared + [
      value("router", "signalbox.Router", "the router with the coordinator's operations") {
        session, coordinator, frame in
        frame.push(handle: coordinator.bits, session.handles.router)
      },
      value(
        "type", "string?",
        "the name of the coordinator's definition, or nil after the "
          + "coordinator has finished"
      ) {
        session, coordinator, frame in frame.push(session.engine.typeName(of: coordinator))
      },
      value(
        "attachment", "string",
        "how the coordinator is attached: `windowRoot`, `pushed`, `modal`, `page`, `root` of its "
          + "parent, or `none`"
      ) { session, coordinator, frame in
        frame.push(session.engine.attachment(of: coordinator)?.rawValue ?? "none")
      },
      value(
        "routeName", "string?",
        "the route that created the coordinator, or nil if no route "
          + "created it"
      ) {
        session, coordinator, frame in frame.push(session.engine.routeName(of: coordinator))
      },
      value(
        "phase", "\"created\"|\"starting\"|\"started\"|\"finished\"",
        "the coordinator's phase: `starting` while its `start` method runs"
      ) { session, coordinator, frame in
        frame.push(session.engine.phase(of: coordinator).rawValue)
      },
      value("parent", "signalbox.Coordinator?", "the parent coordinator") {
        session, coordinator, frame in
        frame.push(session.engine.parent(of: coordinator), session.handles)
      },
      value("children", "signalbox.Coordinator[]", "the child coordinators, pages first") {
        session, coordinator, frame in
        frame.push(list: session.engine.children(of: coordinator)) { child in
          frame.push(child, session.handles)
        }
      },
      value(
        "tabView", "signalbox.Screen?",
        "the tab coordinator's own screen that encloses its pages, or nil for the default tab bar"
      ) { session, coordinator, frame in
        frame.push(session.engine.tabView(of: coordinator), session.handles)
      },
      value("args", "table", "the arguments with which the coordinator was created") {
        session, coordinator, frame throws(LuaError) in
        try ValueBridge.push(session.engine.arguments(of: coordinator), onto: frame)
      },
      value("stack", "signalbox.Screen[]", "the coordinator's own screens, the root first") {
        session, coordinator, frame in
        frame.push(list: session.engine.stack(of: coordinator)) { screen in
          frame.push(screen.id, session.handles)
        }
      },
    ])

  /// Creates a member that reads a value of the coordinator in argument 1.
  private static func value(
    _ name: String, _ type: String, _ summary: String, set: HandleMember.Make? = nil,
    _ read: @escaping @Sendable (ScriptSession, CoordinatorID, LuaFrame) throws(LuaError) -> Void
  ) -> HandleMember {
    HandleMember(
      .value(name, type, summary), set: set,
      make: { session in
        { [unowned session] frame throws(LuaError) in
          guard let coordinator = frame.coordinator(1, session.handles) else {
            throw LuaError("bad argument #1 to '\(name)' (coordinator expected)")
          }
          try read(session, coordinator, frame)
          return 1
        }
      })
  }

  /// Returns the setter that selects a page when a script assigns a value, as in
  /// `tabs.currentPage = "home"`.
  @Sendable private static func selectPage(_ session: ScriptSession) -> LuaNativeBody {
    // Most scripts assign no page, so the operation is created for the first assignment.
    var bound: BoundOperation?
    return { [unowned session] frame throws(LuaError) in
      guard let coordinator = frame.coordinator(1, session.handles),
        let select = OperationCatalog.index(of: "select")
      else { return 0 }
      guard frame.kind(2) == .string else {
        throw LuaError.badArgument(
          "currentPage is \(session.shortText(frame, 2)), expected a page's id")
      }
      let operation =
        bound ?? BoundOperation(session: session, handles: session.handles, index: select)
      bound = operation
      var call = OperationCall(operation: select, caller: coordinator)
      call.name = session.engine.symbols.passing(frame.text(2))
      _ = try operation.submit(&call, false, frame)
      return 0
    }
  }

  /// Returns the function that looks up members that are not built in: the coordinator's fields,
  /// its definition's methods and properties, its router's operations, and methods that hosts have
  /// added.
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
        if let property = session.methods.property(name, of: instance) {
          guard let get = property.get else { return 0 }
          frame.push(try session.methods.value(of: get, coordinator))
          return 1
        }
      }
      if frame.push(field: name, of: table) { return 1 }
      guard let operation = operations.operation(named: name) else {
        frame.push(operations.hostMethod(named: name) ?? .nil)
        return 1
      }
      let function = session.luaState.makeFunction(name, operation)
      try table.set(name, .function(function))
      frame.push(function)
      return 1
    }
  }

  static func newIndex(_ session: ScriptSession) -> LuaNativeBody {
    { [unowned session] frame throws(LuaError) in
      guard let coordinator = frame.coordinator(1, session.handles) else { return 0 }
      guard frame.kind(2) == .string else {
        throw LuaError(
          "a field of a coordinator must have a name, got \(session.shortText(frame, 2))")
      }
      let name = frame.text(2)
      guard kind.member(named: name) == nil else {
        throw LuaError(
          code: "readOnly", "readOnly: \(name) of a coordinator cannot be set")
      }
      guard let instance = session.instances[coordinator] else {
        try session.engine.checkState(
          name, "the coordinator is an object of the application without fields for scripts")
        throw LuaError(
          NavigationError(
            .stale, "coordinator \(coordinator) is gone, so its fields cannot be read or set",
            hint: "check isAlive first"))
      }
      if let property = session.methods.property(name, of: instance) {
        guard let set = property.set else {
          throw LuaError(
            code: "readOnly",
            "readOnly: \(name) of \(session.text(of: coordinator)) cannot be set")
        }
        let value = frame.value(3)
        try ScriptInputs(session: session).perform(property: name, of: coordinator, value) {
          () throws(LuaError) in
          try session.methods.assign(value, with: set, coordinator)
        }
        return 0
      }
      try instance.setField(name, frame.value(3), in: session)
      return 0
    }
  }
}

extension ScriptSession {
  /// Returns a description such as `Shop (c3)`, or `coordinator (c3, gone)` if the coordinator has
  /// finished.
  func text(of coordinator: CoordinatorID) -> String {
    engine.typeName(of: coordinator).map { "\($0) (\(coordinator))" }
      ?? "coordinator (\(coordinator), gone)"
  }
}
