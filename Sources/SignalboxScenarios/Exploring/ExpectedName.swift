internal import Signalbox
internal import SignalboxScripting

/// A name in an expectation, such as that of a screen.
struct ExpectedName: Hashable {
  /// The kind of the named item.
  enum Kind: Hashable {
    case screen, style, coordinator
  }

  let kind: Kind
  let name: String

  /// Returns the names in a table of expectations. Patterns and functions contain no names.
  static func names(in table: ScriptValue) -> Set<ExpectedName> {
    var names: Set<ExpectedName> = []
    for (key, value) in table.table?.pairs ?? [] {
      let (kind, values): (Kind, [ScriptValue])
      switch key.text {
      case "front", "top": (kind, values) = (.screen, [value])
      case "stack", "modal": (kind, values) = (.screen, value.table?.list ?? [value])
      case "layers": (kind, values) = (.style, value.table?.list ?? [])
      case "coordinator": (kind, values) = (.coordinator, [value])
      default: continue
      }
      // The name of a screen with arguments is the first element of a table.
      let found = values.compactMap { $0.text ?? $0.table?.list.first?.text }
      names.formUnion(found.map { ExpectedName(kind: kind, name: $0) })
    }
    return names
  }

  /// Returns a note if nothing declares the name, or `nil` otherwise.
  ///
  /// - Parameters:
  ///   - title: The property that contains the name, or `nil` for the goal of a path.
  ///   - shown: The names of the screens that were shown.
  func note(
    of title: String?, in engine: NavigationEngine, shown: Set<String>
  ) -> String? {
    let (start, known): (String, Set<String>)
    switch kind {
    case .screen:
      let types = engine.coordinatorTypeNames.compactMap(engine.coordinatorType(named:))
      (start, known) = ("No coordinator declares the screen", Set(types.flatMap(\.routes.keys)))
    case .style: (start, known) = ("There is no layer style", Set(engine.styleNames + ["root"]))
    case .coordinator:
      (start, known) = ("There is no coordinator", Set(engine.coordinatorTypeNames))
    }
    guard !known.contains(name), kind != .screen || !shown.contains(name) else { return nil }
    return FrontScreen.note(onUnknown: name, beginning: start, of: title, known: known)
  }
}
