internal import Signalbox

/// `undo`: travels in the history.
public enum UndoMethod: EngineMethod {
  /// The number of steps.
  public typealias Params = StepCount
  /// The outcome.
  public typealias Result = OutcomeDocument

  /// The name.
  public static let name = "undo"
  /// One sentence.
  public static let summary =
    "Undoes the last changes, the newest first. The outcome's value is the number undone."
  /// The example.
  public static let example = MethodExample<Params, Result>(
    StepCount(),
    after: [
      #"{"method":"operation/perform","params":{"arguments":{"id":42},"caller":"Shop","#
        + #""name":"product","operation":"navigate"}}"#
    ])

  /// Performs it.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    OutcomeDocument(context.engine.undo(params.count ?? 1), of: context.engine)
  }
}

/// A number of steps in the history.
public struct StepCount: MessageFields {
  /// The number. `nil` is 1.
  public var count: Int?

  /// The description of the values.
  public static let fields = [
    MessageField(
      "count", .integer(least: 1), optional: true,
      "the number of steps, by default 1; a larger number than there are means all")
  ]

  /// Creates parameters.
  ///
  /// - Parameter count: The number of steps, 1 or more.
  public init(count: Int = 1) { self.count = count == 1 ? nil : count }
}
