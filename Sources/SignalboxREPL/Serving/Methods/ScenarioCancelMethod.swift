package import SignalboxProtocol

/// The method `scenario/cancel`, which ends a run early and keeps the run's results.
package enum ScenarioCancelMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var id: MessageID

    package static let fields = [
      MessageField(
        "id", .identifier, "the identifier of a request `scenario/run` or `explore/run`")
    ]

    package init(id: MessageID) { self.id = id }
  }

  package struct Result: MessageFields {
    package var isRunning: Bool

    package static let fields = [
      MessageField(
        "isRunning", .boolean,
        "whether the request was in progress; `false` if it does not exist or has already been "
          + "answered")
    ]

    package init(isRunning: Bool) { self.isRunning = isRunning }
  }

  package static let name = "scenario/cancel"
  package static let summary =
    "Stops one of the client's runs or explorations early. The response to `scenario/run` or "
    + "`explore/run` then contains the results so far; scenarios that did not run have the status "
    + "`notRun`."
  package static let example = MethodExample<Params, Result>(Params(id: .number(3)))
}
