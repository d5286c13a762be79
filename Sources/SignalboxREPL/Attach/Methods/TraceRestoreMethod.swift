package import SignalboxProtocol

/// The method `trace/restore`, which goes back or forward to the state after a step.
package enum TraceRestoreMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var step: Int

    package static let fields = [
      MessageField("step", .index(minimum: 0), "the index of the step, from 0")
    ]

    package init(step: Int) { self.step = step }
  }

  package typealias Result = OutcomeDocument

  package static let name = "trace/restore"
  package static let summary =
    "Restores the state after a recorded step by undoing the changes since that step or redoing "
    + "the changes up to that step. Later steps can be restored until the session continues with a "
    + "new step."
  package static let example = MethodExample<Params, Result>(
    Params(step: 0),
    after: [
      #"{"method":"trace/read","params":{"from":0}}"#,
      #"{"method":"operation/perform","params":{"arguments":{"id":1},"caller":"Shop","#
        + #""name":"product","operation":"navigate"}}"#,
      #"{"method":"operation/perform","params":{"arguments":{"id":2},"caller":"Shop","#
        + #""name":"product","operation":"navigate"}}"#,
    ])
}
