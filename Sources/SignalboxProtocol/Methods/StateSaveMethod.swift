internal import Signalbox

/// `state/save`: keeps the current state for the client.
public enum StateSaveMethod: EngineMethod {
  /// The parameters.
  public struct Params: MessageFields {
    /// The name for `state/diff` and `state/restore`.
    public var name: String

    /// The description of the values.
    public static let fields = [
      MessageField("name", .string, "the name for `state/diff` and `state/restore`")
    ]

    /// Creates parameters.
    ///
    /// - Parameter name: The name. A state of that name is replaced.
    public init(name: String) { self.name = name }
  }

  /// The result.
  public struct Result: MessageFields {
    /// The names of all saved states of the client.
    public var names: [String]

    /// The description of the values.
    public static let fields = [
      MessageField("names", .list(.string), "the names of all saved states of the client, sorted")
    ]
  }

  /// The name.
  public static let name = "state/save"
  /// One sentence.
  public static let summary =
    "Saves the current state under a name. A client has names of its own, at most "
    + "\(EngineClient.maxStates); they are dropped when it disconnects."
  /// The example.
  public static let example = MethodExample<Params, Result>(Params(name: "start"))

  /// Saves the state.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    try ProtocolError.translating { () throws(NavigationError) in
      try context.client.save(try context.engine.snapshot().tree.value, as: params.name)
    }
    return Result(names: context.client.stateNames)
  }
}
