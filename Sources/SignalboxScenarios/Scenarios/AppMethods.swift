internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// The functions that are available to scenarios in addition to the functions of every script:
/// `app:expect`, `app:softExpect`, `app:eventually`, `app:skip`, `app:step`, `app:run` and
/// `app:snapshot "name"`.
///
/// The functions are defined when a session begins, and can be called while a scenario is running.
final class AppMethods {
  private var context: ScenarioContext?

  private typealias Body =
    @Sendable (ScenarioContext, ScriptCall) throws(ScriptError) -> [ScriptValue]

  typealias Entry = ScriptReference.Entry

  /// The functions, with their reference entries.
  private static let all: [(entry: Entry, body: Body)] = [
    (
      .function(
        "expect", [.init("expected", "signalbox.Expectations")], returns: "signalbox.App",
        "compares values; a difference ends the scenario"), expect
    ),
    (
      .function(
        "softExpect", [.init("expected", "signalbox.Expectations")], returns: "boolean",
        "compares values and reports differences without ending the scenario; returns whether the "
          + "values are equal"), softExpect
    ),
    (
      .function(
        "eventually",
        [
          .init("options", "signalbox.EventuallyTable"),
          .init("expected", "signalbox.Expectations"),
        ], returns: "signalbox.App",
        "advances virtual time until the values are equal, for at most 30s by default; the "
          + "options may be omitted"), eventually
    ),
    (
      .function(
        "skip", [.init("reason", "string?")], returns: "never",
        "ends the scenario and marks it as skipped, with an optional reason; setups can also call "
          + "this function"), skip
    ),
    (
      .function(
        "step", [.init("name", "string"), .init("body", "fun(): any")], returns: "any",
        "groups steps under a name in reports; returns the results of the function"), step
    ),
    (
      .function(
        "snapshot", [.init("name", "string")], returns: "string",
        "compares the screen and the tree with the snapshot file of the given name"), snapshot
    ),
    (
      .function(
        "run", [.init("steps", "table[]")], returns: "signalbox.App",
        "runs steps that are described as data: `app:run { { open = \"shop://cart\" }, { tap = "
          + "\"Buy\" } }`"),
      { context, call throws(ScriptError) in
        try StepList(call).run(context)
        return [.handle(.app)]
      }
    ),
  ]

  /// The reference entries of the functions.
  static let entries = all.map(\.entry)
  /// The names of the functions.
  static let names = entries.map(\.name)

  /// Defines the functions in a session.
  func define(in session: ScriptSession, owner: ScriptOwner) throws(ScriptError) {
    for verb in Self.all {
      try session.host.define(verb.entry.name, on: .app, owner: owner) {
        [self] call throws(ScriptError) in
        guard let context else {
          throw ScriptError(
            .runtime, code: "noScenario",
            "noScenario: \(verb.entry.name): no scenario is running; call it in a scenario's "
              + "function")
        }
        return try Self.run(verb, context, call)
      }
    }
  }

  /// Runs a function. An incorrect call is also recorded as a failed step.
  private static func run(
    _ verb: (entry: Entry, body: Body), _ context: ScenarioContext, _ call: ScriptCall
  ) throws(ScriptError) -> [ScriptValue] {
    let count = context.stepCount
    do throws(ScriptError) {
      return try verb.body(context, call)
    } catch {
      let isOwn = error.location == nil || error.location == call.location
      if context.stepCount == count, isOwn, error.code != ScenarioContext.skipCode {
        context.note(verb.entry.name, at: call.location)
        context.markFailed()
      }
      throw error
    }
  }

  /// Begins a scenario.
  func begin(_ context: ScenarioContext) { self.context = context }

  /// Ends the scenario.
  func end() { context = nil }

  /// Implements a hard expectation, which ends the scenario if there is a difference.
  @Sendable private static func expect(
    _ context: ScenarioContext, _ call: ScriptCall
  ) throws(ScriptError) -> [ScriptValue] {
    let expectation = try Expectation(call[1], of: "expect", in: context.session)
    context.note("expect { \(expectation.names.joined(separator: ", ")) }", at: call.location)
    let subject = context.subject
    context.cover(try expectation.covers(subject))
    let differences = try expectation.differences(subject)
    guard differences.isEmpty else {
      throw context.fail(.expectation, "expect", differences, call.location)
    }
    return [.handle(.app)]
  }

  /// Implements a soft expectation, which records a failure and continues the scenario. Returns
  /// whether the expectation was met.
  @Sendable private static func softExpect(
    _ context: ScenarioContext, _ call: ScriptCall
  ) throws(ScriptError) -> [ScriptValue] {
    let expectation = try Expectation(call[1], of: "softExpect", in: context.session)
    context.note("softExpect { \(expectation.names.joined(separator: ", ")) }", at: call.location)
    let subject = context.subject
    context.cover(try expectation.covers(subject))
    let differences = try expectation.differences(subject)
    if !differences.isEmpty {
      let error = context.fail(.softExpect, "softExpect", differences, call.location)
      context.failurePrompt?.open(for: error, in: context.session)
    }
    return [.boolean(differences.isEmpty)]
  }

  /// Implements `app:eventually`, which advances virtual time from one deadline to the next until
  /// the expectation is met or the time limit is reached.
  @Sendable private static func eventually(
    _ context: ScenarioContext, _ call: ScriptCall
  ) throws(ScriptError) -> [ScriptValue] {
    let (span, table) =
      call.arguments.count > 1
      ? (try within(call[1], context.session), call[2]) : (.seconds(30), call[1])
    let expectation = try Expectation(table, of: "eventually", in: context.session)
    context.note("eventually { \(expectation.names.joined(separator: ", ")) }", at: call.location)
    let engine = context.session.engine
    let end = engine.now + span
    while true {
      try context.session.inputs.checkStop()
      let subject = context.subject
      let unmet = try expectation.unmet(subject)
      if unmet.isEmpty {
        context.cover(try expectation.covers(subject))
        return [.handle(.app)]
      }
      guard engine.now < end, let next = engine.nextDeadline, next <= end else {
        let differences = expectation.differences(unmet)
        _ = engine.advance(by: end - engine.now)
        throw context.fail(.expectation, "eventually", differences, call.location)
      }
      guard engine.advance(by: max(.milliseconds(1), next - engine.now)) else {
        throw ScriptError(
          .runtime, code: "inCallback",
          "inCallback: eventually cannot be called from a callback; time passes after the callback "
            + "returns")
      }
    }
  }

  static let waits = ValueSchema<Duration>(
    "EventuallyTable", "The options of `app:eventually`.",
    [
      .value(
        "within", "string|integer", "a duration such as \"500ms\" or \"30s\"",
        "the time limit in virtual time",
        { $0 = $1 }, { $0.duration })
    ])

  /// Parses the option `{ within = "30s" }`.
  private static func within(
    _ value: ScriptValue, _ session: ScriptSession
  ) throws(ScriptError) -> Duration {
    var span = Duration.seconds(30)
    try waits.read(
      value, of: "eventually", like: "eventually({ within = \"30s\" }, { … })", in: session,
      into: &span)
    return span
  }

  /// Implements `app:skip "why"`, which ends the scenario and marks it as skipped.
  @Sendable private static func skip(
    _ context: ScenarioContext, _ call: ScriptCall
  ) throws(ScriptError) -> [ScriptValue] {
    guard call[1].isNil || call[1].text != nil else {
      throw .badArgument(
        "skip: got \(context.session.text(of: call[1])), expected a string with the reason")
    }
    throw context.skip(call[1].text ?? "", at: call.location)
  }

  /// Implements `app:step("name", fn)`, which groups the steps in the function and returns the
  /// function's results.
  @Sendable private static func step(
    _ context: ScenarioContext, _ call: ScriptCall
  ) throws(ScriptError) -> [ScriptValue] {
    guard let name = call[1].text, let function = call[2].function else {
      throw .badArgument(
        "step: got \(context.session.text(of: call[1])) and a \(call[2].kindName), expected a "
          + "name and a function")
    }
    return try context.group(name) { () throws(ScriptError) in try function.call() }
  }

  /// Implements `app:snapshot "name"`, which compares the screen and the tree as text with the
  /// snapshot file that has the given name.
  @Sendable private static func snapshot(
    _ context: ScenarioContext, _ call: ScriptCall
  ) throws(ScriptError) -> [ScriptValue] {
    guard let name = call[1].text, !name.isEmpty else {
      throw .badArgument("snapshot: got \(context.session.text(of: call[1])), expected a name")
    }
    context.note("snapshot", name, at: call.location)
    context.cover(.inTree)
    let text = RenderSubject(context.session.engine).snapshotText
    let differences = try context.snapshots.take(name, text)
    guard differences.isEmpty else {
      throw context.fail(.snapshot, "snapshot \"\(name)\"", differences, call.location)
    }
    return [.string(text)]
  }
}
