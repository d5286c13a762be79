internal import LuaRuntime

/// A call of an operation or gesture in a script, with its location.
public struct CallSite: Hashable, Sendable {
  /// The name of the operation, such as `navigate`.
  public let operation: String
  /// The first argument, if it is a string such as a route's name or a label.
  public let argument: String?
  /// The calling line.
  public let location: ScriptLocation?

  init(_ operation: String, _ frame: LuaFrame) {
    self.operation = operation
    argument = frame.kind(2) == .string ? frame.text(2) : nil
    location = frame.place
  }
}
