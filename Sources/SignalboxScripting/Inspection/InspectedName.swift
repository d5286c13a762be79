/// A name in something that a script holds, with what it stands for.
package struct InspectedName: Hashable, Sendable {
  package let name: String
  /// What kind of value it is, in the words of scripts.
  package let kind: String
  /// Short plain data as Lua would write it; empty for everything else.
  package let text: String

  package var isFunction: Bool { kind == "function" }
}
