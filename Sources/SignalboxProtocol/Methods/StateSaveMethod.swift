internal import Signalbox

/// The method `state/save`, which saves the current state for the client.
public enum StateSaveMethod: EngineMethod {
  /// The parameters of the method.
  public struct Params: MessageFields {
    /// The name by which `state/diff` and `state/restore` refer to the state.
    public var name: String

    /// Descriptions of the fields.
    public static let fields = [
      MessageField("name", .string, "the name for `state/diff` and `state/restore`")
    ]

    /// Creates the parameters.
    ///
    /// - Parameter name: The name of the state. An existing state with the same name is replaced.
    public init(name: String) { self.name = name }
  }

  /// The result of the method.
  public struct Result: MessageFields {
    /// The names of all states that the client has saved.
    public var names: [String]

    /// Descriptions of the fields.
    public static let fields = [
      MessageField("names", .list(.string), "the names of all saved states of the client, sorted")
    ]
  }

  /// The name of the method.
  public static let name = "state/save"
  /// A short description of the method.
  public static let summary =
    "Saves the current state under a name. Each client has its own states, at most "
    + "\(EngineClient.maxStates), which are dropped when the client disconnects."
  /// An example call for the documentation.
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
