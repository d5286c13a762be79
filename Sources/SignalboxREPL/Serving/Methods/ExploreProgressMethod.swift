package import SignalboxProtocol

/// The method `explore/progress`, which reports the progress of an exploration.
package enum ExploreProgressMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var id: MessageID
    package var states: Int
    package var transitions: Int
    package var depth: Int
    package var queued: Int
    package var milliseconds: Int

    package static let fields = [
      MessageField("id", .identifier, "the identifier of the request `explore/run`"),
      MessageField("states", .integer(minimum: 0), "the number of states"),
      MessageField("transitions", .integer(minimum: 0), "the number of transitions"),
      MessageField("depth", .integer(minimum: 0), "the number of actions on the current path"),
      MessageField(
        "queued", .integer(minimum: 0),
        "the number of states whose actions have not been performed yet"),
      MessageField("milliseconds", .integer(minimum: 0), "the elapsed wall-clock time"),
    ]

    package init(
      id: MessageID, states: Int, transitions: Int, depth: Int, queued: Int, milliseconds: Int
    ) {
      (self.id, self.states, self.transitions) = (id, states, transitions)
      (self.depth, self.queued, self.milliseconds) = (depth, queued, milliseconds)
    }
  }

  package typealias Result = NoFields

  package static let name = "explore/progress"
  package static let kind = MethodKind.serverNotification
  package static let summary = "Reports the progress of an exploration."
  package static let example = MethodExample<Params, Result>(
    Params(
      id: .number(7), states: 1204, transitions: 5310, depth: 7, queued: 310, milliseconds: 250))
}
