public import Signalbox

/// A reference to a state: either a document, or the name with which `state/save` stored the state.
public struct StateReference: MessageFields {
  /// The name of a state that the client has saved, or `nil` if ``state`` is set.
  public var name: String?
  /// A state document, as returned by `state/get`, or `nil` if ``name`` is set.
  public var state: NavigationValue?

  /// The title under which the documentation describes the value.
  public static let title: String? = "State reference"
  /// Descriptions of the fields.
  public static let fields = [
    MessageField(
      "name", .string, optional: true, "the name of a state that was saved with `state/save`"),
    MessageField("state", .state, optional: true, "a state in the format of `state/get`"),
  ]

  /// Creates a reference to a saved state.
  ///
  /// - Parameter name: The name that was passed to `state/save`.
  public init(name: String) { self.name = name }

  /// Creates a reference that contains a state.
  ///
  /// - Parameter state: A state document.
  public init(state: NavigationValue) { self.state = state }

  /// Returns the state document.
  ///
  /// - Parameter path: The path of the reference in error messages.
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
