internal import Signalbox

/// The method `undo`, which undoes operations.
public enum UndoMethod: EngineMethod {
  /// The number of steps.
  public typealias Params = StepCount
  /// The outcome of the operation.
  public typealias Result = OutcomeDocument

  /// The name of the method.
  public static let name = "undo"
  /// A short description of the method.
  public static let summary =
    "Undoes the last changes, newest first. The outcome's value is the number of undone changes."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(
    StepCount(),
    after: [
      #"{"method":"operation/perform","params":{"arguments":{"id":42},"caller":"Shop","#
        + #""name":"product","operation":"navigate"}}"#
    ])

  /// Undoes the operations.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    OutcomeDocument(context.engine.undo(params.count ?? 1), of: context.engine)
  }
}

/// The number of steps to undo or redo.
public struct StepCount: MessageFields {
  /// The number of steps, or `nil` for a single step.
  public var count: Int?

  /// Descriptions of the fields.
  public static let fields = [
    MessageField(
      "count", .integer(minimum: 1), optional: true,
      "the number of steps (default: 1); if there are fewer steps, all of them are undone or "
        + "redone")
  ]

  /// Creates the parameters.
  ///
  /// - Parameter count: The number of steps, 1 or more.
  public init(count: Int = 1) { self.count = count == 1 ? nil : count }
}
