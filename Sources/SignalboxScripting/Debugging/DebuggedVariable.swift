internal import LuaRuntime
internal import Signalbox

/// A variable of a waiting script, or a part of a value.
package struct DebuggedVariable: Hashable, Sendable {
  package var name: String
  /// The value as text on one line.
  package var value: String
  /// The name of the value's type in scripts.
  package var type: String
  /// The reference for ``DebuggedValues/variables(of:_:)``, or 0 if the value has no parts.
  package var reference = 0
  /// The number of named parts.
  package var named = 0
  /// The number of list elements.
  package var indexed = 0
  /// An expression for the value that can be evaluated in the function of the variable, or `nil` if
  /// there is none.
  package var expression: String?
}

/// A group of variables of a function.
package struct DebuggedScope: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case locals, upvalues, globals, navigation
  }

  package let kind: Kind
  package let contents: DebuggedVariable
}

/// A value whose parts can be read and written.
struct DebuggedContainer<Contents> {
  let contents: Contents
  /// The identifier of the function whose variables an assigned expression can use, or `nil` for
  /// the function in which the script waits.
  let frame: Int?
  /// The expression for the container, an empty string for a function's variables or globals, or
  /// `nil` if there is none.
  let expression: String?
}

extension DebuggedContainer: Equatable where Contents: Equatable {}
extension DebuggedContainer: Hashable where Contents: Hashable {}

/// The source of a container's parts.
enum DebuggedContents {
  case locals(LuaActivation)
  case upvalues(LuaFunction)
  case table(LuaTable)
  case data(NavigationValue)

  /// The identity of the contents during a stop.
  enum Key: Hashable {
    case locals
    case object(UInt)
    case data(NavigationValue)
  }

  var key: Key {
    switch self {
    case .locals: .locals
    case .upvalues(let function): .object(function.address)
    case .table(let table): .object(table.address)
    case .data(let value): .data(value)
    }
  }
}

extension ScriptStop {
  /// Selects the parts of a value that are read.
  package struct Selection: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case all, named, indexed
    }

    package var kind = Kind.all
    package var start = 0
    /// The maximum number of parts, or 0 to read all parts.
    package var count = 0

    package init() {}

    func slice<Element>(_ elements: [Element]) -> ArraySlice<Element> {
      let rest = elements.dropFirst(start)
      return count > 0 ? rest.prefix(count) : rest
    }
  }
}

/// The values of a waiting script. A client can read them and, except for the navigation state,
/// assign new values.
package final class DebuggedValues {
  private typealias Container = DebuggedContainer<DebuggedContents>

  private unowned let stop: ScriptStop
  /// The containers to which references refer. The reference of a container is its index + 1.
  private var containers: [Container] = []
  /// The references, keyed by container. Reading a container again returns the same reference.
  private var references: [DebuggedContainer<DebuggedContents.Key>: Int] = [:]

  init(of stop: ScriptStop) { self.stop = stop }

  /// Releases the values.
  func end() { (containers, references) = ([], [:]) }

  // MARK: - Scopes

  /// Returns the groups of variables of a function, or `nil` if there is no such function.
  package func scopes(of frame: Int) -> [DebuggedScope]? {
    guard let activation = stop.activation(frame) else { return nil }
    var scopes = [
      scope(.locals, "Locals", .locals(activation), frame),
      scope(.upvalues, "Upvalues", .upvalues(activation.function), frame),
    ]
    if let globals = stop.globals(of: activation) {
      scopes.append(scope(.globals, "Globals", .table(globals), frame))
    }
    scopes.append(scope(.navigation, "Navigation", .data(.table(navigation)), frame))
    return scopes
  }

  private func scope(
    _ kind: DebuggedScope.Kind, _ name: String, _ contents: DebuggedContents,
    _ frame: Int
  ) -> DebuggedScope {
    let container = Container(
      contents: contents, frame: frame, expression: kind == .navigation ? nil : "")
    var variable = DebuggedVariable(name: name, value: "", type: "")
    refer(&variable, to: container)
    return DebuggedScope(kind: kind, contents: variable)
  }

  /// The virtual time and the navigation state as plain data, as `app:state()` returns it.
  private var navigation: NavigationArguments {
    let engine = stop.session.engine
    var fields: NavigationArguments = ["time": .integer(engine.milliseconds)]
    guard engine.main != nil, let state = try? StateTable.value(of: engine.tree) else {
      fields["state"] = "nothing has been launched"
      return fields
    }
    for field in state.fields { fields[field.name] = field.value }
    return fields
  }

  // MARK: - Reading

  /// Returns the selected parts of the value with the given reference, or `nil` if no value has
  /// this reference.
  package func variables(of reference: Int, _ selection: ScriptStop.Selection)
    -> [DebuggedVariable]?
  {
    guard !stop.isOver, containers.indices.contains(reference - 1) else { return nil }
    let container = containers[reference - 1]
    let frame = container.frame
    switch container.contents {
    case .locals(let activation):
      return selection.slice(locals(of: activation)).map { local in
        variable(
          local.name, activation.value(of: local), evaluateName: expression(of: local), frame)
      }
    case .upvalues(let function):
      let names = (try? function.upvalueNames) ?? []
      let shown = names.enumerated().filter { $0.element != "_ENV" }
      return selection.slice(Array(shown)).map { index, name in
        let value = (try? function.upvalue(index + 1)) ?? .nil
        // The variables of a function inside a value have no names in the waiting function.
        let expression = container.expression.map { _ in name }
        return variable(name.isEmpty ? "?" : name, value, evaluateName: expression, frame)
      }
    case .table(let table): return parts(of: table, container, selection)
    case .data(let value): return parts(of: value, selection)
    }
  }

  /// Returns the variables in scope, in the order of their declaration, and the variable arguments. A
  /// variable that another variable shadows is omitted, because no expression refers to it.
  private func locals(of activation: LuaActivation) -> [LuaActivation.Local] {
    var seen: Set<String> = []
    return activation.locals.filter { seen.insert($0.name).inserted }.reversed()
      + activation.variableArguments
  }

  private func expression(of local: LuaActivation.Local) -> String {
    local.argumentNumber.map { "(select(\($0), ...))" } ?? local.name
  }

  private func parts(
    of table: LuaTable, _ container: Container, _ selection: ScriptStop.Selection
  ) -> [DebuggedVariable] {
    let length = (try? table.length) ?? 0
    var found: [DebuggedVariable] = []
    var selection = selection
    if selection.kind != .named {
      let end = selection.count > 0 ? min(length, selection.start + selection.count) : length
      for index in min(selection.start, length)..<max(end, min(selection.start, length)) {
        let value = (try? table.get(index + 1)) ?? .nil
        found.append(
          variable(
            "[\(index + 1)]", value,
            evaluateName: container.expression.map { $0 + "[\(index + 1)]" }, container.frame))
      }
    }
    guard selection.kind != .indexed else { return found }
    if selection.kind == .all {
      if selection.count > 0 {
        selection.count -= found.count
        if selection.count == 0 { return found }
      }
      selection.start = max(0, selection.start - length)
    }
    for (name, key) in selection.slice(names(of: table, length)) {
      let value = value(of: table, key)
      found.append(
        variable(
          name, value, evaluateName: container.expression.flatMap { expression(of: key, in: $0) },
          container.frame))
    }
    return found
  }

  /// Returns the keys of a table that are not list indices, with their names, sorted by name.
  private func names(of table: LuaTable, _ length: Int) -> [(name: String, key: LuaValue)] {
    var keys: [(name: String, key: LuaValue)] = []
    _ = try? table.forEachPair { frame in
      let key = frame.value(-2)
      if !Self.isElement(key, length) { keys.append((name(of: key), key)) }
    }
    return keys.sorted { $0.name < $1.name }
  }

  private static func isElement(_ key: LuaValue, _ length: Int) -> Bool {
    guard case .integer(let index) = key else { return false }
    return index >= 1 && index <= length
  }

  private func name(of key: LuaValue) -> String {
    guard let text = key.text else { return "[\(self.text(of: key))]" }
    return NavigationArguments.isBareName(text) ? text : "[\(self.text(of: key))]"
  }

  private func expression(of key: LuaValue, in container: String) -> String? {
    switch key {
    case .string:
      let name = name(of: key)
      if container.isEmpty { return name.hasPrefix("[") ? nil : name }
      return name.hasPrefix("[") ? container + name : "\(container).\(name)"
    case .integer, .number, .boolean: return container.isEmpty ? nil : container + name(of: key)
    case .nil, .table, .function, .userdata, .thread: return nil
    }
  }

  private func value(of table: LuaTable, _ key: LuaValue) -> LuaValue {
    (try? table.value(of: key)) ?? .nil
  }

  private func parts(
    of value: NavigationValue, _ selection: ScriptStop.Selection
  ) -> [DebuggedVariable] {
    let parts: [(String, NavigationValue)]
    switch value {
    case .list(let values):
      guard selection.kind != .named else { return [] }
      parts = values.enumerated().map { ("[\($0.offset + 1)]", $0.element) }
    case .table(let table):
      guard selection.kind != .indexed else { return [] }
      parts = table.fields.map { ($0.name, $0.value) }
    default: parts = []
    }
    return selection.slice(parts).map { name, value in
      var variable = DebuggedVariable(
        name: name, value: shortened(summary(of: value), to: Self.maxText), type: value.kindName)
      switch value {
      case .list(let values) where !values.isEmpty:
        refer(&variable, to: Container(contents: .data(value), frame: nil, expression: nil))
      case .table(let table) where !table.isEmpty:
        refer(&variable, to: Container(contents: .data(value), frame: nil, expression: nil))
      default: break
      }
      return variable
    }
  }

  /// Returns a part of the state as text, in which screens and coordinators are represented by
  /// their names.
  private func summary(of value: NavigationValue) -> String {
    switch value {
    case .list(let values):
      let names = values.map(summary)
      return values.isEmpty ? "{}" : "{ \(names.joined(separator: ", ")) }"
    case .table(let table):
      if let name = table["name"]?.text {
        guard case .table(let arguments)? = table["args"], !arguments.isEmpty else { return name }
        return "\(name) \(arguments.description)"
      }
      if let type = table["type"]?.text {
        let stack = (table["stack"]?.list ?? []).map(summary)
        return stack.isEmpty ? type : "\(type) \(stack.joined(separator: " ▸ "))"
      }
      if let style = table["style"]?.text { return style }
      return table.description
    default: return value.description
    }
  }

  // MARK: - Values

  private static let maxText = 300

  func text(of value: LuaValue) -> String {
    if case .function(let function) = value {
      guard let definition = try? function.definition else { return "function (host)" }
      let names = definition.parameters + (definition.takesMore ? ["..."] : [])
      return
        "function(\(names.joined(separator: ", "))) \(definition.source):\(definition.line)"
    }
    var limits = PrintLimits()
    (limits.width, limits.depth, limits.breadth) = (10_000, 2, 20)
    (limits.length, limits.count) = (200, 100)
    let text = ValuePrinter(session: stop.session, limits: limits).text(of: value).text
    return shortened(text.replacing("\n", with: " "), to: Self.maxText)
  }

  /// Returns a variable with the given name and value.
  func variable(
    _ name: String, _ value: LuaValue, evaluateName: String?, _ frame: Int?
  ) -> DebuggedVariable {
    var variable = DebuggedVariable(
      name: name, value: text(of: value), type: stop.session.value(of: value).kindName)
    variable.expression = evaluateName
    switch value {
    case .table(let table):
      refer(
        &variable,
        to: Container(contents: .table(table), frame: frame, expression: evaluateName))
    case .function(let function):
      refer(
        &variable,
        to: Container(contents: .upvalues(function), frame: frame, expression: nil))
    case .nil, .boolean, .integer, .number, .string, .userdata, .thread: break
    }
    return variable
  }

  /// Counts a variable's parts, and assigns a reference to the variable unless it has no parts. A
  /// function's variables and globals always have a reference.
  private func refer(_ variable: inout DebuggedVariable, to container: Container) {
    switch container.contents {
    case .locals(let activation): variable.named = locals(of: activation).count
    case .upvalues(let function):
      variable.named = ((try? function.upvalueNames) ?? []).count { $0 != "_ENV" }
    case .table(let table):
      let length = (try? table.length) ?? 0
      variable.indexed = length
      _ = try? table.forEachPair { pair in
        if !Self.isElement(pair.value(-2), length) { variable.named += 1 }
      }
    case .data(.list(let values)): variable.indexed = values.count
    case .data(.table(let table)): variable.named = table.fields.count
    case .data: break
    }
    if variable.named + variable.indexed > 0 || container.expression == "" {
      variable.reference = reference(of: container)
    }
  }

  private func reference(of container: Container) -> Int {
    let key = DebuggedContainer(
      contents: container.contents.key, frame: container.frame, expression: container.expression)
    if let known = references[key] { return known }
    containers.append(container)
    references[key] = containers.count
    return containers.count
  }

  // MARK: - Assigning

  /// Assigns the value of an expression to a part of a value.
  ///
  /// - Returns: The assigned value.
  /// - Throws: The error of the expression, or the reason why the part cannot be assigned.
  package func assign(
    _ expression: String, to name: String, of reference: Int, timeout: Duration
  ) throws(ScriptError) -> DebuggedVariable {
    guard !stop.isOver, containers.indices.contains(reference - 1) else {
      throw ScriptError(.runtime, "there is currently no variable with the reference \(reference)")
    }
    let container = containers[reference - 1]
    if case .data = container.contents {
      throw ScriptError(
        .runtime, "only operations can change the navigation state",
        hint: "evaluate an operation, such as app:tap \"Buy\"")
    }
    let value: LuaValue
    switch stop.result(of: expression, in: container.frame, timeout: timeout) {
    case .failed(let error): throw error
    case .incomplete: throw ScriptError(.syntax, "the expression is incomplete")
    case .values(let values):
      value = try returned { () throws(LuaError) in try stop.session.held(values) }.first ?? .nil
    }
    try returned { () throws(LuaError) in try store(value, as: name, in: container) }
    return variable(
      name, value, evaluateName: self.expression(of: name, in: container), container.frame)
  }

  /// Returns a Lua expression for the part with the given name, or `nil` if no expression exists.
  private func expression(of name: String, in container: Container) -> String? {
    guard let outer = container.expression else { return nil }
    if case .locals(let activation) = container.contents {
      return locals(of: activation).first { $0.name == name }.map(expression)
    }
    if outer.isEmpty { return name }
    return name.hasPrefix("[") ? outer + name : "\(outer).\(name)"
  }

  private func store(
    _ value: LuaValue, as name: String, in container: Container
  ) throws(LuaError) {
    switch container.contents {
    case .locals(let activation):
      guard let local = locals(of: activation).first(where: { $0.name == name }) else {
        throw LuaError("there is no local \(name)")
      }
      try activation.set(local, value)
    case .upvalues(let function):
      guard let index = try function.upvalueNames.firstIndex(of: name) else {
        throw LuaError("there is no upvalue \(name)")
      }
      try function.setUpvalue(index + 1, value)
    case .table(let table):
      let length = try table.length
      let elements = (0..<length).lazy.map { LuaValue.integer($0 + 1) }
      let key =
        elements.first { self.name(of: $0) == name }
        ?? names(of: table, length).first { $0.name == name }?.key
      guard let key else { throw LuaError("the table has no field \(name)") }
      try table.setValue(of: key, value)
    case .data: break
    }
  }
}
