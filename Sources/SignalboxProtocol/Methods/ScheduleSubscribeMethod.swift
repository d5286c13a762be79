internal import Signalbox

/// The method `schedule/subscribe`, which determines whether the client receives changes to timers
/// and asynchronous work.
public enum ScheduleSubscribeMethod: EngineMethod {
  /// The parameters of the method.
  public struct Params: MessageFields {
    /// Whether changes are sent. If `nil`, changes are sent.
    public var isOn: Bool?

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "isOn", .boolean, optional: true,
        "whether changes are sent (default: true); false ends the subscription")
    ]

    /// Creates the parameters.
    ///
    /// - Parameter isOn: Whether changes are sent. If `nil`, changes are sent.
    public init(isOn: Bool? = nil) { self.isOn = isOn }
  }

  /// The method has no result.
  public typealias Result = NoFields

  /// The name of the method.
  public static let name = "schedule/subscribe"
  /// A short description of the method.
  public static let summary =
    "Subscribes to timers and asynchronous work. The first `schedule/batch` contains all pending "
    + "timers and unfinished work, and later batches contain changes."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(Params())

  /// Subscribes the client to changes, or ends the subscription.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    if params.isOn ?? true {
      context.client.observeSchedule(of: context.engine)
    } else {
      context.client.stopObservingSchedule()
    }
    return NoFields()
  }
}
