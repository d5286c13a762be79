/// `$/cancelRequest`: ends a request of the same client.
public enum CancelRequestMethod: ProtocolMethod {
  /// The parameters.
  public struct Params: MessageFields {
    /// The identifier of the request.
    public var id: MessageID

    /// The description of the values.
    public static let fields = [
      MessageField("id", .identifier, "the identifier of the request")
    ]

    /// Creates parameters.
    ///
    /// - Parameter id: The identifier of a request of this client.
    public init(id: MessageID) { self.id = id }
  }

  /// No result.
  public typealias Result = NoFields

  /// The name.
  public static let name = "$/cancelRequest"
  /// It has no answer of its own.
  public static let kind = MethodKind.clientNotification
  /// One sentence.
  public static let summary =
    "Cancels a request. A waiting request is answered with the error `cancelled`, and so is a "
    + "running one that the engine answers, after the current callback. A running script is "
    + "stopped. A request that has been answered is not affected."
  /// The example.
  public static let example = MethodExample<Params, Result>(Params(id: .number(7)))
}
