internal import Signalbox
internal import SignalboxScripting

/// What flows can call beside what every script can: `app:expect`, `app:check`, `app:eventually`,
/// `app:step`, `app:run` and `app:snapshot "name"`.
struct FlowVerbs {
  private let context: FlowContext
  private var session: ScriptSession { context.session }

  /// Defines the verbs in a session.
  static func define(_ context: FlowContext, owner: ScriptOwner) throws(ScriptError) {
    let verbs = FlowVerbs(context: context)
    let session = context.session
    try session.define("expect", on: .app, owner: owner) { call throws(ScriptError) in
      try verbs.expect(call)
    }
    try session.define("check", on: .app, owner: owner) { call throws(ScriptError) in
      try verbs.check(call)
    }
    try session.define("eventually", on: .app, owner: owner) { call throws(ScriptError) in
      try verbs.eventually(call)
    }
    try session.define("step", on: .app, owner: owner) { call throws(ScriptError) in
      try verbs.step(call)
    }
    try session.define("run", on: .app, owner: owner) { call throws(ScriptError) in
      try StepList(call).run(context)
      return [.handle(.app)]
    }
    session.onNamedSnapshot = { call throws(ScriptError) in try verbs.snapshot(call) }
  }

  /// Hard: what does not hold ends the flow.
  private func expect(_ call: ScriptCall) throws(ScriptError) -> [ScriptValue] {
    let expectation = try Expectation(call[1], of: "expect", in: session)
    context.note("expect { \(expectation.names.joined(separator: ", ")) }", at: call.location)
    let differences = try expectation.differences(context.subject)
    guard differences.isEmpty else {
      throw context.fail(.expectation, "expect", differences, call.location)
    }
    return [.handle(.app)]
  }

  /// Soft: what does not hold is noted and the flow goes on; gives whether it holds.
  private func check(_ call: ScriptCall) throws(ScriptError) -> [ScriptValue] {
    let expectation = try Expectation(call[1], of: "check", in: session)
    context.note("check { \(expectation.names.joined(separator: ", ")) }", at: call.location)
    let differences = try expectation.differences(context.subject)
    if !differences.isEmpty {
      let error = context.fail(.check, "check", differences, call.location)
      context.failurePrompt?.open(for: error, in: session)
    }
    return [.boolean(differences.isEmpty)]
  }

  /// Lets virtual time pass until it holds: from one moment that something happens to the next.
  private func eventually(_ call: ScriptCall) throws(ScriptError) -> [ScriptValue] {
    let (span, table) =
      call.arguments.count > 1 ? (try within(call[1]), call[2]) : (30_000, call[1])
    let expectation = try Expectation(table, of: "eventually", in: session)
    context.note("eventually { \(expectation.names.joined(separator: ", ")) }", at: call.location)
    let engine = session.engine
    let end = engine.now + span
    while true {
      let differences = try expectation.differences(context.subject)
      if differences.isEmpty { return [.handle(.app)] }
      guard engine.now < end, let next = engine.nextDeadline, next <= end else {
        _ = engine.advance(by: max(0, end - engine.now))
        throw context.fail(.expectation, "eventually", differences, call.location)
      }
      guard engine.advance(by: max(1, next - engine.now)) else {
        throw ScriptError(
          .runtime, code: "inCallback",
          "inCallback: eventually cannot be called from a callback; time passes when it has returned"
        )
      }
    }
  }

  /// `{ within = "30s" }`.
  private func within(_ value: ScriptValue) throws(ScriptError) -> Int {
    let keys = value.table?.pairs.map { $0.key.text ?? session.text(of: $0.key) }
    guard let keys else {
      throw .badArgument(
        "eventually is given \(session.text(of: value)), expected { within = \"30s\" }, { … }")
    }
    for key in keys where key != "within" {
      throw .badArgument(
        "eventually has no option \"\(key)\"", hint: nameHint(for: key, in: ["within"]))
    }
    guard let span = value.table?["within"].milliseconds else {
      throw .badArgument("eventually: within is no span like \"500ms\" or \"30s\"")
    }
    return span
  }

  /// `app:step("name", fn)`: groups what the function does; gives what it gives.
  private func step(_ call: ScriptCall) throws(ScriptError) -> [ScriptValue] {
    guard let name = call[1].text, let function = call[2].function else {
      throw .badArgument(
        "step is given \(session.text(of: call[1])) and a \(call[2].kindName), expected a name and "
          + "a function")
    }
    return try context.group(name) { () throws(ScriptError) in try function.call() }
  }

  /// `app:snapshot "name"`: the screen and the tree as text, compared with the file of that name.
  private func snapshot(_ call: ScriptCall) throws(ScriptError) -> [ScriptValue] {
    guard let name = call[1].text, !name.isEmpty else {
      throw .badArgument("snapshot is given \(session.text(of: call[1])), expected a name")
    }
    context.note("snapshot", name, at: call.location)
    let text = FrameRecorder.text(of: session.engine)
    let differences = try context.frames.take(name, text)
    guard differences.isEmpty else {
      throw context.fail(.snapshot, "snapshot \"\(name)\"", differences, call.location)
    }
    return [.string(text)]
  }
}
