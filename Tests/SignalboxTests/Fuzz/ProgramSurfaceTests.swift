import LuaRuntime
import Testing

@testable import Signalbox
@testable import SignalboxScripting

/// Compares the names that the program generator uses with the reference.
struct ProgramSurfaceTests {
  /// Returns all names that some hundred programs use: `router:push`, `app.front`, `clock.now`,
  /// `after`, and options such as `animated =`.
  private static let said: Set<String> = {
    var said: Set<String> = []
    let pattern = /(?:of\("([^"]+)", \d+\)|\b(app|clock))[:.](\w+)|\b(\w+)(\(| =)/
    for seed in 0..<600 as Range<UInt64> {
      for match in ProgramGenerator.program(seed: seed).matches(of: pattern) {
        let (_, kind, word, name, global, mark) = match.output
        if let name, let owner = kind ?? word { said.insert("\(owner).\(name)") }
        if let global, let mark { said.insert("\(global)\(mark)") }
      }
    }
    return said
  }()

  @Test func `random programs call every operation and gesture on every kind of handle`() {
    let receivers = ScriptReference.types.flatMap { type in
      type.receivers.map { (kind: type.kind, receiver: $0) }
    }
    let operations = OperationCatalog.operations + GestureCatalog.gestures
    let expected = operations.map { $0.signature }.flatMap { signature in
      receivers.filter { $0.receiver == signature.receiver }.map { "\($0.kind).\(signature.name)" }
    }
    #expect(expected.count >= operations.count)
    #expect(Set(expected).subtracting(Self.said) == [])
  }

  @Test func `random programs use every documented member, keyword, library, option and key`() {
    let members = ScriptReference.types.flatMap { type in
      type.entries.map { "\(type.kind).\($0.name)" }
    }
    let libraries = ScriptReference.libraries.flatMap { library in
      library.functions.map { "\(library.name).\($0.name)" }
    }
    let words = ScriptReference.globals.map { "\($0.name)(" }
    let options = OperationOption.allCases.map { "\($0.name) =" }
    // Scripts receive requests, but do not create them.
    let tables = ScriptReference.tables.filter { $0.name != "Request" }
    let keys = tables.flatMap { $0.fields }.map { "\($0.name) =" }
    let expected = members + libraries + words + options + keys
    #expect(Set(expected).subtracting(Self.said) == [])
  }

  @Test func `random programs find handles of every kind, and their calls reach the engine`() throws
  {
    let session = try ScriptSession(ScriptConfiguration(countsInstructions: true))
    // With a time limit, calls would end early on a busy machine.
    session.luaState.instructionBudget = 1_000_000
    session.addHooks(SessionHooks(output: { _ in }))
    try session.run(
      Array(ProgramGenerator.prelude.utf8), name: "prelude.lua", sharesEnvironment: true)
    // Only plugins receive the object `host`.
    let kinds = ScriptReference.kinds.filter { $0 != "app" && $0 != "host" }
    let list = kinds.map { "\"\($0)\"" }.joined(separator: ", ")
    try session.run(
      Array("for _, kind in ipairs { \(list) } do assert(of(kind, 0), kind) end".utf8),
      name: "kinds.lua", sharesEnvironment: true)

    var begun: Set<String> = []
    _ = session.engine.observe([.operationBegan]) { event in
      if let call = event.call { begun.insert(call.name) }
    }
    var generator = ProgramGenerator(seed: 1)
    let changes = (OperationCatalog.operations + GestureCatalog.gestures).map { $0.signature }
      .filter { $0.mode == .change }.map(\.name)
    for name in changes {
      let calls = Callable.all.filter { $0.name == name }
      for attempt in 0..<100 where !begun.contains(name) && !calls.isEmpty {
        let call = generator.call(calls[attempt % calls.count])
        let text = "pcall(function() keepAll(\(call)) end) learn()"
        try? session.run(Array(text.utf8), name: "call.lua", sharesEnvironment: true)
      }
    }
    #expect(Set(changes).subtracting(begun) == [])
  }
}
