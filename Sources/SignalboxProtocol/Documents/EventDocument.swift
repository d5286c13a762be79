public import Signalbox

/// An engine event as data, with the names that scripts use.
public struct EventDocument: MessageFields {
  /// The number of the event, counted from 1.
  public var sequence: Int
  /// The virtual time since the engine was created, in milliseconds.
  public var time: Int
  /// The number of the operation that the event belongs to, counted from 1, or 0 if the event
  /// belongs to no operation.
  @Sparse public var operation: Int = 0
  /// The kind of the event, such as `entry.pushed`.
  public var kind: String
  /// The identifier of the event's subject, such as `s17`.
  @Sparse public var subject: String = ""
  /// The name of the subject.
  @Sparse public var name: String = ""
  /// A second subject, such as the owner of a screen.
  public var other: String?
  /// The reason for the event.
  @Sparse public var reason: String = ""
  /// The reason code if ``reason`` contains a sentence, or `nil` otherwise.
  public var code: String?
  /// Whether the subject is covered by a layer.
  @Sparse public var isHidden: Bool = false

  /// Descriptions of the fields.
  public static let fields = [
    MessageField("sequence", .integer(minimum: 1), "the event number"),
    MessageField("time", .integer(minimum: 0), "virtual milliseconds since the engine was created"),
    MessageField(
      "operation", .integer(minimum: 0), optional: true, "the number of the operation, if any"),
    MessageField("kind", .choice(NavigationEvent.Kind.allCases.map(\.name)), "the event kind"),
    MessageField(
      "subject", .string, optional: true, "the identifier of the subject, such as `s17`"),
    MessageField("name", .string, optional: true, "the name of the subject"),
    MessageField(
      "other", .string, optional: true, "a second subject, such as the owner of a screen"),
    MessageField("reason", .string, optional: true, "the reason for the event"),
    MessageField(
      "code", .string, optional: true, "the reason code, if `reason` is a sentence"),
    MessageField("isHidden", .boolean, optional: true, "whether a layer covers the subject"),
  ]

  /// Creates a document from an event.
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
