/// The method `$/cancelRequest`, which cancels a request of the same client.
public enum CancelRequestMethod: ProtocolMethod {
  /// The parameters of the method.
  public struct Params: MessageFields {
    /// The identifier of the request to cancel.
    public var id: MessageID

    /// Descriptions of the fields.
    public static let fields = [
      MessageField("id", .identifier, "the identifier of the request")
    ]

    /// Creates the parameters.
    ///
    /// - Parameter id: The identifier of a request of this client.
    public init(id: MessageID) { self.id = id }
  }

  /// The method has no result.
  public typealias Result = NoFields

  /// The name of the method.
  public static let name = "$/cancelRequest"
  /// The method is a notification, so it has no response.
  public static let kind = MethodKind.clientNotification
  /// A short description of the method.
  public static let summary =
    "Cancels a request. A waiting request is answered with the error `cancelled`. A running request "
    + "that the engine answers is also cancelled, after the current callback. A running script is "
    + "stopped. A request that has already been answered is not affected."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(Params(id: .number(7)))
}
