internal import LuaRuntime
internal import Signalbox

/// The names in reach of the prompt, read without running anything of a script.
extension ScriptSession {
  /// Variables of functions that wait, locals, globals of the prompt and words of the session.
  package var promptNames: [String] {
    guard !isClosed else { return [] }
    let waiting = pauses.last?.variableNames ?? []
    let scope = pauses.last?.scope ?? promptScope
    let own = ((try? promptEnvironment.pairs) ?? []).compactMap { $0.key.text }
    let words = Self.globalNames.union(hostDefinitions.words.keys)
    return Set(
      waiting + scope.names + own + words + LuaNames.globals + LuaNames.libraries.keys
    ).sorted()
  }

  /// The names of the locals that inputs have declared.
  package var localNames: [String] { (pauses.last?.scope ?? promptScope).names }

  /// What a chain of names holds, such as `shop` or `t.list`, as far as it leads through tables;
  /// `nil` where it does not lead anywhere.
  package func promptValue(_ path: [String]) -> ScriptValue? {
    guard !isClosed, let first = path.first, var value = root(first) else { return nil }
    for name in path.dropFirst() {
      guard let next = (try? value.table?.get(name)) ?? nil, next != .nil else { return nil }
      value = next
    }
    return self.value(of: value)
  }

  private func root(_ name: String) -> LuaValue? {
    let scope = pauses.last?.scope ?? promptScope
    if let cell = scope[name] { return cell.value }
    if let value = pauses.last?.value(name) { return value }
    if let value = try? promptEnvironment.get(name), value != .nil { return value }
    let value = machine.value(named: name)
    // NOTE: not by `?:`, where the literal would be Lua's nil.
    if value == .nil { return nil }
    return value
  }

  /// Where a function of a script is defined and what it takes; `nil` for all others.
  package func definition(of function: ScriptFunction) -> FunctionDefinition? {
    guard !isClosed, let definition = try? function.function.definition else { return nil }
    return FunctionDefinition(
      location: ScriptLocation(file: definition.source, line: definition.line),
      parameters: definition.parameters + (definition.takesMore ? ["..."] : []))
  }

  /// The functions that a definition of a coordinator has, by name; `nil` for other values.
  package func methods(of value: ScriptValue) -> [(name: String, function: ScriptFunction)]? {
    guard let definition = coordinatorDefinition(of: value) else { return nil }
    let pairs = (try? definition.methods.pairs) ?? []
    return pairs.compactMap { pair in
      guard let name = pair.key.text, let function = pair.value.function else { return nil }
      return (name, ScriptFunction(function, self))
    }.sorted { $0.name < $1.name }
  }

  /// What a definition of a coordinator says, in one line; `nil` for other values.
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
      return machine.withFrame { frame in
        frame.push(object.value)
        return frame.object(1, handles.definition)
      }
    case .handle(let handle):
      guard let id = handle.coordinator, let type = engine.typeName(of: id) else { return nil }
      return definitions[type]
    default: return nil
    }
  }
}

/// Where a function is defined, and the names of what it takes.
package struct FunctionDefinition: Hashable, Sendable {
  package let location: ScriptLocation
  package let parameters: [String]
}
