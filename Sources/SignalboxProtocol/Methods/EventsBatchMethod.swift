public import Signalbox

/// `events/batch`: events of a subscription.
public enum EventsBatchMethod: ProtocolMethod {
  /// The parameters.
  public struct Params: MessageFields {
    /// The events, in order.
    @Sparse public var events: [EventDocument] = []
    /// How many events of any kind the engine has discarded since the last one that was sent.
    @Sparse public var dropped: Int = 0
    /// The number of the last event that is not sent, if the host has replaced its engine.
    public var restartedAfter: Int?

    /// The description of the values.
    public static let fields = [
      MessageField(
        "events", .list(.fields(EventDocument.fields)), optional: true, "the events, in order"),
      MessageField(
        "dropped", .integer(least: 0), optional: true,
        "how many events of any kind the engine has discarded since the last one that was sent, "
          + "because the client reads too slowly; omitted if none"),
      MessageField(
        "restartedAfter", .integer(least: 0), optional: true,
        "the number of the last event that is not sent, if the host has replaced its session: "
          + "numbers of events and identifiers begin again"),
    ]

    /// Creates parameters.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - dropped: How many events of any kind the engine has discarded before these.
    ///   - restartedAfter: The number of the last event of a new engine that is not sent; `nil` if
    ///     the engine is the same.
    public init(_ events: [EventDocument], dropped: Int = 0, restartedAfter: Int? = nil) {
      (self.events, self.dropped, self.restartedAfter) = (events, dropped, restartedAfter)
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
    + "arrive in further batches, when the client has read the earlier ones. If the host replaces "
    + "its session, the subscription continues with the same kinds."
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
