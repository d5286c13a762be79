internal import SignalboxScripting

/// The types of the expressions in a script, as far as the types are certain. The type of an
/// expression is certain if no variable in the expression is assigned again and the expression does
/// not depend on the result of one of the project's functions.
struct ReceiverTypes {
  enum Receiver: Equatable {
    /// A handle of one of the given kinds.
    case handle(Set<String>)
    /// A library, such as `clock`.
    case library(String)
    /// The result of `coordinator "Name" { … }`.
    case definition
  }

  private let file: String
  private let declared: [DeclaredType]
  private let defined: DefinedNames
  /// The methods that are called only by actions. An action passes the screen to its method.
  private let actionMethods: Set<String>
  private let index: LuaIndex
  /// The type of each expression in the index, or `nil` for a type that is not certain.
  private(set) var all: [Receiver?] = []

  /// Returns the types of the expressions in each file.
  static func all(
    of texts: [LintContext.Text], _ declared: [DeclaredType], _ defined: DefinedNames
  ) -> [ReceiverTypes] {
    let actionMethods = Set(declared.flatMap(\.screens).flatMap(\.actions).compactMap(\.method))
      .subtracting(texts.flatMap(\.sourceIndex.calls).map(\.method))
    return texts.map { ReceiverTypes(of: $0, declared, defined, actionMethods) }
  }

  private init(
    of text: LintContext.Text, _ declared: [DeclaredType], _ defined: DefinedNames,
    _ actionMethods: Set<String>
  ) {
    file = text.path
    (self.declared, self.defined, self.actionMethods) = (declared, defined, actionMethods)
    index = text.sourceIndex
    // Expressions refer only to earlier expressions, whose types are already known.
    for expression in index.expressions.all { all.append(type(of: expression)) }
  }

  /// Returns the reference entry of the global function that an expression names, or `nil` if there
  /// is none.
  func globalFunction(of expression: Int) -> ScriptReference.Entry? {
    guard case .global(let name) = index.expressions.all[expression],
      !defined.globals.contains(name)
    else { return nil }
    let entries = ScriptReference.describedGlobals + ScenarioReference.supplement.globals
    return entries.first { $0.name == name && $0.isFunction }
  }

  /// Returns descriptions of the member with the given name, one for each possible kind of handle
  /// that has the member.
  static func members(_ name: String, of kinds: Set<String>) -> [ScriptReference.Entry] {
    kinds.compactMap { kind in
      let added = kind == "app" ? ScenarioReference.supplement.methods : []
      return (added + ScriptReference.described(of: kind)).first { $0.name == name }
    }
  }

  // MARK: - Types

  private func type(of expression: LuaExpressions.Expression) -> Receiver? {
    switch expression {
    case .global(let name): return type(ofGlobal: name)
    case .variable(let number): return type(of: index.expressions.variables[number])
    case .member(let object, let name):
      guard case .handle(let kinds)? = all[object] else { return nil }
      return Self.handle(Self.members(name.text, of: kinds).filter { !$0.isFunction }, of: kinds)
    case .call(let function, nil, _):
      guard case .call(let word, nil, _) = index.expressions.all[function],
        case .global(let name) = index.expressions.all[word],
        LintContext.definitions.contains(name), !defined.globals.contains(name)
      else { return nil }
      return .definition
    case .call(let object, let method?, _):
      guard case .handle(let kinds)? = all[object],
        // A method of the project may have the same name.
        !kinds.contains("coordinator") || !defined.methods.contains(method.text)
      else { return nil }
      return Self.handle(Self.members(method.text, of: kinds).filter(\.isFunction), of: kinds)
    }
  }

  private func type(ofGlobal name: String) -> Receiver? {
    if defined.globals.contains(name) { return nil }
    if name == "app" { return .handle(["app"]) }
    // Plugins with permissions can use additional functions of this library.
    if name == "os" { return nil }
    return ScriptReference.described(ofLibrary: name).isEmpty ? nil : .library(name)
  }

  private func type(of variable: LuaExpressions.Variable) -> Receiver? {
    if variable.isAssigned { return nil }
    switch variable.role {
    case .local(let value): return all[value]
    case .receiver(let object, let line):
      let isMethod = declared.flatMap(\.methods.values).contains {
        $0.file == file && $0.line == line
      }
      return isMethod || all[object] == .definition ? .handle(["coordinator"]) : nil
    case .methodParameter(let place, let method, let object):
      guard all[object] == .definition else { return nil }
      if place == 0, actionMethods.contains(method) { return .handle(["screen"]) }
      guard
        let parameters = ScriptReference.lifecycle.first(where: { $0.name == method })?.parameters,
        place < parameters.count,
        let kind = ScriptReference.kind(ofType: parameters[place].type)
      else { return nil }
      return .handle([kind])
    case .tableParameter(let place, let function, let path):
      guard place == 0, !defined.globals.contains(function) else { return nil }
      if ["scenario", "suite"].contains(function) {
        return path.isEmpty || path == ["setup"] ? .handle(["app"]) : nil
      }
      let isMethod = LintContext.definitions.contains(function) && variable.name == "self"
      return isMethod ? .handle(["coordinator"]) : nil
    case .other: return nil
    }
  }

  /// Returns the handle to which a member leads, or `nil` if one of the possible kinds lacks the
  /// member or the member is not a handle.
  private static func handle(
    _ entries: [ScriptReference.Entry], of kinds: Set<String>
  ) -> Receiver? {
    guard entries.count == kinds.count else { return nil }
    var results: Set<String> = []
    for entry in entries {
      guard let own = entry.handleKinds else { return nil }
      results.formUnion(own)
    }
    return .handle(results)
  }
}
