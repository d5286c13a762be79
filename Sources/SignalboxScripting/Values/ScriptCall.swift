/// What a host function does: takes what a script passed, gives what the script gets.
///
/// An error that it throws is raised in the script, at the line that called unless it has a place of
/// its own.
public typealias ScriptBody = (ScriptCall) throws(ScriptError) -> [ScriptValue]

/// One call of a host function by a script.
public struct ScriptCall {
  /// The session that the script runs in.
  public let session: ScriptSession
  /// What a method was called on; `nil` for a word.
  public let receiver: ScriptValue
  /// What was passed, without the receiver.
  public let arguments: [ScriptValue]
  /// The line that called.
  public let location: ScriptLocation?

  /// An argument, counted from 1; `nil` where it is missing.
  public subscript(index: Int) -> ScriptValue {
    arguments.indices.contains(index - 1) ? arguments[index - 1] : .nil
  }
}

/// An owner of globals and methods; everything that it defined is taken back at once.
public struct ScriptOwner: Hashable, Sendable {
  /// How rejections call it, such as `plugin steps`.
  public let name: String
  let number: Int
}

/// What a host can give further methods.
public enum ScriptReceiver: String, Hashable, Sendable, CaseIterable {
  case app
  /// Routers, and the coordinators that answer for them.
  case router
  case screen
  case layer
}
