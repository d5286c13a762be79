internal import LuaRuntime

/// An operation or gesture call in a script, and its location.
public struct CallSite: Hashable, Sendable {
  /// The name of the operation or gesture, such as `navigate`.
  public let operation: String
  /// The first argument if it is a string, such as the name of a route or a label, or otherwise
  /// `nil`.
  public let argument: String?
  /// The location of the call, or `nil` if it is unknown.
  public let location: ScriptLocation?

  init(_ operation: String, _ frame: LuaFrame) {
    self.operation = operation
    argument = frame.kind(2) == .string ? frame.text(2) : nil
    location = frame.place
  }
}
