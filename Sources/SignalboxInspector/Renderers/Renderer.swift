/// A view of the state as text.
///
/// A renderer reads its subject and changes nothing. Its text has no line end behind the last line.
public protocol Renderer: SendableMetatype {
  /// What people ask for, such as `tree`.
  static var name: String { get }
  /// One sentence without a full stop.
  static var summary: String { get }

  /// Returns the subject as text. Cost: O(what it shows).
  static func render(_ subject: RenderSubject) -> String
}
