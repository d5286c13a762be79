/// A name in a value or at the prompt, and a description of the named value.
package struct InspectedName: Hashable, Sendable {
  package let name: String
  /// The name of the value's kind in scripts, or `property` for a property of a coordinator.
  package let kind: String
  /// The value as Lua source if it is a boolean, a number or a short string, or otherwise an empty
  /// string.
  package let text: String

  package var isFunction: Bool { kind == "function" }
}
