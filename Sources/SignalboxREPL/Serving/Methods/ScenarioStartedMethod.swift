package import Signalbox
package import SignalboxProtocol

/// The method `scenario/started`, which reports the plan of a run.
package enum ScenarioStartedMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var id: MessageID
    package var scenarios: Int
    package var workers: Int
    package var seed: String?
    @Sparse package var unloaded: [UnloadedEntry] = []

    package static let fields = [
      MessageField("id", .identifier, "the identifier of the request `scenario/run`"),
      MessageField("scenarios", .integer(minimum: 0), "the number of scenarios that will run"),
      MessageField("workers", .integer(minimum: 1), "the number of scenarios that run at a time"),
      MessageField(
        "seed", .string, optional: true, "the seed of the order; omitted if it is not random"),
      MessageField(
        "unloaded", .list(.shared("Unloaded file", UnloadedEntry.fields)), optional: true,
        "files that failed to load"),
    ]

    package init(id: MessageID, scenarios: Int, workers: Int, seed: String?) {
      (self.id, self.scenarios, self.workers, self.seed) = (id, scenarios, workers, seed)
    }
  }

  package typealias Result = NoFields

  package static let name = "scenario/started"
  package static let kind = MethodKind.serverNotification
  package static let summary = "Reports the plan of a run before its first result."
  package static let example = MethodExample<Params, Result>(
    Params(id: .number(7), scenarios: 12, workers: 2, seed: "481516"))
}
