internal import Signalbox

/// The method `clock/advance`, which advances virtual time.
public enum ClockAdvanceMethod: EngineMethod {
  /// The parameters of the method.
  public struct Params: MessageFields {
    /// The virtual time by which the clock is advanced, in milliseconds.
    package var milliseconds: Int

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "milliseconds", .integer(minimum: 0), "the virtual time by which the clock is advanced")
    ]

    /// Creates the parameters.
    ///
    /// - Parameter duration: The virtual time by which the clock is advanced, rounded up to a whole
    ///   number of milliseconds. Negative values count as zero.
    public init(_ duration: Duration) { milliseconds = max(0, duration.wholeMilliseconds) }
  }

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
  public static let name = "clock/advance"
  /// A short description of the method.
  public static let summary =
    "Advances virtual time: finishes animations and fires timers, in chronological order."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(Params(.milliseconds(350)))

  /// The maximum time by which one request can advance the clock, in milliseconds: one century.
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
