/// Renders the state as text.
///
/// A renderer reads its subject without changing it. The rendered text has no line ending after its
/// last line.
public protocol Renderer: SendableMetatype {
  /// The name that selects the renderer, such as `tree`.
  static var name: String { get }
  /// A one-sentence description without a period.
  static var summary: String { get }

  /// Returns the rendered text.
  ///
  /// - Parameter subject: The subject to render. A renderer reads only the parts of the subject
  ///   that it shows.
  static func render(_ subject: RenderSubject) -> String
}
