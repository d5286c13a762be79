/// A host function that scripts call. The function receives the call and returns the results.
///
/// If the function throws, the error is raised in the script at the line of the call, unless the
/// error has its own location.
public typealias ScriptBody = (ScriptCall) throws(ScriptError) -> [ScriptValue]

/// A script's call to a host function.
public struct ScriptCall {
  /// The session to which the script belongs.
  public let session: ScriptSession
  /// The receiver of a method, or `nil` for a global function.
  public let receiver: ScriptValue
  /// The arguments, without the receiver.
  public let arguments: [ScriptValue]
  /// The line of the call, or `nil` if it is unknown.
  public let location: ScriptLocation?

  /// The argument at a position, or `nil` if the argument is missing.
  ///
  /// - Parameter index: The position, counted from 1. Any integer is allowed.
  public subscript(index: Int) -> ScriptValue {
    arguments.indices.contains(index - 1) ? arguments[index - 1] : .nil
  }
}

/// An owner of globals, methods and list members, which are removed together.
public struct ScriptOwner: Hashable, Sendable {
  /// The owner's name in error messages, such as `plugin steps`.
  public let name: String
  let number: Int
}

/// The kinds of handles to which a host can add methods.
public enum ScriptReceiver: String, Hashable, Sendable, CaseIterable {
  /// The application, which scripts access as `app`.
  case app
  /// Routers, and the coordinators to which they belong.
  case router
  /// Screens, such as the screen in front.
  case screen
  /// Layers, such as the elements of `app:layers()`.
  case layer
}
