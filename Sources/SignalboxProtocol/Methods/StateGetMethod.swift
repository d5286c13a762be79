public import Signalbox

/// The method `state/get`, which returns the visible state.
public enum StateGetMethod: EngineMethod {
  /// The method has no parameters.
  public typealias Params = NoFields

  /// The result of the method.
  public struct Result: MessageFields {
    /// The state as a document.
    public var state: NavigationValue
    /// A one-line description of the state.
    public var text: String
    /// The number of the last event before the state.
    public var sequence: Int
    /// The virtual time since the engine was created, in milliseconds.
    public var time: Int

    /// Descriptions of the fields.
    public static let fields = [
      MessageField("state", .state, "the coordinators, layers and screens"),
      MessageField("text", .string, "the state as text in one line"),
      MessageField(
        "sequence", .integer(minimum: 0), "the number of the last event before this state"),
      MessageField(
        "time", .integer(minimum: 0), "virtual milliseconds since the engine was created"),
    ]
  }

  /// The name of the method.
  public static let name = "state/get"
  /// A short description of the method.
  public static let summary =
    "Returns the visible state. While an operation is running, this is the state before the "
    + "operation."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(NoFields())

  /// Returns the state.
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
