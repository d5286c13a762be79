public import Signalbox

/// `output/text`: what a request prints.
public enum OutputTextMethod: ProtocolMethod {
  /// The parameters.
  public struct Params: MessageFields {
    /// The identifier of the request.
    public var id: MessageID
    /// The text, with its line endings.
    @Sparse public var text: String = ""
    /// Whether it is the error of an input with a line number.
    @Sparse public var isFailure: Bool = false
    /// How many texts were dropped before this one.
    @Sparse public var dropped: Int = 0

    /// The description of the values.
    public static let fields = [
      MessageField("id", .identifier, "the identifier of the request that prints"),
      MessageField("text", .string, optional: true, "the text, with its line endings"),
      MessageField(
        "isFailure", .boolean, optional: true,
        "whether it is the error of an input that was sent with its line"),
      MessageField(
        "dropped", .integer(least: 0), optional: true,
        "how many texts were dropped here, because the client reads too slowly"),
    ]

    /// Creates parameters.
    ///
    /// - Parameters:
    ///   - id: The identifier of the request that prints.
    ///   - text: The text, with its line endings.
    ///   - isFailure: Whether it is the error of an input that was sent with its line.
    ///   - dropped: How many texts were dropped before this one.
    public init(id: MessageID, _ text: String, isFailure: Bool = false, dropped: Int = 0) {
      (self.id, self.text) = (id, text)
      (self.isFailure, self.dropped) = (isFailure, dropped)
    }
  }

  /// No result.
  public typealias Result = NoFields

  /// The name.
  public static let name = "output/text"
  /// Sent before the answer of the request.
  public static let kind = MethodKind.serverNotification
  /// One sentence.
  public static let summary = "Text that a request prints, before its answer."
  /// The example.
  public static let example = MethodExample<Params, Result>(Params(id: .number(7), "42\n"))
}
