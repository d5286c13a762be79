internal import LuaRuntime
package import Signalbox

/// Inspects the objects of the prompt's scripts without running code. No metamethods, properties or
/// handlers are called. Completion and help use this type.
package struct SessionInspection {
  fileprivate unowned let session: ScriptSession

  /// The maximum number of keys that are read from a table.
  private static let maxKeys = 1000
  /// The maximum number of tables that are searched for a name.
  private static let maxParents = 8

  // MARK: - Names

  /// Returns the value of a local or global of the prompt, or `nil` if there is none.
  package func value(named name: String) -> ScriptValue? {
    session.prompt.value(at: [name]).flatMap(Self.present)
  }

  /// Returns the value of a member, or `nil` if the member does not exist or looking it up would
  /// run code.
  package func member(_ name: String, of value: ScriptValue) -> ScriptValue? {
    guard !session.isClosed else { return nil }
    switch value {
    case .table(let table):
      guard let held = table.held else { return Self.present(table[name]) }
      return field(name, in: .table(held))
    case .handle(let handle): return member(name, of: handle)
    case .object:
      guard let definition = definition(of: value) else { return nil }
      return field(name, in: .table(definition.methods))
    case .nil, .boolean, .integer, .number, .string, .function: return nil
    }
  }

  /// The names that are available at the prompt: the variables of waiting functions and the locals,
  /// sorted, followed by the globals, sorted.
  package var ownNames: [InspectedName] {
    guard !session.isClosed else { return [] }
    let near = Set(session.prompt.waitingNames + session.prompt.localNames)
    let globals = names(in: .table(session.prompt.globals)).filter {
      $0.name != "_G" && !near.contains($0.name)
    }
    let locals = near.map { inspected($0, value(named: $0) ?? .nil) }
    return sorted(locals) + globals
  }

  /// The sorted names that exist in every script.
  package var baseNames: [InspectedName] {
    session.isClosed ? [] : session.luaState.withBase { sorted(collect(-1, in: $0)) }
  }

  /// Returns the names in a value, sorted. For a coordinator handle, these are the names that
  /// scripts have defined. Other handles have no names.
  package func names(in value: ScriptValue) -> [InspectedName] {
    guard !session.isClosed else { return [] }
    switch value {
    case .table(let table):
      if let held = table.held { return names(in: .table(held)) }
      return table.pairs.compactMap { pair in
        pair.key.text.map { inspected($0, pair.value) }
      }
    case .handle(.coordinator(let id)): return names(ofCoordinator: id)
    case .object: return definition(of: value).map { names(in: .table($0.methods)) } ?? []
    case .nil, .boolean, .integer, .number, .string, .function, .handle: return []
    }
  }

  /// Returns a definition's name, or `nil` for any other value.
  package func definitionName(of value: ScriptValue) -> String? { definition(of: value)?.name }

  /// Returns the functions in a coordinator type's definition.
  package func methods(ofType name: String) -> [InspectedName] {
    guard !session.isClosed, let definition = session.definitions[name] else { return [] }
    return names(in: .table(definition.methods))
  }

  /// Returns the sorted names of the methods that plugins and hosts have added to a kind of handle.
  package func addedMethods(on kind: String) -> [String] {
    session.host.methodNames(on: kind)
  }

  /// Returns a script function's source location and parameters, or `nil` for other functions.
  package func definition(of function: ScriptFunction) -> FunctionDefinition? {
    guard !session.isClosed, let definition = try? function.function.definition else { return nil }
    return FunctionDefinition(
      location: ScriptLocation(file: definition.source, line: definition.line),
      parameters: definition.parameters + (definition.takesMore ? ["..."] : []))
  }

  /// Returns the functions in a coordinator definition, or in the definition of a coordinator,
  /// sorted by name. Returns `nil` for any other value.
  package func methods(of value: ScriptValue) -> [(name: String, function: ScriptFunction)]? {
    guard let definition = coordinatorDefinition(of: value) else { return nil }
    let pairs = (try? definition.methods.pairs) ?? []
    return pairs.compactMap { pair in
      guard let name = pair.key.text, let function = pair.value.function else { return nil }
      return (name, ScriptFunction(function, session))
    }.sorted { $0.name < $1.name }
  }

  /// Returns a one-line summary of a coordinator definition, or of the definition of a coordinator.
  /// Returns `nil` for any other value.
  package func summary(of value: ScriptValue) -> String? {
    guard let definition = coordinatorDefinition(of: value) else { return nil }
    let kind = definition.kind == .tabs ? "tabs" : "coordinator"
    let routes = definition.routes.keys.sorted().joined(separator: ", ")
    let pages = definition.pages.map(\.id).joined(separator: ", ")
    let parts =
      (routes.isEmpty ? [] : ["routes: \(routes)"]) + (pages.isEmpty ? [] : ["pages: \(pages)"])
    return parts.isEmpty
      ? "\(kind) \"\(definition.name)\""
      : "\(kind) \"\(definition.name)\"  \(parts.joined(separator: " · "))"
  }

  private func coordinatorDefinition(of value: ScriptValue) -> CoordinatorDefinition? {
    switch value {
    case .object(let object):
      return session.luaState.withFrame { frame in
        frame.push(object.value)
        return frame.object(1, session.handles.definition)
      }
    case .handle(let handle):
      guard let id = handle.coordinator, let type = session.engine.typeName(of: id) else {
        return nil
      }
      return session.definitions[type]
    default: return nil
    }
  }

  /// Returns a coordinator type's routes and pages, as `app:routes` does, or `nil` if the type is
  /// not defined in a script.
  package func routes(ofType name: String) -> NavigationArguments? {
    guard session.definitions[name] != nil else { return nil }
    return RouteTable.type(named: name, in: session).map { RouteTable.value(of: $0, in: session) }
  }

  // MARK: - Handles

  private func member(_ name: String, of handle: ScriptHandle) -> ScriptValue? {
    switch (handle, name) {
    case (.app, "front"): return session.engine.front.map { .handle(.screen($0)) }
    case (.app, "top"): return session.engine.topCoordinator.map { .handle(.coordinator($0)) }
    case (.app, "main"): return session.engine.main.map { .handle(.coordinator($0)) }
    case (.coordinator(let id), "router"): return .handle(.router(id))
    case (.router(let id), "coordinator"): return .handle(.coordinator(id))
    case (.coordinator(let id), "child"), (.router(let id), "child"):
      return session.engine.child(of: id).map { .handle(.coordinator($0)) }
    case (.coordinator(let id), "parent"):
      return session.engine.parent(of: id).map { .handle(.coordinator($0)) }
    case (.coordinator(let id), "args"):
      return session.value(of: .table(session.engine.arguments(of: id)))
    case (.coordinator(let id), _): return field(name, of: id)
    case (.screen(let id), "owner"):
      return session.engine.owner(of: id).map { .handle(.coordinator($0)) }
    case (.screen(let id), "args"):
      return session.value(of: .table(session.engine.arguments(of: id)))
    case (.layer(let id), "owner"):
      return session.engine.layers.first { $0.id == id }.map { .handle(.coordinator($0.owner.id)) }
    case (.app, _), (.router, _), (.screen, _), (.layer, _), (.event, _): return nil
    }
  }

  /// Returns a field of `self` in a coordinator's methods, or a method, or `nil` if there is
  /// neither.
  private func field(_ name: String, of id: CoordinatorID) -> ScriptValue? {
    guard let instance = session.instances[id] else { return nil }
    if let fields = instance.fields, let value = field(name, in: .table(fields)) {
      return value
    }
    return field(name, in: .table(instance.definition.methods))
  }

  private func names(ofCoordinator id: CoordinatorID) -> [InspectedName] {
    guard let instance = session.instances[id] else { return [] }
    let fields = instance.fields.map { names(in: .table($0)) } ?? []
    let methods = names(in: .table(instance.definition.methods))
    let known = Set(fields.map(\.name))
    let properties = instance.definition.properties.keys.filter { !known.contains($0) }
      .map { InspectedName(name: $0, kind: "property", text: "") }
    return sorted(fields + methods.filter { !known.contains($0.name) } + properties)
  }

  private func definition(of value: ScriptValue) -> CoordinatorDefinition? {
    guard case .object = value, !session.isClosed else { return nil }
    return coordinatorDefinition(of: value)
  }

  // MARK: - Tables

  private func field(_ name: String, in table: LuaValue) -> ScriptValue? {
    session.luaState.withFrame { frame in
      frame.push(table)
      for _ in 0..<Self.maxParents {
        if let found = field(name, in: frame) { return found }
        guard frame.pushParent(-1) else { break }
      }
      return nil
    }
  }

  /// Returns a field of the table on top of the stack, or `nil` if there is none.
  private func field(_ name: String, in frame: LuaFrame) -> ScriptValue? {
    Self.present(frame.withField(-1, named: name) { session.value(-1, $0) })
  }

  /// Returns a value, or `nil` if it is Lua's nil.
  private static func present(_ value: ScriptValue) -> ScriptValue? {
    value == .nil ? Optional.none : value
  }

  private func names(in table: LuaValue) -> [InspectedName] {
    session.luaState.withFrame { frame in
      frame.push(table)
      var found = collect(-1, in: frame)
      // The names in the table behind the prompt's environment are listed separately.
      guard table != .table(session.prompt.globals) else { return sorted(found) }
      for _ in 1..<Self.maxParents where frame.pushParent(-1) {
        let known = Set(found.map(\.name))
        found += collect(-1, in: frame).filter { !known.contains($0.name) }
      }
      return sorted(found)
    }
  }

  private func collect(_ index: Int, in frame: LuaFrame) -> [InspectedName] {
    var found: [InspectedName] = []
    _ = frame.inspectPairs(index, maxCount: Self.maxKeys) { pair in
      guard pair.kind(-2) == .string else { return }
      found.append(inspected(pair.text(-2), session.value(-1, pair)))
    }
    return found
  }

  private func inspected(_ name: String, _ value: ScriptValue) -> InspectedName {
    switch value {
    case .boolean, .integer, .number:
      InspectedName(name: name, kind: value.kindName, text: session.text(of: value))
    case .string(let bytes):
      InspectedName(
        name: name, kind: value.kindName, text: bytes.count <= 40 ? session.text(of: value) : "")
    case .nil, .table, .function, .handle, .object:
      InspectedName(name: name, kind: value.kindName, text: "")
    }
  }

  private func sorted(_ names: [InspectedName]) -> [InspectedName] {
    names.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}

extension ScriptSession {
  /// An inspector that examines the objects of scripts without running code.
  package var inspection: SessionInspection { SessionInspection(session: self) }
}

/// A function's location and the names of its parameters.
package struct FunctionDefinition: Hashable, Sendable {
  package let location: ScriptLocation
  package let parameters: [String]
}
