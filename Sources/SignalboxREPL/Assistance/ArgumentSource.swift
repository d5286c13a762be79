internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// Finds the candidates for a call's argument.
struct ArgumentSource {
  /// The candidates that were found, and whether the list is complete.
  struct Found {
    var candidates: [Candidate] = []
    var isOnly = false
  }

  let session: ScriptSession
  let finder: TypeInference
  let surroundings: AssistantContext

  private var application: ApplicationNames { finder.application }

  func candidates(for argument: CursorContext.Argument) -> Found {
    let callee = argument.callee
    guard case .member(let name, true)? = callee.steps.last else {
      return function(argument)
    }
    let receiver = finder.type(of: callee.receiver)
    if name == "new" || name == "extend", case .value(let value)? = receiver,
      let type = session.inspection.definitionName(of: value)
    {
      return name == "extend"
        ? table("CoordinatorTable", argument.tables)
        : fields(application.parameters(ofType: type), argument.tables)
    }
    guard let signature = Self.signature(of: name, on: receiver?.kind) else {
      return method(name, on: receiver?.kind, argument)
    }
    let call = OperationArguments(
      signature: signature, receiver: receiver, finder: finder, argument: argument)
    return call.found(self)
  }

  /// Returns the operation or gesture with the given name for a kind of receiver, or `nil` if there
  /// is none. For an unknown receiver, operations take precedence over gestures.
  static func signature(of name: String, on kind: String?) -> OperationSignature? {
    switch kind {
    case "app":
      if let index = OperationCatalog.index(ofGesture: name) {
        return OperationCatalog.signature(at: index)
      }
      let signature = OperationCatalog.index(of: name).map(OperationCatalog.signature)
      return signature.flatMap { $0.receiver == .application ? $0 : nil }
    case "router", "coordinator", "chain link", "screen", nil:
      let signature = OperationCatalog.index(of: name).map(OperationCatalog.signature)
      if kind == nil, signature == nil {
        return OperationCatalog.index(ofGesture: name).map(OperationCatalog.signature)
      }
      return signature.flatMap { $0.receiver == .application && kind != nil ? nil : $0 }
    default: return nil
    }
  }

  // MARK: - Functions

  private func function(_ argument: CursorContext.Argument) -> Found {
    guard case .name(let name) = argument.callee.root else { return Found() }
    if argument.callee.steps.isEmpty {
      guard argument.index == 0, argument.tables.isEmpty else { return table(of: name, argument) }
      switch name {
      case "require":
        let plugins = session.plugins.names.map {
          Candidate(name: $0, detail: "plugin", form: .string)
        }
        let modules = surroundings.modules().map {
          Candidate(name: $0, detail: "module", form: .string)
        }
        return Found(candidates: modules + plugins)
      case "coordinator", "tabs": return Found(candidates: application.types)
      default: return Found()
      }
    }
    // In `coordinator "Shop" { … }`, the table is an argument of the function that the call
    // `coordinator "Shop"` returns.
    guard argument.callee.steps.count == 1, case .call? = argument.callee.steps.last else {
      return Found()
    }
    return table(of: name, argument)
  }

  /// Returns the candidates in the table that a function accepts, inside a call or directly after a
  /// name.
  private func table(of word: String, _ argument: CursorContext.Argument) -> Found {
    switch word {
    case "coordinator": table("CoordinatorTable", argument.tables)
    case "tabs": table("TabsTable", argument.tables)
    case "screen": table("ScreenTable", argument.tables)
    case "application": field("main", application.types, argument.tables)
    default: Found()
    }
  }

  private func field(
    _ name: String, _ values: [Candidate], _ tables: [CursorContext.TableLevel]
  ) -> Found {
    guard tables.count == 1, let level = tables.last else { return Found() }
    if level.key == name { return Found(candidates: values) }
    return level.key == nil
      ? Found(candidates: [Candidate(name: name, form: .field)], isOnly: true) : Found()
  }

  // MARK: - Methods that are not operations

  private func method(
    _ name: String, on kind: String?, _ argument: CursorContext.Argument
  ) -> Found {
    guard kind == "app" || kind == nil, argument.index == 0 else { return Found() }
    switch name {
    case "on", "events":
      return Found(
        candidates: NavigationEvent.Kind.allCases.map {
          Candidate(name: $0.name, form: .string)
        })
    case "coordinator", "has", "routes": return Found(candidates: application.types)
    case "render":
      let own = RendererCatalog.all.map { $0.name }
      let added = session.host.extensions(of: .renderer).map(\.name)
      return Found(candidates: (own + added).map { Candidate(name: $0, form: .string) })
    default: return Found()
    }
  }

  // MARK: - Tables

  /// Returns the arguments of a route or coordinator as the fields of a table.
  func fields(
    _ parameters: [RouteParameter]?, _ tables: [CursorContext.TableLevel]
  ) -> Found {
    guard tables.count == 1, let level = tables.last else { return Found() }
    if let key = level.key {
      let kind = parameters?.first { $0.name == key }?.kind
      return Found(candidates: kind == .boolean ? Self.booleans : [])
    }
    guard !level.isBehind else { return Found() }
    let open = (parameters ?? []).filter { !level.keys.contains($0.name) }
    return Found(
      candidates: open.map {
        Candidate(
          name: $0.name, detail: $0.kind.rawValue + ($0.isOptional ? "?" : ""), form: .field)
      }, isOnly: true)
  }

  static let booleans = ["true", "false"].map { Candidate(name: $0) }

  /// The names of presentation styles.
  var styles: [Candidate] {
    session.engine.registry.transitionStyleNames.map { Candidate(name: $0, form: .string) }
  }

  /// Returns the candidates in the definition table at the cursor, which is resolved from the
  /// outermost table inward.
  func table(_ name: String, _ tables: [CursorContext.TableLevel]) -> Found {
    var type = "signalbox.\(name)"
    for (index, level) in tables.enumerated() {
      let isLast = index == tables.count - 1
      if let table = ScriptReference.table(ofType: type), !type.hasPrefix("table<"),
        !type.contains("[]")
      {
        let entries = ScriptReference.described(ofTable: table)
        guard isLast else {
          type = entries.first { $0.name == level.key }?.type ?? ""
          continue
        }
        guard let key = level.key else {
          guard !level.isBehind else { return Found() }
          let open = entries.filter { !level.keys.contains($0.name) }
          return Found(
            candidates: open.map {
              Candidate(name: $0.name, detail: $0.summary, form: .field)
            }, isOnly: true)
        }
        return Found(candidates: values(of: key, in: table, entries))
      }
      // The argument is a list of tables, or a table whose keys the script chooses.
      let isArguments = type.hasPrefix("table<string, string>")
      if isLast {
        return isArguments && level.key != nil ? Found(candidates: Self.types) : Found()
      }
      type = Self.element(of: type)
    }
    return Found()
  }

  /// Returns the element type of a list type or of a table type keyed by name. For example, the
  /// element type of `signalbox.Page[]?` is `signalbox.Page`.
  private static func element(of type: String) -> String {
    guard let table = ScriptReference.table(ofType: type) else { return "" }
    return "signalbox.\(table)"
  }

  private static let types = RouteParameter.Kind.allCases.flatMap { kind in
    [kind.rawValue, kind.rawValue + "?"].map { Candidate(name: $0, form: .string) }
  }

  private func values(
    of key: String, in table: String, _ entries: [ScriptReference.Entry]
  ) -> [Candidate] {
    switch (table, key) {
    case (_, "style"): return styles
    case (_, "coordinator"), ("TabsTable", "current"): return application.types
    default:
      let type = entries.first { $0.name == key }?.type ?? ""
      guard type.hasPrefix("\"") else { return type.hasPrefix("boolean") ? Self.booleans : [] }
      return type.split(whereSeparator: { "|\"?".contains($0) }).map {
        Candidate(name: String($0), form: .string)
      }
    }
  }
}
