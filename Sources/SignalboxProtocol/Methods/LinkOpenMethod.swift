internal import Signalbox

/// The method `link/open`, which opens a deep link.
public enum LinkOpenMethod: EngineMethod {
  /// The parameters of the method.
  public struct Params: MessageFields {
    /// The link to open.
    public var url: String

    /// Descriptions of the fields.
    public static let fields = [MessageField("url", .string, "the link")]

    /// Creates the parameters.
    ///
    /// - Parameter url: The link, including its scheme.
    public init(url: String) { self.url = url }
  }

  /// The outcome of the operation.
  public typealias Result = OutcomeDocument

  /// The name of the method.
  public static let name = "link/open"
  /// A short description of the method.
  public static let summary =
    "Opens an external link. The outcome's value is the number of matching handlers."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(Params(url: "shop://product/7"))

  /// Opens the link.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    try CallDocument(["operation": "open", "text": .string(params.url)])
      .perform(in: context, isGesture: true)
  }
}
