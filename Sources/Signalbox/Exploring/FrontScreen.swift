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

  /// Returns a note about a name in a property or a goal that nothing declares.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - start: The beginning of the note, up to the name.
  ///   - title: The property, or `nil` for the goal of a path.
  ///   - known: The declared names.
  package static func note(
    onUnknown name: String, beginning start: String = "No coordinator declares the screen",
    of title: String?, known: some Sequence<String>
  ) -> String {
    let place = title.map { " of \($0)" } ?? ""
    let text = "\(start) \(NavigationValue.string(name))\(place)"
    guard let hint = nameHint(for: name, in: known) else { return "\(text)." }
    return "\(text); \(hint)" + (hint.hasSuffix("?") ? "" : ".")
  }
}
