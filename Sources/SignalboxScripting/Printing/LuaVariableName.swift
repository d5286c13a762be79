/// The name of a variable in a Lua error message, such as `(global 'shop')` (manual §6.10).
package struct LuaVariableName {
  /// The kind of variable, such as `global`, `field` or `method`.
  package let kind: String
  package let name: String
  /// The range of the name with its kind and the parentheses.
  package let range: Range<String.Index>

  /// Finds the first variable name in a message. Returns `nil` if there is none.
  ///
  /// - Parameter kinds: The kinds of variables to look for.
  package init?(in message: String, kinds: [String]) {
    var rest = message[...]
    while let start = rest.firstIndex(of: "(") {
      rest = rest[start...].dropFirst()
      for kind in kinds where rest.hasPrefix(kind + " '") {
        let name = rest.dropFirst(kind.count + 2).prefix { $0 != "'" }
        guard !name.isEmpty, rest[name.endIndex...].hasPrefix("')") else { continue }
        self.kind = kind
        self.name = String(name)
        range = start..<message.index(name.endIndex, offsetBy: 2)
        return
      }
    }
    return nil
  }
}
