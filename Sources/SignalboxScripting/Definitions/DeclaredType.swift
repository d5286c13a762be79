internal import LuaRuntime
internal import Signalbox

/// The declarations of a coordinator type, which are read without running the type's code.
package struct DeclaredType: Hashable, Sendable {
  package let name: String
  /// The line of the definition, or `nil` if the host defined the type.
  package let place: ScriptLocation?
  /// The routes, sorted by name.
  package let routes: [DeclaredRoute]
  /// The tab view, which is the screen that a tab coordinator shows around its pages.
  package let tabView: DeclaredRoute?
  /// The link patterns, in the order in which they are matched.
  package let links: [String]
  /// The coordinator types of the pages, keyed by page id.
  package let pages: [String: String]
  /// The locations of the type's functions, keyed by name.
  package let methods: [String: ScriptLocation]

  /// The screens that may have actions: the screens of the routes, and the tab view.
  package var screens: [DeclaredRoute] { routes + [tabView].compactMap(\.self) }
}

/// The declarations of a route.
package struct DeclaredRoute: Hashable, Sendable {
  package let name: String
  /// The coordinator type to which the route leads, or `nil` for a screen or a function.
  package let coordinator: String?
  /// The route that replaces the coordinator at the root.
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
      if let definition = definitions[name] { return declared(definition) }
      return engine.coordinatorType(named: name).map(declared)
    }
  }

  private func declared(_ definition: CoordinatorDefinition) -> DeclaredType {
    var methods: [String: ScriptLocation] = [:]
    for pair in (try? definition.methods.pairs) ?? [] {
      guard let name = pair.key.text, let function = pair.value.function else { continue }
      methods[name] = place(of: function)
    }
    let routes = definition.routes.sorted { $0.key < $1.key }.map { name, route in
      DeclaredRoute(
        name: name, coordinator: route.coordinator, replacement: route.replacement,
        actions: route.actions.map { declared($0, methods) })
    }
    let view = definition.tabView.map { view in
      DeclaredRoute(
        name: view.name, coordinator: nil, replacement: nil,
        actions: view.route.actions.map { declared($0, methods) })
    }
    return DeclaredType(
      name: definition.name, place: definition.place, routes: routes, tabView: view,
      links: definition.links.map(\.pattern),
      pages: Self.pages(definition.pages), methods: methods)
  }

  private func declared(
    _ action: ScriptedAction, _ methods: [String: ScriptLocation]
  ) -> DeclaredAction {
    switch action.handler {
    case .function(let function):
      DeclaredAction(label: action.label, method: nil, handler: place(of: function))
    case .method(let name):
      DeclaredAction(label: action.label, method: name, handler: methods[name])
    }
  }

  /// Returns the declarations of a type that is defined in Swift. The actions of such a type are
  /// unknown.
  private func declared(_ type: CoordinatorType) -> DeclaredType {
    let routes = type.routes.sorted { $0.key < $1.key }.map { name, route in
      let coordinator: String? =
        if case .coordinator(let name) = route.destination { name } else { nil }
      return DeclaredRoute(
        name: name, coordinator: coordinator, replacement: route.replacement, actions: [])
    }
    return DeclaredType(
      name: type.name, place: nil, routes: routes, tabView: nil, links: type.links.map(\.pattern),
      pages: Self.pages(type.pages), methods: [:])
  }

  private static func pages(_ pages: [PageDefinition]) -> [String: String] {
    Dictionary(pages.map { ($0.id, $0.coordinator) }) { first, _ in first }
  }

  /// Returns a function's location, or `nil` for a host function.
  func place(of function: LuaFunction) -> ScriptLocation? {
    guard let found = try? function.definition else { return nil }
    return ScriptLocation(file: found.source, line: max(1, found.line))
  }
}
