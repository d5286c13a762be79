package import Signalbox

/// A route that an application declares, as graphs show it.
package struct DeclaredScreen: Hashable, Sendable {
  /// The coordinator type and the name of the route.
  package let screen: FrontScreen
  /// The coordinator type to which the route leads, or `nil` for a screen.
  package let coordinator: String?

  /// - Parameters:
  ///   - name: The name of the route.
  ///   - owner: The coordinator type that declares the route.
  ///   - coordinator: The coordinator type to which the route leads, or `nil` for a screen.
  package init(_ name: String, of owner: String, leadingTo coordinator: String? = nil) {
    screen = FrontScreen(name: name, coordinator: owner)
    self.coordinator = coordinator
  }

  /// Reads a route in its recorded form, or returns `nil` if the value does not have this form.
  ///
  /// - Parameter value: A list of the coordinator type that declares the route, the name of the
  ///   route and, if the route leads to another coordinator, the type of that coordinator.
  init?(_ value: NavigationValue) {
    let texts = (value.list ?? []).compactMap(\.text)
    guard texts.count == value.list?.count, (2...3).contains(texts.count) else { return nil }
    self.init(texts[1], of: texts[0], leadingTo: texts.dropFirst(2).first)
  }

  /// The route in its recorded form.
  package var value: NavigationValue {
    .texts([screen.coordinator, screen.name] + (coordinator.map { [$0] } ?? []))
  }
}
