public import Signalbox

/// The method `events/batch`, which sends events to a client that has subscribed to them.
public enum EventsBatchMethod: ProtocolMethod {
  /// The parameters of the method.
  public struct Params: MessageFields {
    /// The events, in the order of occurrence.
    @Sparse public var events: [EventDocument] = []
    /// The number of events of any kind that the engine has discarded since the last event that was
    /// sent.
    @Sparse public var dropped: Int = 0
    /// The number of the event of the new engine after which the subscription continues, or `nil`
    /// if the host has not replaced its engine since the previous batch.
    public var restartedAfter: Int?

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "events", .list(.fields(EventDocument.fields)), optional: true, "the events, in order"),
      MessageField(
        "dropped", .integer(minimum: 0), optional: true,
        "the number of events of any kind that were discarded after the last event that was sent, "
          + "because the client reads too slowly; omitted if no events were discarded"),
      MessageField(
        "restartedAfter", .integer(minimum: 0), optional: true,
        "the number of the event of the new session after which the subscription continues; "
          + "present only if the host has replaced its session, which restarts event numbers and "
          + "identifiers"),
    ]

    /// Creates the parameters.
    ///
    /// - Parameters:
    ///   - events: The events, in the order of occurrence.
    ///   - dropped: The number of events of any kind that the engine discarded before these events.
    ///   - restartedAfter: The number of the event of the new engine after which the subscription
    ///     continues, or `nil` if the engine has not been replaced.
    public init(_ events: [EventDocument], dropped: Int = 0, restartedAfter: Int? = nil) {
      (self.events, self.dropped, self.restartedAfter) = (events, dropped, restartedAfter)
    }
  }

  /// The method has no result.
  public typealias Result = NoFields

  /// The name of the method.
  public static let name = "events/batch"
  /// The server sends the notification while a subscription is active.
  public static let kind = MethodKind.serverNotification
  /// A short description of the method.
  public static let summary =
    "Contains the events of a subscription, in order. A batch has at most "
    + "\(EngineClient.maxBatch) events. Further batches are sent after the client has "
    + "read the earlier ones. If the host replaces its session, the subscription continues with "
    + "the same kinds of events."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(
    Params([EventDocument(sequence: 12, kind: "entry.pushed", subject: "s3", name: "product")]))
}

extension EventDocument {
  fileprivate init(sequence: Int, kind: String, subject: String, name: String) {
    (self.sequence, self.kind, time) = (sequence, kind, 350)
    (operation, self.subject, self.name, other) = (3, subject, name, "c1")
  }
}
