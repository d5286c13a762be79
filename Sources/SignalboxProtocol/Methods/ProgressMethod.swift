/// The method `$/progress`, which reports the reason why a request has no response yet.
public enum ProgressMethod: ProtocolMethod {
  /// The parameters of the method.
  public struct Params: MessageFields {
    /// The identifier of the waiting request.
    public var id: MessageID
    /// The number of the client whose request is running, or `nil` if the host itself is busy.
    public var waitsFor: Int?
    /// A one-sentence message for the user.
    public var message: String

    /// Descriptions of the fields.
    public static let fields = [
      MessageField("id", .identifier, "the identifier of the waiting request"),
      MessageField(
        "waitsFor", .integer(minimum: 1), optional: true,
        "the client whose request is running; omitted if the host itself is busy"),
      MessageField("message", .string, "a readable description"),
    ]

    init(id: MessageID, waitsFor: Int?, _ message: String) {
      (self.id, self.waitsFor, self.message) = (id, waitsFor, message)
    }
  }

  /// The method has no result.
  public typealias Result = NoFields

  /// The name of the method.
  public static let name = "$/progress"
  /// The server sends the notification once for a request that waits for a long time.
  public static let kind = MethodKind.serverNotification
  /// A short description of the method.
  public static let summary =
    "Reports why a request is waiting. Sent at most once per request: when it has waited for one "
    + "second, unless it is waiting for another request of the same client."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(
    Params(id: .number(7), waitsFor: 2, "waiting for client 2 (editor): script/evaluate"))
}
