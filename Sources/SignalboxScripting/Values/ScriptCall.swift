/// A host function, which receives a call from a script and returns the results.
///
/// If it throws, the error is raised in the script at the line of the call, unless the error has a
/// location of its own.
public typealias ScriptBody = (ScriptCall) throws(ScriptError) -> [ScriptValue]

/// A script's call to a host function.
public struct ScriptCall {
  /// The session that the script belongs to.
  public let session: ScriptSession
  /// The receiver of a method, or `nil` for a global function.
  public let receiver: ScriptValue
  /// The arguments, without the receiver.
  public let arguments: [ScriptValue]
  /// The line of the call.
  public let location: ScriptLocation?

  /// The argument at a position, counted from 1, or `nil` if it is missing.
  ///
  /// - Parameter index: The position, from 1. Any integer is allowed.
  public subscript(index: Int) -> ScriptValue {
    arguments.indices.contains(index - 1) ? arguments[index - 1] : .nil
  }
}

/// An owner of globals and methods, which are removed together.
public struct ScriptOwner: Hashable, Sendable {
  /// The owner's name in rejections, such as `plugin steps`.
  public let name: String
  let number: Int
}

/// The kinds of handles that a host can add methods to.
public enum ScriptReceiver: String, Hashable, Sendable, CaseIterable {
  case app
  /// Routers and the coordinators that they belong to.
  case router
  case screen
  case layer
}
