public import Signalbox

/// An event of the engine as data, with the names that scripts use.
public struct EventDocument: MessageFields {
  /// The number of the event, counted from 1.
  public var sequence: Int
  /// Virtual milliseconds since the engine was created.
  public var time: Int
  /// The operation that it belongs to, counted from 1, or 0 for none.
  @Sparse public var operation: Int = 0
  /// What happened, such as `entry.pushed`.
  public var kind: String
  /// The identifier of its subject, such as `s17`.
  @Sparse public var subject: String = ""
  /// The subject's name.
  @Sparse public var name: String = ""
  /// A second subject, such as the owner of a screen.
  public var other: String?
  /// Why it happened.
  @Sparse public var reason: String = ""
  /// The code of the reason, if ``reason`` is a text.
  public var code: String?
  /// Whether a layer covers its subject.
  @Sparse public var isHidden: Bool = false

  /// The description of the values.
  public static let fields = [
    MessageField("sequence", .integer(least: 1), "the number of the event"),
    MessageField("time", .integer(least: 0), "virtual milliseconds since the engine was created"),
    MessageField(
      "operation", .integer(least: 0), optional: true, "the number of its operation, if any"),
    MessageField("kind", .choice(NavigationEvent.Kind.allCases.map(\.name)), "what happened"),
    MessageField("subject", .string, optional: true, "the identifier of its subject: `s17`"),
    MessageField("name", .string, optional: true, "the subject's name"),
    MessageField(
      "other", .string, optional: true, "a second subject, such as the owner of a screen"),
    MessageField("reason", .string, optional: true, "why it happened"),
    MessageField(
      "code", .string, optional: true, "the code of the reason, if `reason` is a text"),
    MessageField("isHidden", .boolean, optional: true, "whether a layer covers its subject"),
  ]

  /// Creates the document of an event.
  ///
  /// - Parameter event: An event of any engine.
  public init(_ event: NavigationEvent) {
    (sequence, time, kind) = (event.sequence, event.milliseconds, event.kind.name)
    (operation, subject, name) = (event.operation, event.subject.description, event.name)
    (reason, isHidden) = (event.explanation, event.isHidden)
    other = event.other?.description
    let code = event.reason.description
    self.code = code.isEmpty || code == event.explanation ? nil : code
  }
}
