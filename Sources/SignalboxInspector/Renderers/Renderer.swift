/// Renders the state as text.
///
/// A renderer reads its subject without changing it. The rendered text has no line ending after its
/// last line.
public protocol Renderer: SendableMetatype {
  /// The name that selects the renderer, such as `tree`.
  static var name: String { get }
  /// One sentence without a full stop.
  static var summary: String { get }

  /// Returns the rendered text. Cost: O(size of the text).
  ///
  /// - Parameter subject: The subject to render; a renderer reads only the parts that it shows.
  static func render(_ subject: RenderSubject) -> String
}
