internal import Signalbox

/// The method `gesture/perform`, which simulates a user action.
public enum GesturePerformMethod: EngineMethod {
  /// The call to perform.
  public typealias Params = CallDocument
  /// The outcome of the operation.
  public typealias Result = OutcomeDocument

  /// The name of the method.
  public static let name = "gesture/perform"
  /// A short description of the method.
  public static let summary =
    "Performs a user gesture. The parameters are the fields of a call, and `operation` is the "
    + "gesture name, such as `tap`, `back`, `swipeDown` or `tapTab`."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(
    CallDocument(["operation": "tap", "text": "Help"]))

  /// Performs the gesture.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    try params.perform(in: context, isGesture: true)
  }
}
