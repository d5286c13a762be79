import Signalbox
import Testing

@testable import SignalboxScripting

/// Random scripts that call every operation on every handle. The recordings of these scripts can be
/// replayed.
///
/// Values that no recording can contain are omitted: functions that compare or choose, `screen(…)`,
/// and numbers without a JSON representation. `SIGNALBOX_SEED` replays one seed, and `scripts/fuzz
/// --target handles` runs more seeds.
struct HandleReplayTests {
  /// Operations and gestures of all kinds of handles, as scripts call them.
  private static let callables = Callable.all.compactMap { callable in
    if case .signature(let signature) = callable.takes { (callable, signature) } else { nil }
  }

  /// Calls that create objects for other calls are made more often.
  private static let frequent = callables.filter { _, signature in
    ["navigate", "route", "present", "setPages"].contains(signature.name)
  }

  /// Values that are rejected as plain data, or that have no textual representation.
  private static let unrecordable = ["screen(", "setmetatable", "function(", "1/0", "0/0", "xff"]
  /// Objects that no factory can create again.
  private static let objects: Set = ["clock", "_G", "string"]

  private static func statement(_ values: inout ValueGenerator) -> String {
    let list = values.pick(3) == 0 ? frequent : callables
    let (callable, signature) = list[values.pick(list.count)]
    switch values.pick(12) {
    case 0: return "clock.manual()"
    case 1: return "clock.automatic()"
    case 2: return "clock.settle()"
    default: break
    }
    var arguments = signature.parameters.map { parameter in
      var text = values.argument(parameter.kind)
      while objects.contains(text) || unrecordable.contains(where: text.contains) {
        text = parameter.kind == .steps ? "batch" : values.argument(parameter.kind)
      }
      return text
    }
    arguments.append("{ \(options(of: signature, &values).joined(separator: ", ")) }")
    let call = "\(values.handle(callable.kind)):\(callable.name)"
    return "pcall(function() keepAll(\(call)(\(arguments.joined(separator: ", ")))) end) learn()"
  }

  private static func options(
    of signature: OperationSignature, _ values: inout ValueGenerator
  ) -> [String] {
    (0..<values.pick(3)).compactMap { _ in
      guard let option = signature.options.randomElement(using: &values.random),
        option != .equals, option != .buttons, option != .detents
      else { return nil }
      if case .function = option.kind { return "\(option.name) = ignore" }
      let text = values.option(option.kind)
      guard !objects.union(unrecordable).contains(where: text.contains) else { return nil }
      return "\(option.name) = \(text)"
    }
  }

  /// Handles of every kind, and functions that behave in the same way during the replay.
  private static let preparation = """
    function ignore() end
    function batch() app:back() if app.main then app.main.router:navigate("A"):popToRoot() end end
    """

  private static func session() throws -> ScriptSession {
    let session = try ScriptSession()
    session.addHooks(SessionHooks(output: { _ in }))
    try session.run(
      Array((ProgramGenerator.prelude + "\n" + preparation).utf8), name: "prelude.lua",
      sharesEnvironment: true)
    return session
  }

  private static func fault(_ seed: UInt64) -> String? {
    var values = ValueGenerator(seed: seed)
    let program = (0..<14).map { _ in statement(&values) }
    do {
      let session = try session()
      var lines: [String] = []
      try session.engine.record { lines.append($0) }
      for statement in program {
        try session.run(Array(statement.utf8), name: "call.lua", sharesEnvironment: true)
      }
      session.engine.stopRecording()
      let again = try self.session()
      let report = try SessionReplay(lines).run(on: again.engine)
      return report.divergence.map { divergence in
        "\(divergence)\n\(lines[divergence.line - 1])\n\(program.joined(separator: "\n"))"
      }
    } catch { return "\(error)\n\(program.joined(separator: "\n"))" }
  }

  @Test
  func `recordings of random scripts that call every operation on every handle can be replayed`() {
    FuzzRun(target: "handles", smoke: 150).check(Self.fault)
  }

  @Test func `random scripts call every operation on every kind of handle`() {
    var called = Set<String>()
    for seed in UInt64(0)..<400 {
      var values = ValueGenerator(seed: seed)
      for _ in 0..<14 {
        let statement = Self.statement(&values)
        for (callable, _) in Self.callables {
          let receiver = callable.kind == "app" ? "(app:" : "of(\"\(callable.kind)\", "
          if statement.contains(receiver), statement.contains(":\(callable.name)(") {
            called.insert("\(callable.kind) \(callable.name)")
          }
        }
      }
    }
    let all = Self.callables.map { "\($0.0.kind) \($0.0.name)" }
    #expect(Set(all).subtracting(called) == [])
  }
}
