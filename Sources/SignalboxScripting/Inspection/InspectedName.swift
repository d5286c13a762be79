/// A name inside a script's object, and its value.
package struct InspectedName: Hashable, Sendable {
  package let name: String
  /// The kind of the value, as scripts call it.
  package let kind: String
  /// Short plain data as Lua source. The string is empty for any other value.
  package let text: String

  package var isFunction: Bool { kind == "function" }
}
