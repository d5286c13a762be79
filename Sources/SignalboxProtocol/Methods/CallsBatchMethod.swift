public import Signalbox

/// The method `calls/batch`, which sends calls to a client that has subscribed to them.
public enum CallsBatchMethod: ProtocolMethod {
  /// A call that the user, the application or another client has made.
  public struct Call: MessageFields {
    /// The call with its outcome and time, as a line of a recording without the state.
    public var call: NavigationArguments
    /// The number of changes that have led to the state after the call, or 0 if there are no
    /// changes.
    @Sparse public var step: Int = 0

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "call", .table,
        "the call with its `outcome` and `time`, as a line of a recording without the state"),
      MessageField(
        "step", .integer(minimum: 0), optional: true,
        "the number of changes that led to the state after the call, as in `state/inspect`"),
    ]

    package init(_ call: NavigationArguments, step: Int) { (self.call, self.step) = (call, step) }
  }

  /// The parameters of the method.
  public struct Params: MessageFields {
    /// The calls, in the order in which they were made.
    @Sparse public var calls: [Call] = []
    /// The number of calls that were discarded before these calls.
    @Sparse public var dropped: Int = 0

    /// Descriptions of the fields.
    public static let fields = [
      MessageField("calls", .list(.fields(Call.fields)), optional: true, "the calls, in order"),
      MessageField(
        "dropped", .integer(minimum: 0), optional: true,
        "the number of calls that were discarded before these calls, because the client reads too "
          + "slowly"),
    ]

    package init(_ calls: [Call], dropped: Int = 0) {
      (self.calls, self.dropped) = (calls, dropped)
    }
  }

  /// The method has no result.
  public typealias Result = NoFields

  /// The name of the method.
  public static let name = "calls/batch"
  /// The server sends the notification while a subscription is active.
  public static let kind = MethodKind.serverNotification
  /// A short description of the method.
  public static let summary =
    "Contains the calls that the client subscribed to, in order. A batch has at most "
    + "\(EngineClient.maxCalls) calls. If the client does not read, the newest "
    + "\(EngineClient.maxCalls) calls wait, and older calls are discarded."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(
    Params([
      Call(
        [
          "operation": "tap", "isGesture": true, "text": "Buy", "time": .integer(350),
          "outcome": "done",
        ], step: 4)
    ]))
}
