internal import SignalboxScripting

/// A list of steps as data, such as `app:run { { open = "shop://cart" }, { tap = "Buy" }, { expect
/// = { modal = {} } } }`.
///
/// All steps are validated before the first step runs, so that no step runs if a step is mistyped.
struct StepList {
  private enum Action {
    case call(ScriptFunction, [ScriptValue])
    /// A named group of steps.
    case group(String, StepList)
  }

  private static let form = "a list of steps: run { { open = \"…\" }, { tap = \"…\" } }"

  private let actions: [Action]

  /// Parses the argument of `app:run`.
  ///
  /// - Throws: `badArgument`, or `unknownStep` with the nearest step name. The message about a step
  ///   contains its number, counted from 1.
  init(_ call: ScriptCall) throws(ScriptError) {
    var count = 0
    try self.init(call[1], path: "run", StepVerbs(call.session), depth: 0, &count)
  }

  /// The maximum nesting depth of groups. Deeper groups are most likely cycles.
  private static let maxDepth = 32
  /// The maximum number of steps in a list. The steps of a group that occurs several times are
  /// counted each time.
  private static let maxSteps = 10_000

  private init(
    _ value: ScriptValue, path: String, _ known: StepVerbs, depth: Int, _ count: inout Int
  ) throws(ScriptError) {
    guard depth <= Self.maxDepth else {
      throw .badArgument(
        "run: steps nest deeper than \(Self.maxDepth) groups; does a group contain itself?")
    }
    guard let table = value.table, !table.pairs.isEmpty else {
      throw .badArgument("\(path): got \(known.session.text(of: value)), expected \(Self.form)")
    }
    var actions: [Action] = []
    for pair in table.pairs {
      guard case .integer(let number) = pair.key else {
        let key = known.session.text(of: pair.key)
        throw .badArgument("\(path): got a step with the key \(key), expected \(Self.form)")
      }
      count += 1
      guard count <= Self.maxSteps else {
        throw .badArgument(
          "run: expected at most 10,000 steps; a group counts once for each place where it occurs")
      }
      try known.session.inputs.checkStop()
      actions.append(
        try Self.action(pair.value, "\(path): step \(number)", known, depth: depth, &count))
    }
    self.actions = actions
  }

  private static func action(
    _ value: ScriptValue, _ path: String, _ known: StepVerbs, depth: Int, _ count: inout Int
  ) throws(ScriptError) -> Action {
    guard let table = value.table, !table.pairs.isEmpty else {
      throw .badArgument(
        "\(path) is \(known.session.text(of: value)), expected a table such as { tap = \"Buy\" }")
    }
    var options = ["within": ScriptValue.nil, "steps": .nil]
    var verbs: [(name: String, argument: ScriptValue)] = []
    for pair in table.pairs {
      guard let name = pair.key.text else {
        let key = known.session.text(of: pair.key)
        throw .badArgument("\(path) has the key \(key), expected a verb such as `tap`")
      }
      if options[name] != nil {
        options[name] = pair.value
      } else {
        verbs.append((name, pair.value))
      }
    }
    for verb in verbs where verb.name != "step" { try known.check(verb.name, path) }
    guard verbs.count == 1, let verb = verbs.first else {
      let names = verbs.map(\.name).sorted().joined(separator: ", ")
      throw .badArgument(
        "\(path) has \(verbs.isEmpty ? "no verb" : "several verbs: \(names)"), expected one")
    }
    try check(options, of: verb.name, path)
    if verb.name == "step" {
      guard let name = verb.argument.text else {
        throw .badArgument(
          "\(path): step is \(known.session.text(of: verb.argument)), expected a name: "
            + "{ step = \"checkout\", steps = { … } }")
      }
      let steps = options["steps"] ?? .nil
      return .group(name, try StepList(steps, path: path, known, depth: depth + 1, &count))
    }
    let within = options["within"] ?? .nil
    let rest = verb.argument == .boolean(true) ? [] : [verb.argument]
    return .call(try known.function(verb.name), within == .nil ? rest : [["within": within]] + rest)
  }

  /// Checks that options are used with the right step: `within` with `eventually`, and `steps` with
  /// `step`.
  private static func check(
    _ options: [String: ScriptValue], of verb: String, _ path: String
  ) throws(ScriptError) {
    try check("within", only: "eventually", options, of: verb, path)
    try check("steps", only: "step", options, of: verb, path)
  }

  private static func check(
    _ name: String, only owner: String, _ options: [String: ScriptValue], of verb: String,
    _ path: String
  ) throws(ScriptError) {
    guard options[name] != .nil, verb != owner else { return }
    throw .badArgument("\(path): \(verb) has no option \"\(name)\"; only \"\(owner)\" has it")
  }

  /// Runs the steps. Calls are recorded under their numbers, and groups under their names.
  func run(_ context: ScenarioContext) throws(ScriptError) {
    for (index, action) in actions.enumerated() {
      switch action {
      case .call(let function, let arguments):
        _ = try context.group("run[\(index + 1)]") { () throws(ScriptError) in
          try function.call([.handle(.app)] + arguments)
        }
      case .group(let name, let steps):
        _ = try context.group(name) { () throws(ScriptError) in
          try steps.run(context)
          return []
        }
      }
    }
  }
}

/// Looks up functions of `app` by name.
private struct StepVerbs {
  let session: ScriptSession
  private let member: ScriptFunction

  init(_ session: ScriptSession) throws(ScriptError) {
    self.session = session
    member = try session.load(Array("local app, name = ... return app[name]".utf8), name: "run")
  }

  func check(_ name: String, _ path: String) throws(ScriptError) {
    do throws(ScriptError) {
      _ = try function(name)
    } catch {
      throw ScriptError(
        .runtime, code: "unknownStep", "unknownStep: \(path): \(error.message)", hint: error.hint)
    }
  }

  /// - Throws: An error if `app` has no function with the given name.
  func function(_ name: String) throws(ScriptError) -> ScriptFunction {
    let value = try member.call([.handle(.app), .string(name)]).first ?? .nil
    guard let function = value.function else {
      throw ScriptError(.runtime, "app.\(name) is not a function, so it cannot be a step")
    }
    return function
  }
}
