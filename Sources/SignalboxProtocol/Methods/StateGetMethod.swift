public import Signalbox

/// `state/get`: the visible state.
public enum StateGetMethod: EngineMethod {
  /// No parameters.
  public typealias Params = NoFields

  /// The result.
  public struct Result: MessageFields {
    /// The state as a document.
    public var state: NavigationValue
    /// The state in one line.
    public var text: String
    /// The number of the last event before it.
    public var sequence: Int
    /// Virtual milliseconds since the engine was created.
    public var time: Int

    /// The description of the values.
    public static let fields = [
      MessageField("state", .state, "the coordinators, layers and screens"),
      MessageField("text", .string, "the same in one line"),
      MessageField("sequence", .integer(least: 0), "the number of the last event before it"),
      MessageField("time", .integer(least: 0), "virtual milliseconds since the engine was created"),
    ]
  }

  /// The name.
  public static let name = "state/get"
  /// One sentence.
  public static let summary =
    "Returns the visible state. While an operation runs, it is the state before it."
  /// The example.
  public static let example = MethodExample<Params, Result>(NoFields())

  /// Reads the state.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    let engine = context.engine
    let tree = engine.snapshot().tree
    return try ProtocolError.translating { () throws(NavigationError) in
      Result(
        state: try tree.value, text: tree.description, sequence: engine.eventCount,
        time: engine.milliseconds)
    }
  }
}
