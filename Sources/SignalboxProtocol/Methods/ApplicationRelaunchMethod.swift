internal import Signalbox

/// The method `application/relaunch`, which restarts the application.
public enum ApplicationRelaunchMethod: EngineMethod {
  /// The method has no parameters.
  public typealias Params = NoFields
  /// The outcome of the operation.
  public typealias Result = OutcomeDocument

  /// The name of the method.
  public static let name = "application/relaunch"
  /// A short description of the method.
  public static let summary =
    "Finishes the descendants of the main coordinator and restarts it, as one change."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(NoFields())

  /// Restarts the application.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    guard let main = context.engine.main, let name = context.engine.typeName(of: main) else {
      throw ProtocolError(
        NavigationError(
          .noMain, "application/relaunch: nothing has been launched",
          hint: "launch a coordinator first"))
    }
    return try CallDocument(["operation": "restartApp", "caller": .string(name)])
      .perform(in: context, isGesture: false)
  }
}
