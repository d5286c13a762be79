/// A name in an object of a script, with its value.
package struct InspectedName: Hashable, Sendable {
  package let name: String
  /// The kind of value, as in scripts.
  package let kind: String
  /// Short plain data as Lua source; empty for everything else.
  package let text: String

  package var isFunction: Bool { kind == "function" }
}
