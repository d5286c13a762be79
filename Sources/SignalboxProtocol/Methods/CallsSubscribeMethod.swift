internal import Signalbox

/// `calls/subscribe`: whether the client receives the calls of others.
public enum CallsSubscribeMethod: EngineMethod {
  /// The parameters.
  public struct Params: MessageFields {
    /// Whether calls are sent; `nil` is true.
    public var isOn: Bool?

    /// The description of the values.
    public static let fields = [
      MessageField(
        "isOn", .boolean, optional: true, "whether calls are sent; false ends the subscription")
    ]

    /// Creates parameters.
    ///
    /// - Parameter isOn: Whether calls are sent; `nil` is true.
    public init(isOn: Bool? = nil) { self.isOn = isOn }
  }

  /// No result.
  public typealias Result = NoFields

  /// The name.
  public static let name = "calls/subscribe"
  /// One sentence.
  public static let summary =
    "Subscribes to the operations, gestures and advances of time that the user, the application or "
    + "another client makes from now on, which arrive as `calls/batch`. Calls in callbacks are "
    + "consequences of others and are not sent."
  /// The example.
  public static let example = MethodExample<Params, Result>(Params())

  /// Subscribes the client.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    if params.isOn ?? true {
      context.client.observeCalls(of: context.engine)
    } else {
      context.client.stopObservingCalls()
    }
    return NoFields()
  }
}
