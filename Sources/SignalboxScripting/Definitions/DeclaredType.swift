internal import LuaRuntime
internal import Signalbox

/// The declarations of a coordinator type, which are read without running the type's code.
package struct DeclaredType: Hashable, Sendable {
  package let name: String
  /// The location of the definition, or `nil` if the host defined the type.
  package let place: ScriptLocation?
  /// The routes, sorted by name.
  package let routes: [DeclaredRoute]
  /// The tab view, which is the screen that a tab coordinator shows around its pages, or `nil` if
  /// there is none.
  package let tabView: DeclaredRoute?
  /// The link patterns, in the order in which they are registered.
  package let links: [String]
  /// The coordinator types of the pages, keyed by page id.
  package let pages: [String: String]
  /// The locations of the type's functions, keyed by name.
  package let methods: [String: ScriptLocation]

  /// The screens that may have actions: the screens of the routes, and the tab view.
  package var screens: [DeclaredRoute] { routes + [tabView].compactMap(\.self) }
}

/// The declaration of a route or of a tab view.
package struct DeclaredRoute: Hashable, Sendable {
  package let name: String
  /// The coordinator type to which the route leads, or `nil` for a screen or a function.
  package let coordinator: String?
  /// The route that replaces the coordinator at the root, or `nil` if the declaration names none.
  package let replacement: String?
  /// The actions in the order in which they are shown.
  package let actions: [DeclaredAction]
}

/// The declaration of a screen's action.
package struct DeclaredAction: Hashable, Sendable {
  package let label: String
  /// The name of the method that the action calls, or `nil` if it calls a function.
  package let method: String?
  /// The location of the handler, or `nil` if the handler is undefined or defined by the host.
  package let handler: ScriptLocation?
}

extension ScriptSession {
  /// The current declarations of coordinator types, sorted by name.
  package var declaredTypes: [DeclaredType] {
    guard !isClosed else { return [] }
    return engine.coordinatorTypeNames.compactMap { name in
      if let definition = definitions[name] { return DeclaredType(definition) }
      return engine.coordinatorType(named: name).map(DeclaredType.init)
    }
  }
}

extension DeclaredType {
  fileprivate init(_ definition: CoordinatorDefinition) {
    var methods: [String: ScriptLocation] = [:]
    for pair in (try? definition.methods.pairs) ?? [] {
      guard let name = pair.key.text, let function = pair.value.function else { continue }
      methods[name] = ScriptLocation(of: function)
    }
    let routes = definition.routes.sorted { $0.key < $1.key }.map { name, route in
      DeclaredRoute(
        name: name, coordinator: route.coordinator, replacement: route.replacement,
        actions: route.actions.map { DeclaredAction($0, methods) })
    }
    let view = definition.tabView.map { view in
      DeclaredRoute(
        name: view.name, coordinator: nil, replacement: nil,
        actions: view.route.actions.map { DeclaredAction($0, methods) })
    }
    self.init(
      name: definition.name, place: definition.place, routes: routes, tabView: view,
      links: definition.links.map(\.pattern),
      pages: Self.pages(definition.pages), methods: methods)
  }

  /// Creates the declarations of a type that is defined in Swift. The actions of such a type are
  /// unknown.
  fileprivate init(_ type: CoordinatorType) {
    let routes = type.routes.sorted { $0.key < $1.key }.map { name, route in
      let coordinator: String? =
        if case .coordinator(let name) = route.destination { name } else { nil }
      return DeclaredRoute(
        name: name, coordinator: coordinator, replacement: route.replacement, actions: [])
    }
    self.init(
      name: type.name, place: nil, routes: routes, tabView: nil, links: type.links.map(\.pattern),
      pages: Self.pages(type.pages), methods: [:])
  }

  private static func pages(_ pages: [PageDefinition]) -> [String: String] {
    Dictionary(pages.map { ($0.id, $0.coordinator) }) { first, _ in first }
  }
}

extension DeclaredAction {
  fileprivate init(_ action: ScriptedAction, _ methods: [String: ScriptLocation]) {
    switch action.handler {
    case .function(let function):
      self.init(label: action.label, method: nil, handler: ScriptLocation(of: function))
    case .method(let name):
      self.init(label: action.label, method: name, handler: methods[name])
    }
  }
}

extension ScriptLocation {
  /// Creates the location of a function. Returns `nil` for a host function.
  init?(of function: LuaFunction) {
    guard let found = try? function.definition else { return nil }
    self.init(file: found.source, line: max(1, found.line))
  }
}
