package import Signalbox
package import SignalboxProtocol

/// The method `scenario/finished`, which reports the result of a scenario.
package enum ScenarioFinishedMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var id: MessageID
    package var number: Int
    package var result: NavigationValue

    package static let fields = [
      MessageField("id", .identifier, "the identifier of the request `scenario/run`"),
      MessageField(
        "number", .integer(minimum: 1), "the number of scenarios of the run that have finished"),
      MessageField(
        "result", .table,
        "the scenario and its status, failures (with differences), steps and output, as in a "
          + "line of the [`jsonl` report](../testing.md#reports)"),
    ]

    package init(id: MessageID, number: Int, _ result: NavigationValue) {
      (self.id, self.number, self.result) = (id, number, result)
    }
  }

  package typealias Result = NoFields

  package static let name = "scenario/finished"
  package static let kind = MethodKind.serverNotification
  package static let summary =
    "Reports the result of a scenario. Results arrive in the order of the run."
  package static let example = MethodExample<Params, Result>(
    Params(
      id: .number(7), number: 1,
      .table([
        "kind": "scenario", "status": "passed", "milliseconds": 1.5, "attempts": 1,
        "scenario": [
          "id": "shop.scenario.lua::help is available", "file": "shop.scenario.lua", "line": 3,
          "name": "help is available",
        ],
      ])))
}
