public import Signalbox

/// `events/batch`: events of a subscription.
public enum EventsBatchMethod: ProtocolMethod {
  /// The parameters.
  public struct Params: MessageFields {
    /// The events, in order.
    @Sparse public var events: [EventDocument] = []
    /// How many events of the subscription were dropped before these.
    @Sparse public var dropped: Int = 0

    /// The description of the values.
    public static let fields = [
      MessageField(
        "events", .list(.fields(EventDocument.fields)), optional: true, "the events, in order"),
      MessageField(
        "dropped", .integer(least: 0), optional: true,
        "how many events were dropped before these, because the client reads too slowly or the "
          + "engine no longer has them; omitted if none"),
    ]

    /// Creates parameters.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - dropped: How many events were dropped before these.
    public init(_ events: [EventDocument], dropped: Int = 0) {
      (self.events, self.dropped) = (events, dropped)
    }
  }

  /// No result.
  public typealias Result = NoFields

  /// The name.
  public static let name = "events/batch"
  /// Sent while a subscription lasts.
  public static let kind = MethodKind.serverNotification
  /// One sentence.
  public static let summary =
    "Events of a subscription, in order. A batch has at most \(EngineClient.maxBatch) events; more "
    + "arrive in further batches."
  /// The example.
  public static let example = MethodExample<Params, Result>(
    Params([EventDocument(sequence: 12, kind: "entry.pushed", subject: "s3", name: "product")]))
}

extension EventDocument {
  fileprivate init(sequence: Int, kind: String, subject: String, name: String) {
    (self.sequence, self.kind, time) = (sequence, kind, 350)
    (operation, self.subject, self.name, other) = (3, subject, name, "c1")
  }
}
