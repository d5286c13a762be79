internal import Signalbox

/// `events/subscribe`: which events the client receives.
public enum EventsSubscribeMethod: EngineMethod {
  /// The parameters.
  public struct Params: MessageFields {
    /// The kinds of events, or the first words of their names. `nil` is all, empty is none.
    public var kinds: [String]?
    /// The number of the last event that the client has, or `nil` for later events only.
    public var after: Int?

    /// The description of the values.
    public static let fields = [
      MessageField(
        "kinds", .list(.string), optional: true,
        "the kinds of events, such as `screen.created`, or their first words, such as `screen`; by "
          + "default all, and an empty list ends the subscription"),
      MessageField(
        "after", .integer(least: 0), optional: true,
        "the number of the last event that the client has, to receive the ones since then; by "
          + "default only later ones"),
    ]

    /// Creates parameters.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of events, or the first words of their names; `nil` for all.
    ///   - after: The number of the last event that the client has; `nil` for later events only.
    public init(kinds: [String]? = nil, after: Int? = nil) {
      (self.kinds, self.after) = (kinds, after)
    }
  }

  /// The result.
  public struct Result: MessageFields {
    /// The number of the last event that is not sent.
    public var after: Int

    /// The description of the values.
    public static let fields = [
      MessageField("after", .integer(least: 0), "the number of the last event that is not sent")
    ]
  }

  /// The name.
  public static let name = "events/subscribe"
  /// One sentence.
  public static let summary =
    "Subscribes to events, which arrive as `events/batch`. It replaces the previous subscription "
    + "of the client."
  /// The example.
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
