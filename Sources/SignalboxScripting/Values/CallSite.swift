internal import LuaRuntime

/// An operation or gesture that a script calls, and where.
public struct CallSite: Hashable, Sendable {
  /// What is called, such as `navigate`.
  public let operation: String
  /// The text that comes first, such as a route's name or a label; `nil` where none does.
  public let argument: String?
  /// The line that calls.
  public let location: ScriptLocation?

  init(_ operation: String, _ frame: LuaFrame) {
    self.operation = operation
    argument = frame.kind(2) == .string ? frame.text(2) : nil
    location = frame.place
  }
}
