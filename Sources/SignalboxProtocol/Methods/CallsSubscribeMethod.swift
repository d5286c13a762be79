internal import Signalbox

/// The method `calls/subscribe`, which determines whether the client receives calls by the user,
/// the application and other clients.
public enum CallsSubscribeMethod: EngineMethod {
  /// The parameters of the method.
  public struct Params: MessageFields {
    /// Whether calls are sent. If `nil`, calls are sent.
    public var isOn: Bool?

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "isOn", .boolean, optional: true,
        "whether calls are sent (default: true); false ends the subscription")
    ]

    /// Creates the parameters.
    ///
    /// - Parameter isOn: Whether calls are sent. If `nil`, calls are sent.
    public init(isOn: Bool? = nil) { self.isOn = isOn }
  }

  /// The method has no result.
  public typealias Result = NoFields

  /// The name of the method.
  public static let name = "calls/subscribe"
  /// A short description of the method.
  public static let summary =
    "Subscribes to future calls by the user, the application and other clients: operations, "
    + "gestures and advances of virtual time. The calls arrive as `calls/batch`. Calls in "
    + "callbacks are not sent, because other calls cause them."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(Params())

  /// Subscribes the client to calls, or ends the subscription.
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
