internal import Signalbox

/// The method `redo`, which redoes operations.
public enum RedoMethod: EngineMethod {
  /// The number of steps.
  public typealias Params = StepCount
  /// The outcome of the operation.
  public typealias Result = OutcomeDocument

  /// The name of the method.
  public static let name = "redo"
  /// A short description of the method.
  public static let summary =
    "Redoes the most recently undone changes. The outcome's value is the number of redone changes."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(
    StepCount(),
    after: [
      #"{"method":"operation/perform","params":{"arguments":{"id":42},"caller":"Shop","#
        + #""name":"product","operation":"navigate"}}"#,
      #"{"method":"undo","params":{}}"#,
    ])

  /// Redoes the operations.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    OutcomeDocument(context.engine.redo(params.count ?? 1), of: context.engine)
  }
}
