/// The path that a command receives as its argument.
enum PathArgument {
  /// Returns the path, and whether a `!` at its end allows an existing file to be replaced.
  static func split(_ argument: String) -> (path: String, isForced: Bool) {
    guard argument.hasSuffix("!"), argument.count > 1 else { return (argument, false) }
    return (String(argument.dropLast()).trimmed, true)
  }
}
