/// A name in a script's object, and its value.
package struct InspectedName: Hashable, Sendable {
  package let name: String
  /// The name of the value's kind in scripts.
  package let kind: String
  /// The value as Lua source if it is short plain data, or otherwise an empty string.
  package let text: String

  package var isFunction: Bool { kind == "function" }
}
