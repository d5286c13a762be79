public import Signalbox

/// The method `schedule/batch`, which sends changes to timers and asynchronous work to a client
/// that has subscribed to them.
public enum ScheduleBatchMethod: ProtocolMethod {
  /// A change to a timer or to asynchronous work.
  public struct Change: MessageFields {
    /// The kinds of items.
    public enum Item: String, Hashable, Sendable, Codable, CaseIterable {
      /// A timer of the virtual clock.
      case timer
      /// Asynchronous work.
      case work
    }

    /// The kind of the item.
    public var item: Item
    /// The number of the timer or work item. The engine numbers timers and work items separately,
    /// starting at 1.
    public var number: Int
    /// The kind of change: `began`, `ended` or `cancelled`.
    public var change: String
    /// The virtual time of the change, in milliseconds since the engine was created.
    public var time: Int
    /// The virtual time at which the timer fires, in milliseconds, or `nil` for work and for
    /// changes other than `began`.
    public var deadline: Int?
    /// The number of the coordinator to which the item belongs, or `nil` if there is none.
    public var owner: Int?
    /// The type name of the owner, or `nil` if there is no owner or if the change is not `began`.
    public var ownerType: String?
    /// The results that `work/end` accepts for the work. The list is empty for timers and for
    /// changes other than `began`.
    @Sparse public var results: [ClientWorkResult] = []

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "item", .choice(Item.allCases.map(\.rawValue)),
        "`timer`, or `work` for asynchronous work"),
      MessageField(
        "number", .integer(minimum: 1),
        "the number of the timer or work item; both are numbered separately, starting at 1"),
      MessageField(
        "change", .choice(ScheduleChange.Kind.allCases.map(\.rawValue)),
        "`began`; `ended` when a timer fires or a result is delivered; or `cancelled`"),
      MessageField(
        "time", .integer(minimum: 0), "virtual milliseconds since the engine was created"),
      MessageField(
        "deadline", .integer(minimum: 0), optional: true,
        "the virtual time at which the timer fires, for `began` of a timer"),
      MessageField(
        "owner", .integer(minimum: 1), optional: true,
        "the number of the coordinator that the item belongs to, as in `state/inspect`"),
      MessageField(
        "ownerType", .string, optional: true, "the type name of the owner, for `began`"),
      MessageField(
        "results", .list(.choice(ClientWorkResult.allCases.map(\.rawValue))), optional: true,
        "the results with which `work/end` can end the work, for `began` of work"),
    ]

    /// Creates the message form of a change that an engine has reported.
    package init(_ change: ScheduleChange) {
      switch change.item {
      case .timer(let id): (item, number) = (.timer, id.number)
      case .work(let id): (item, number) = (.work, id.number)
      }
      (self.change, time) = (change.kind.rawValue, change.milliseconds)
      (deadline, owner) = (change.deadline, change.owner?.number)
      (ownerType, results) = (change.ownerType, change.possibleResults)
    }

    /// The change for an engine that mirrors the application, or `nil` if the kind of change is
    /// unknown in this version.
    package var mirrored: ScheduleChange? {
      ScheduleChange.Kind(rawValue: change).map {
        ScheduleChange(
          mirroring: number, isWork: item == .work, $0, owner: owner, ownerType: ownerType,
          milliseconds: time, deadline: deadline, possibleResults: results)
      }
    }
  }

  /// The parameters of the method.
  public struct Params: MessageFields {
    /// The changes, in the order of occurrence.
    @Sparse public var changes: [Change] = []
    /// Whether the changes begin with all pending timers and unfinished work. If `true`, all other
    /// items no longer exist.
    @Sparse public var isComplete: Bool = false

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "changes", .list(.fields(Change.fields)), optional: true, "the changes, in order"),
      MessageField(
        "isComplete", .boolean, optional: true,
        "whether the changes begin with all pending timers and unfinished work, so that other "
          + "items no longer exist: in the first batch, after the host has replaced its session, "
          + "and if changes were discarded because the client reads too slowly"),
    ]

    package init(_ changes: [Change], isComplete: Bool) {
      (self.changes, self.isComplete) = (changes, isComplete)
    }
  }

  /// The method has no result.
  public typealias Result = NoFields

  /// The name of the method.
  public static let name = "schedule/batch"
  /// The server sends the notification while a subscription is active.
  public static let kind = MethodKind.serverNotification
  /// A short description of the method.
  public static let summary =
    "Contains changes to timers and asynchronous work, in order. If the client does not "
    + "read and more than \(EngineClient.maxChanges) changes wait, they are discarded, and the next "
    + "batch begins with all pending timers and unfinished work."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(
    Params(
      [
        Change(
          ScheduleChange(
            mirroring: 2, isWork: false, .began, owner: 1, ownerType: "Bank", milliseconds: 350,
            deadline: 20_350, possibleResults: []))
      ], isComplete: false))
}
