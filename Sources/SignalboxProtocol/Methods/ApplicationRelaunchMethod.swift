internal import Signalbox

/// `application/relaunch`: starts the application again.
public enum ApplicationRelaunchMethod: EngineMethod {
  /// No parameters.
  public typealias Params = NoFields
  /// The outcome.
  public typealias Result = OutcomeDocument

  /// The name.
  public static let name = "application/relaunch"
  /// One sentence.
  public static let summary =
    "Finishes everything below the main coordinator and starts it again, as one change."
  /// The example.
  public static let example = MethodExample<Params, Result>(NoFields())

  /// Restarts the application.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    guard let main = context.engine.main, let name = context.engine.typeName(of: main) else {
      throw ProtocolError(
        NavigationError(
          .noMain, "application/relaunch: nothing is launched", hint: "launch a coordinator first"))
    }
    return try CallDocument(["operation": "restartApp", "caller": .string(name)])
      .perform(in: context, isGesture: false)
  }
}
