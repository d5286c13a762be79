public import Signalbox

/// The method `output/text`, which sends text that a request or the host prints.
public enum OutputTextMethod: ProtocolMethod {
  /// The parameters of the method.
  public struct Params: MessageFields {
    /// The identifier of the request, or `nil` if the host itself prints the text.
    public var id: MessageID?
    /// The text, including its line endings.
    @Sparse public var text: String = ""
    /// Whether the text is an error message: of the host, of a run, an exploration or a linter run,
    /// or of an input that was sent with its line number.
    @Sparse public var isFailure: Bool = false
    /// The number of texts that were dropped before this text.
    @Sparse public var dropped: Int = 0

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "id", .identifier, optional: true,
        "the identifier of the request that prints; omitted for text of the host itself, such as "
          + "the output of a script that it loads"),
      MessageField("text", .string, optional: true, "the text, with its line endings"),
      MessageField(
        "isFailure", .boolean, optional: true,
        "whether the text is an error message: of the host, of a run, an exploration or a linter "
          + "run, or of an input that was sent with its line number"),
      MessageField(
        "dropped", .integer(minimum: 0), optional: true,
        "the number of texts that were dropped before this text, because the client reads too "
          + "slowly"),
    ]

    /// Creates the parameters.
    ///
    /// - Parameters:
    ///   - id: The identifier of the request that prints the text, or `nil` for the host itself.
    ///   - text: The text, including its line endings.
    ///   - isFailure: Whether the text is an error message: of the host, of a run, an exploration or
    ///     a linter run, or of an input that was sent with its line number.
    ///   - dropped: The number of texts that were dropped before this text.
    public init(id: MessageID?, _ text: String, isFailure: Bool = false, dropped: Int = 0) {
      (self.id, self.text) = (id, text)
      (self.isFailure, self.dropped) = (isFailure, dropped)
    }
  }

  /// The method has no result.
  public typealias Result = NoFields

  /// The name of the method.
  public static let name = "output/text"
  /// The server sends the notification. Text that a request prints arrives before the response.
  public static let kind = MethodKind.serverNotification
  /// A short description of the method.
  public static let summary =
    "Contains text that the host prints, or that a request prints before its response."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(Params(id: .number(7), "42\n"))
}
