/// One way to draw what an engine shows, as text.
///
/// A picture reads its subject and changes nothing. Its text has no line end behind the last line.
public protocol Picture: SendableMetatype {
  /// What people ask for, such as `tree`.
  static var name: String { get }
  /// One sentence without a full stop.
  static var summary: String { get }

  /// Draws the subject. Cost: O(what the picture shows).
  static func draw(_ subject: PictureSubject) -> String
}
