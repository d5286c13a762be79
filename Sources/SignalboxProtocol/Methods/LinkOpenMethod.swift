internal import Signalbox

/// `link/open`: opens a deep link.
public enum LinkOpenMethod: EngineMethod {
  /// The parameters.
  public struct Params: MessageFields {
    /// The link.
    public var url: String

    /// The description of the values.
    public static let fields = [MessageField("url", .string, "the link")]

    /// Creates parameters.
    ///
    /// - Parameter url: The link, with its scheme.
    public init(url: String) { self.url = url }
  }

  /// The outcome.
  public typealias Result = OutcomeDocument

  /// The name.
  public static let name = "link/open"
  /// One sentence.
  public static let summary =
    "Opens a link from outside. The outcome's value is the number of handlers that match."
  /// The example.
  public static let example = MethodExample<Params, Result>(Params(url: "shop://product/7"))

  /// Opens the link.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    try CallDocument(["operation": "open", "text": .string(params.url)])
      .perform(in: context, isGesture: true)
  }
}
