internal import Signalbox

/// `redo`: travels in the history.
public enum RedoMethod: EngineMethod {
  /// The number of steps.
  public typealias Params = StepCount
  /// The outcome.
  public typealias Result = OutcomeDocument

  /// The name.
  public static let name = "redo"
  /// One sentence.
  public static let summary =
    "Redoes the changes that were undone last. The outcome's value is the number redone."
  /// The example.
  public static let example = MethodExample<Params, Result>(
    StepCount(),
    after: [
      #"{"method":"operation/perform","params":{"arguments":{"id":42},"caller":"Shop","#
        + #""name":"product","operation":"navigate"}}"#,
      #"{"method":"undo","params":{}}"#,
    ])

  /// Performs it.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    OutcomeDocument(context.engine.redo(params.count ?? 1), of: context.engine)
  }
}
