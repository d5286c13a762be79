internal import Signalbox

/// `clock/advance`: advances virtual time.
public enum ClockAdvanceMethod: EngineMethod {
  /// The parameters.
  public struct Params: MessageFields {
    /// Virtual milliseconds.
    package var milliseconds: Int

    /// The description of the values.
    public static let fields = [
      MessageField("milliseconds", .integer(least: 0), "the virtual time to advance")
    ]

    /// Creates parameters.
    ///
    /// - Parameter duration: The virtual time to advance, rounded up to a whole number of
    ///   milliseconds. A negative one counts as zero.
    public init(_ duration: Duration) { milliseconds = max(0, duration.wholeMilliseconds) }
  }

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
  public static let name = "clock/advance"
  /// One sentence.
  public static let summary =
    "Advances virtual time: finishes animations and fires timers, in order of time."
  /// The example.
  public static let example = MethodExample<Params, Result>(Params(.milliseconds(350)))

  /// The longest time of one request: a century.
  private static let longest = 3_155_760_000_000

  /// Advances the clock.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    guard params.milliseconds <= longest else {
      throw ProtocolError(
        .badParams, "params.milliseconds is \(params.milliseconds), expected at most \(longest)")
    }
    context.engine.advance(by: .milliseconds(params.milliseconds))
    return Result(time: context.engine.milliseconds)
  }
}
