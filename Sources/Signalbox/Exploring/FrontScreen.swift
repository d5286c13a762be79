/// A screen and the type of the coordinator that owns it.
package struct FrontScreen: Hashable, Sendable {
  /// The name of the screen.
  package let name: String
  /// The type of the coordinator that owns the screen.
  package let coordinator: String

  package init(name: String, coordinator: String) {
    (self.name, self.coordinator) = (name, coordinator)
  }

  /// The coordinator type and the screen, such as `Shop.catalog`.
  package var title: String { coordinator.isEmpty ? name : "\(coordinator).\(name)" }
}
