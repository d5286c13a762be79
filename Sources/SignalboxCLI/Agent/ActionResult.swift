internal import Signalbox
internal import SignalboxProtocol

/// The visible state, with the gestures that the user can perform.
struct AgentState: Hashable {
  var state: String
  var actions: [String]
  var time: Int
}

/// The changes that an action has made, and the gestures that are possible afterwards.
struct ActionResult: AgentResult {
  var status: String
  var reason: String?
  var message: String?
  var hint: String?
  var value: NavigationValue?
  var changes: [String] = []
  var output: String = ""
  var state: String
  var actions: [String]
  var time: Int

  static let fields = [
    MessageField(
      "status", .choice(["done", "noop", "rejected", "cancelled", "queued"]),
      "the status of the action; while it is `queued`, call advance to finish the action"),
    MessageField(
      "reason", .string, optional: true,
      "the reason code; omitted if the status is `done` or `queued`"),
    MessageField("message", .string, optional: true, "the reason why the action was rejected"),
    MessageField("hint", .string, optional: true, "a suggestion for what to do instead"),
    MessageField("value", .any, optional: true, "the value that the action returned"),
    MessageField("changes", .list(.string), "the changes to the visible state"),
    MessageField("output", .string, "the output of scripts"),
    MessageField(
      "state", .string,
      "the visible state: coordinators with their screens, as in Shop[list,product], and layers"),
    MessageField("actions", .list(.string), "the gestures that are possible next"),
    MessageField("time", .integer(minimum: 0), "the virtual time in milliseconds"),
  ]

  init(_ outcome: OutcomeDocument?, _ state: AgentState) {
    status = outcome?.status.rawValue ?? "done"
    reason = outcome?.reason
    message = outcome?.message.map { AgentText.shortened($0, to: 500) }
    hint = outcome?.hint.map { AgentText.shortened($0, to: 500) }
    value = outcome?.value.map(AgentText.shortened)
    (self.state, actions, time) = (state.state, state.actions, state.time)
  }

  var isFailure: Bool { status == "rejected" }

  var text: String {
    var text = status
    if let reason { text += " (\(reason))" }
    if let message { text += ": \(message)" }
    if let hint { text += "\nSuggestion: \(hint)" }
    if let value { text += "\nValue: \(value)" }
    text += "\n" + AgentText.section("Changed", changes)
    if !output.isEmpty { text += "Printed:\n\(output)\n" }
    return text + "State: \(AgentText.shown(state))\n" + AgentText.section("Possible next", actions)
  }
}
