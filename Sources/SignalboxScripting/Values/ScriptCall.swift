/// A host function: receives a call of a script and returns the results.
///
/// An error that it throws is raised in the script, at the calling line unless it has a location.
public typealias ScriptBody = (ScriptCall) throws(ScriptError) -> [ScriptValue]

/// A call of a host function by a script.
public struct ScriptCall {
  /// The session of the script.
  public let session: ScriptSession
  /// The receiver of a method; `nil` for a global function.
  public let receiver: ScriptValue
  /// The arguments, without the receiver.
  public let arguments: [ScriptValue]
  /// The calling line.
  public let location: ScriptLocation?

  /// An argument, counted from 1; `nil` if it is missing.
  ///
  /// - Parameter index: The position, from 1; any integer is allowed.
  public subscript(index: Int) -> ScriptValue {
    arguments.indices.contains(index - 1) ? arguments[index - 1] : .nil
  }
}

/// An owner of globals and methods, which are removed together.
public struct ScriptOwner: Hashable, Sendable {
  /// The name of the owner in rejections, such as `plugin steps`.
  public let name: String
  let number: Int
}

/// The kinds of handles that a host can add methods to.
public enum ScriptReceiver: String, Hashable, Sendable, CaseIterable {
  case app
  /// Routers, and their coordinators.
  case router
  case screen
  case layer
}
