internal import Signalbox

/// The method `idle/wait`, which waits until the application is idle.
public enum IdleWaitMethod: EngineMethod {
  /// The method has no parameters.
  public typealias Params = NoFields

  /// The result of the method.
  public struct Result: MessageFields {
    /// The virtual time since the engine was created, in milliseconds.
    public var time: Int

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "time", .integer(minimum: 0), "virtual milliseconds since the engine was created")
    ]
  }

  /// The name of the method.
  public static let name = "idle/wait"
  /// A short description of the method.
  public static let summary =
    "Advances virtual time until no animation is running and no operation is waiting, and waits "
    + "until the asynchronous work of coordinators has ended. Timers that are due later remain "
    + "scheduled. Use this method instead of sleeping. `$/cancelRequest` ends the wait."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(NoFields())

  /// Returns a result if the engine is idle, or `nil` otherwise.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    let engine = context.engine
    if engine.hasFinishedWork { engine.takeInWork() }
    // The engine settles only if settling has an effect, because this code runs repeatedly while
    // the request waits, and each call of `settle` adds a line to recordings.
    if engine.canSettle { engine.settle() }
    // Stages and asynchronous work do not depend on virtual time, so the request waits for them.
    guard !engine.hasToWait, engine.openWorkCount == 0 else { return nil }
    return Result(time: engine.milliseconds)
  }
}
