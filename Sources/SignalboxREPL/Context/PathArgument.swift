/// A path argument of a command.
package enum PathArgument {
  /// Returns the path, and whether the argument ends with `!`, which allows the command to replace
  /// an existing file.
  package static func split(_ argument: String) -> (path: String, isForced: Bool) {
    guard argument.hasSuffix("!"), argument.count > 1 else { return (argument, false) }
    return (String(argument.dropLast()).trimmed, true)
  }
}
