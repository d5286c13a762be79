/// An input to an application that is not an engine operation: a gesture that a plugin adds, or an
/// assignment to a property. Such an input can submit operations and change the host's own state.
/// Therefore, a replay must repeat the whole input.
package struct HostInput: Hashable, Sendable {
  /// The kind of an input.
  package enum Kind: String, Sendable {
    /// A gesture, which is a method of the application.
    case gesture
    /// An assignment to a property of a coordinator.
    case property
  }

  /// The kind of the input.
  package let kind: Kind
  /// The name of the gesture or property.
  package let name: String
  /// The coordinator that owns the property, or `nil` for a gesture.
  package let coordinator: CoordinatorID?
  /// The arguments of the gesture, or the new value of the property. A `nil` element represents
  /// Lua's `nil`.
  package let values: [NavigationValue?]

  package init(
    _ kind: Kind, _ name: String, of coordinator: CoordinatorID? = nil, values: [NavigationValue?]
  ) {
    self.kind = kind
    self.name = name
    self.coordinator = coordinator
    self.values = values
  }

  /// Whether JSON can represent all values of the input, so that the input can be recorded.
  package var isRecordable: Bool {
    values.allSatisfy { $0.flatMap { JSONWriter.fault(in: $0) } == nil }
  }
}
