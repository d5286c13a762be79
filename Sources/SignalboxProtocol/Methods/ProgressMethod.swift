/// `$/progress`: why a request has not been answered yet.
public enum ProgressMethod: ProtocolMethod {
  /// The parameters.
  public struct Params: MessageFields {
    /// The identifier of the waiting request.
    public var id: MessageID
    /// The client whose request runs, or `nil` if the host is busy itself.
    public var waitsFor: Int?
    /// One sentence for the user.
    public var message: String

    /// The description of the values.
    public static let fields = [
      MessageField("id", .identifier, "the identifier of the waiting request"),
      MessageField(
        "waitsFor", .integer(least: 1), optional: true,
        "the client whose request is running; omitted if the host itself is busy"),
      MessageField("message", .string, "the same as a sentence"),
    ]

    init(id: MessageID, waitsFor: Int?, _ message: String) {
      (self.id, self.waitsFor, self.message) = (id, waitsFor, message)
    }
  }

  /// No result.
  public typealias Result = NoFields

  /// The name.
  public static let name = "$/progress"
  /// Sent once for a request that waits for long.
  public static let kind = MethodKind.serverNotification
  /// One sentence.
  public static let summary =
    "States what a request waits for; sent once for a request that has waited for a second."
  /// The example.
  public static let example = MethodExample<Params, Result>(
    Params(id: .number(7), waitsFor: 2, "waiting for client 2 (editor): script/evaluate"))
}
