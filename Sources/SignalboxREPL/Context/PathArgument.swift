/// A path that was typed behind a command.
enum PathArgument {
  /// The path, and whether a `!` behind it says that a file that is there may go.
  static func split(_ argument: String) -> (path: String, isForced: Bool) {
    guard argument.hasSuffix("!"), argument.count > 1 else { return (argument, false) }
    return (String(argument.dropLast()).trimmed, true)
  }
}
