internal import Signalbox

/// `gesture/perform`: simulates an action of the user.
public enum GesturePerformMethod: EngineMethod {
  /// The call.
  public typealias Params = CallDocument
  /// The outcome.
  public typealias Result = OutcomeDocument

  /// The name.
  public static let name = "gesture/perform"
  /// One sentence.
  public static let summary =
    "Performs a gesture of the user, with the fields of a call: `operation` is the name of the "
    + "gesture, such as `tap`, `back`, `swipeDown` or `tapTab`."
  /// The example.
  public static let example = MethodExample<Params, Result>(
    CallDocument(["operation": "tap", "text": "Help"]))

  /// Performs the gesture.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    try params.perform(in: context, isGesture: true)
  }
}
