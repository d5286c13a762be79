internal import Signalbox
internal import SignalboxScripting

/// The names in an application: types, routes, pages, screens, actions and links.
struct ApplicationNames {
  let session: ScriptSession

  private var engine: NavigationEngine { session.engine }

  /// The coordinator that owns the front screen or, if there is no front screen, the frontmost
  /// coordinator.
  var frontCoordinator: CoordinatorID? {
    engine.front.flatMap(engine.owner) ?? engine.topCoordinator
  }

  // MARK: - Types

  var types: [Candidate] {
    engine.coordinatorTypeNames.compactMap { name in
      engine.coordinatorType(named: name).map { type in
        let what = type.kind == .tabs ? "tabs" : "coordinator"
        return Candidate(
          name: name, detail: what + Self.list(type.parameters), form: .string)
      }
    }
  }

  /// Returns the coordinator type to which one of a type's routes or pages leads, or `nil` if it
  /// leads to none.
  func target(of name: String, inType type: String) -> String? {
    guard let type = engine.coordinatorType(named: type) else { return nil }
    if let page = type.pages.first(where: { $0.id == name }) { return page.coordinator }
    guard case .coordinator(let target)? = type.routes[name]?.destination else { return nil }
    return target
  }

  // MARK: - Routes and pages

  /// Returns a type's routes, including the pages of a tab coordinator.
  func routes(ofType name: String) -> [Candidate] {
    guard let type = engine.coordinatorType(named: name) else { return [] }
    let pages = type.pages.map {
      Candidate(name: $0.id, detail: "page: \($0.coordinator)", form: .string)
    }
    let names = type.routes.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return pages
      + names.compactMap { name in
        type.routes[name].map { Candidate(name: name, detail: detail(of: $0), form: .string) }
      }
  }

  /// Returns the arguments of one of a type's routes or pages, or `nil` if the route or page
  /// accepts any arguments.
  func parameters(of name: String, inType type: String) -> [RouteParameter]? {
    if let own = engine.coordinatorType(named: type)?.routes[name]?.parameters { return own }
    return target(of: name, inType: type).flatMap(parameters(ofType:))
  }

  /// Returns the arguments for coordinators of a type, or `nil` if these coordinators accept any
  /// arguments.
  func parameters(ofType name: String) -> [RouteParameter]? {
    engine.coordinatorType(named: name)?.parameters
  }

  /// Returns the pages of the nearest tab coordinator, which is the given coordinator or one of its
  /// ancestors. The array is empty if there is none.
  func pages(around coordinator: CoordinatorID?) -> [Candidate] {
    var place = coordinator
    while let here = place {
      if engine.kind(of: here) == .tabs {
        return engine.pages(of: here).map { page in
          let mark = page.isSelected ? " (selected)" : ""
          return Candidate(name: page.id, detail: page.shownTitle + mark, form: .string)
        }
      }
      place = engine.parent(of: here)
    }
    return []
  }

  /// Returns the pages in the definition of a tab coordinator.
  func pages(ofType name: String) -> [Candidate] {
    (engine.coordinatorType(named: name)?.pages ?? []).map {
      Candidate(name: $0.id, detail: $0.title, form: .string)
    }
  }

  private func detail(of route: RouteDefinition) -> String {
    let style = route.style == .automatic ? "" : " · \(engine.name(of: route.style))"
    switch route.destination {
    case .screen: return "screen" + Self.list(route.parameters) + style
    case .coordinator(let type):
      return type + Self.list(route.parameters ?? parameters(ofType: type)) + style
    case .factory: return "determined when called" + Self.list(route.parameters)
    }
  }

  private static func list(_ parameters: [RouteParameter]?) -> String {
    guard let parameters, !parameters.isEmpty else { return "" }
    let list = parameters.map { "\($0.name)\($0.isOptional ? "?" : ""): \($0.kind.rawValue)" }
    return "(\(list.joined(separator: ", ")))"
  }

  // MARK: - The visible state

  /// Returns up to 1,000 screens of a coordinator, topmost first.
  func screens(of coordinator: CoordinatorID?) -> [Candidate] {
    let stack = coordinator.map(engine.stack(of:)) ?? []
    return stack.suffix(1000).reversed().map { screen in
      Candidate(
        name: screen.name, detail: screen.arguments.isEmpty ? "" : screen.arguments.description,
        form: .string)
    }
  }

  /// The labels of the actions that the user can tap on the front screen and its container screens.
  var actions: [String] {
    engine.tappableScreens.flatMap { screen in
      engine.owner(of: screen).flatMap(engine.delegate(of:))?.actions(of: screen) ?? []
    }
  }

  /// The titles of the front alert's buttons, or the labels of the tappable actions if there are no
  /// buttons.
  var buttons: [String] {
    let buttons = engine.layers.last { $0.phase == .presented }?.buttons ?? []
    return buttons.isEmpty ? actions : buttons.map(\.title)
  }

  /// The text fields of the front alert.
  var fields: [Candidate] {
    (engine.layers.last { $0.phase == .presented }?.fields ?? []).map {
      Candidate(name: $0.name, detail: $0.placeholder, form: .string)
    }
  }

  /// The declared links, and the schemes of rewritten links. A link with variables ends before its
  /// first variable.
  var links: [Candidate] {
    let declared = engine.coordinatorTypeNames.flatMap { name in
      (engine.coordinatorType(named: name)?.links ?? []).map { ($0.pattern, name) }
    }
    let own = engine.registry.applicationLinkPatterns.map { ($0, "the application") }
    let patterns = (declared + own).map { pattern, owner in
      let fixed = Self.literalHead(of: pattern)
      return Candidate(
        name: fixed, detail: fixed == pattern ? owner : "\(pattern) · \(owner)",
        form: fixed == pattern ? .string : .beginning)
    }
    return patterns
      + engine.registry.rewrittenSchemes.map {
        Candidate(name: "\($0)://", detail: "rewritten", form: .beginning)
      }
  }

  /// A link for the first declared pattern, with a value for each variable, or `nil` if no pattern
  /// is declared.
  var exampleLink: String? {
    let patterns = declaredTypes.flatMap(\.links) + engine.registry.applicationLinkPatterns
    guard let pattern = patterns.first else { return nil }
    return pattern.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      segment.hasPrefix(":") || segment.hasPrefix("*") ? "1" : segment
    }.joined(separator: "/")
  }

  /// The labels of the declared actions, starting with the actions of the main coordinator and its
  /// pages.
  var declaredActions: [String] {
    declaredTypes.flatMap(\.screens).flatMap(\.actions).map(\.label)
  }

  /// The types that scripts define, starting with the main type and its page types.
  private var declaredTypes: [DeclaredType] {
    let all = session.declaredTypes
    let main = all.first { $0.name == session.application?.main }
    let first = main.map { [$0.name] + $0.pages.values.sorted() } ?? []
    return first.compactMap { name in all.first { $0.name == name } }
      + all.filter { !first.contains($0.name) }
  }

  /// Returns a pattern up to its first variable segment.
  private static func literalHead(of pattern: String) -> String {
    let slash = pattern.indices.first { index in
      pattern[index] == "/" && [":", "*"].contains(pattern[index...].dropFirst().first)
    }
    return slash.map { String(pattern[...$0]) } ?? pattern
  }
}
