internal import Signalbox

/// The method `events/subscribe`, which selects the events that the client receives.
public enum EventsSubscribeMethod: EngineMethod {
  /// The parameters of the method.
  public struct Params: MessageFields {
    /// The kinds of events, or the first words of their names. If `nil`, all kinds are selected. If
    /// the array is empty, no kinds are selected.
    public var kinds: [String]?
    /// The number of the last event that the client has received, or `nil` to receive only later
    /// events.
    public var after: Int?

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "kinds", .list(.string), optional: true,
        "the kinds of events, such as `screen.created`, or their first words, such as `screen` "
          + "(default: all kinds); an empty list ends the subscription"),
      MessageField(
        "after", .integer(minimum: 0), optional: true,
        "the number of the last event that the client has received; the events after it are sent "
          + "(default: only future events)"),
    ]

    /// Creates the parameters.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of events (or the first words of their names), or `nil` to select all
    ///     kinds.
    ///   - after: The number of the last event that the client has received, or `nil` to receive
    ///     only later events.
    public init(kinds: [String]? = nil, after: Int? = nil) {
      (self.kinds, self.after) = (kinds, after)
    }
  }

  /// The result of the method.
  public struct Result: MessageFields {
    /// The number of the event after which the subscription begins.
    public var after: Int

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "after", .integer(minimum: 0), "the number of the event after which the subscription begins"
      )
    ]
  }

  /// The name of the method.
  public static let name = "events/subscribe"
  /// A short description of the method.
  public static let summary =
    "Subscribes to events, which are sent as `events/batch`. The subscription replaces the "
    + "client's previous subscription."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(Params(kinds: ["entry", "tab.badge"]))

  /// Subscribes the client.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    var kinds = Set(params.kinds == nil ? NavigationEvent.Kind.allCases : [])
    for name in params.kinds ?? [] {
      let found = NavigationEvent.Kind.allCases.filter {
        $0.name == name || $0.name.hasPrefix(name + ".")
      }
      guard !found.isEmpty else {
        throw ProtocolError(
          .badParams, "there is no event \(quotation(name))",
          hint: nameHint(for: name, in: NavigationEvent.Kind.allCases.map(\.name)))
      }
      kinds.formUnion(found)
    }
    let last = min(params.after ?? .max, context.engine.eventCount)
    context.client.subscribe(to: kinds, after: last)
    return Result(after: last)
  }
}
