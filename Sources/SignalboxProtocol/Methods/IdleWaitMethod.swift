internal import Signalbox

/// `idle/wait`: waits until the application has nothing to do.
public enum IdleWaitMethod: EngineMethod {
  /// No parameters.
  public typealias Params = NoFields

  /// The result.
  public struct Result: MessageFields {
    /// Virtual milliseconds since the engine was created.
    public var time: Int

    /// The description of the values.
    public static let fields = [
      MessageField("time", .integer(least: 0), "virtual milliseconds since the engine was created")
    ]
  }

  /// The name.
  public static let name = "idle/wait"
  /// One sentence.
  public static let summary =
    "Waits until no animation runs, no operation waits, and the asynchronous work of coordinators "
    + "has ended. Timers that are due later remain set. Use it instead of sleeping; "
    + "`$/cancelRequest` ends the wait."
  /// The example.
  public static let example = MethodExample<Params, Result>(NoFields())

  /// Answers if the engine is idle.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    let engine = context.engine
    if engine.hasFinishedWork { engine.takeInWork() }
    // Only with an effect: each call is a line of a recording, and this runs in every turn.
    if engine.canSettle { engine.settle() }
    // A stage takes its own time, and so does asynchronous work.
    guard !engine.hasToWait, engine.openWorkCount == 0 else { return nil }
    return Result(time: engine.milliseconds)
  }
}
