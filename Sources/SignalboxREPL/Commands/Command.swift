/// Something that the prompt does for the user beside running Lua.
package protocol Command: SendableMetatype {
  /// What the user types after the dot.
  static var name: String { get }
  /// What follows the name, as help shows it; empty where nothing does.
  static var parameters: String { get }
  /// One sentence without a full stop.
  static var summary: String { get }
  /// What `.help NAME` adds; empty where the summary says everything.
  static var details: String { get }
  /// How a script does the same.
  static var twin: String { get }

  /// Does it.
  ///
  /// - Parameter argument: What followed the name, without white space around it.
  static func run(_ argument: String, at prompt: Prompt)
}

extension Command {
  package static var parameters: String { "" }
  package static var details: String { "" }
  package static var twin: String { "app:command \"\(name)\"" }
}
