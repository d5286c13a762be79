public import Signalbox

/// `calls/batch`: calls of a subscription.
public enum CallsBatchMethod: ProtocolMethod {
  /// A call that was made.
  public struct Call: MessageFields {
    /// The call with its outcome, as a line of a recording without the state.
    public var call: NavigationArguments
    /// The number of changes that had led to the state after it; 0 for none.
    @Sparse public var step: Int = 0

    /// The description of the values.
    public static let fields = [
      MessageField(
        "call", .table,
        "the call with its `outcome` and `time`, as a line of a recording without the state"),
      MessageField(
        "step", .integer(least: 0), optional: true,
        "the number of changes that had led to the state after it, as in `state/inspect`"),
    ]

    package init(_ call: NavigationArguments, step: Int) { (self.call, self.step) = (call, step) }
  }

  /// The parameters.
  public struct Params: MessageFields {
    /// The calls, in order.
    @Sparse public var calls: [Call] = []
    /// How many calls before these were discarded.
    @Sparse public var dropped: Int = 0

    /// The description of the values.
    public static let fields = [
      MessageField("calls", .list(.fields(Call.fields)), optional: true, "the calls, in order"),
      MessageField(
        "dropped", .integer(least: 0), optional: true,
        "how many calls before these were discarded, because the client reads too slowly"),
    ]

    package init(_ calls: [Call], dropped: Int = 0) {
      (self.calls, self.dropped) = (calls, dropped)
    }
  }

  /// No result.
  public typealias Result = NoFields

  /// The name.
  public static let name = "calls/batch"
  /// Sent while a subscription lasts.
  public static let kind = MethodKind.serverNotification
  /// One sentence.
  public static let summary =
    "Calls of a subscription, in order. A batch has at most \(EngineClient.maxCalls) calls, and as "
    + "many wait for a client that does not read; older ones are then discarded."
  /// The example.
  public static let example = MethodExample<Params, Result>(
    Params([
      Call(
        [
          "operation": "tap", "isGesture": true, "text": "Buy", "time": .integer(350),
          "outcome": "done",
        ], step: 4)
    ]))
}
