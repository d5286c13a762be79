internal import Signalbox
internal import SignalboxProtocol

/// A prompt of `signalbox mcp`, which a person selects in the client.
struct AgentPrompt: Sendable {
  let name: String
  let title: String
  let summary: String
  let argument: String
  let argumentSummary: String
  let text: @Sendable (String) -> String

  /// Returns the instructions that a model should read before it calls tools.
  static func instructions(allowsChanges: Bool) -> String {
    """
    Signalbox models the navigation of an app: coordinators with stacks of screens, sheets and tabs. \
    Call launch, then inspect; call gesture to act as a user. Each action returns the changes and \
    the next possible gestures. Time is virtual. Call explore to find violations of properties on \
    all paths, and find_path to find a path to a state. A scenario is a test in Lua: \
    require "app", then scenario "title" { function(app) app:launch() app:tap "Buy" \
    app:expect { front = "payment" } end }.
    """
      + (allowsChanges
        ? " write_scenario may write files." : " The server is read-only: no tool writes files.")
  }

  static let all = [
    AgentPrompt(
      name: "find-a-bug", title: "Find a navigation bug",
      summary: "Reproduce a reported problem, and write a scenario that fails because of it",
      argument: "report",
      argumentSummary: "the description of the problem, in the reporter's words"
    ) { report in
      """
      A user reports: \(report)

      Reproduce it with Signalbox. Launch the application, inspect it, and perform the gestures \
      that the report describes; compare the changes of each step with the expected changes. If \
      the steps are unknown, explore the application. Then write a scenario that performs as few \
      steps as possible and expects the correct state, run it, and confirm with explain_failure \
      that it fails because of this problem. Report the scenario and the line of code that is wrong.
      """
    },
    AgentPrompt(
      name: "cover-a-flow", title: "Write scenarios for a flow",
      summary: "Write scenarios that cover a flow of the application",
      argument: "flow", argumentSummary: "the flow, such as checkout"
    ) { flow in
      """
      Write scenarios for this flow of the application: \(flow)

      List the definitions and the existing scenarios. Find a path to each screen of the flow with \
      find_path, and violations with explore. Write one scenario for each behavior, with \
      expectations of the state after each important step, and run them.
      """
    },
  ]

  /// The prompt as `prompts/list` describes it.
  var listed: NavigationValue {
    [
      "name": .string(name), "title": .string(title), "description": .string(summary),
      "arguments": [
        ["name": .string(argument), "description": .string(argumentSummary), "required": true]
      ],
    ]
  }

  /// Returns the result of `prompts/get`.
  static func result(_ params: NavigationArguments) throws(ProtocolError) -> NavigationValue {
    let names = all.map(\.name)
    guard let name = params["name"]?.text else {
      throw ProtocolError(
        .badParams, "params.name is missing or not a string", hint: names.joined(separator: ", "))
    }
    guard let prompt = all.first(where: { $0.name == name }) else {
      throw ProtocolError(
        .badParams, "there is no prompt \(quotation(name))",
        hint: nameHint(for: name, in: names) ?? names.joined(separator: ", "))
    }
    guard let value = params["arguments"]?.table?[prompt.argument]?.text else {
      throw ProtocolError(
        .badParams,
        "params.arguments.\(prompt.argument) is missing or not a string: "
          + prompt.argumentSummary)
    }
    return [
      "description": .string(prompt.summary),
      "messages": [
        ["role": "user", "content": ["type": "text", "text": .string(prompt.text(value))]]
      ],
    ]
  }
}
