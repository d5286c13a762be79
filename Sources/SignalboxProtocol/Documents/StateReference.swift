public import Signalbox

/// A state: a document, or the name under which `state/save` has kept it.
public struct StateReference: MessageFields {
  /// The name of a state that the client has saved.
  public var name: String?
  /// The document of a state, as `state/get` returns it.
  public var state: NavigationValue?

  /// Described once.
  public static let title: String? = "State reference"
  /// The description of the values.
  public static let fields = [
    MessageField("name", .string, optional: true, "the name of a state of `state/save`"),
    MessageField("state", .state, optional: true, "a state, as `state/get` returns it"),
  ]

  /// Refers to a saved state.
  ///
  /// - Parameter name: The name that was passed to `state/save`.
  public init(name: String) { self.name = name }

  /// Contains a state.
  ///
  /// - Parameter state: The document of a state.
  public init(state: NavigationValue) { self.state = state }

  /// Returns the document.
  ///
  /// - Parameter path: The path of the reference in errors.
  func document(
    of client: EngineClient, in path: String
  ) throws(ProtocolError) -> NavigationValue {
    switch (name, state) {
    case (let name?, nil): return try client.state(named: name)
    case (nil, let state?): return state
    case (nil, nil), (_?, _?):
      throw ProtocolError(
        .badParams,
        "\(path) has \(name == nil ? "neither name nor" : "both name and") state, "
          + "expected one of them")
    }
  }
}
