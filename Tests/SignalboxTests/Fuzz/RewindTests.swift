import Foundation
import Signalbox
import SignalboxInspector
import Testing

@testable import SignalboxScripting

/// Tests that a session that returns to a checkpoint has the same state and behaves in the same way
/// as a session that never left the checkpoint.
struct RewindTests {
  /// A session with a random application of all bundled plugins, and its output.
  private final class Run {
    let session: ScriptSession
    private var printed: [String] = []

    init(_ seed: UInt64) throws {
      var configuration = ScriptConfiguration(
        memoryLimit: 64 << 20, modules: ApplicationFuzzTests.Generator())
      configuration.isReused = true
      session = try ScriptSession(configuration)
      session.addHooks(SessionHooks(output: { [unowned self] in printed.append($0) }))
      try run(
        """
        math.randomseed(\(seed))
        world = require 'random'
        main = world.define(\(seed))
        count, log = 0, setmetatable({}, { __mode = "v" })
        app:on("op", function() count = count + 1 end)
        thread = coroutine.wrap(function() for i = 1, 1000 do coroutine.yield(i) end end)
        world.use(\(seed), 6, main)
        """)
    }

    deinit { session.close() }

    func run(_ text: String) throws {
      try session.run(Array(text.utf8), name: "use.lua", sharesEnvironment: true)
    }

    /// Makes random changes to all parts of a session that a checkpoint restores.
    func act(_ seed: UInt64) throws {
      try run(
        """
        world.continue(\(seed), 3)
        log[#log + 1] = { \(seed) }
        print(thread(), count, math.random(1000000), #app:events())
        if \(seed) % 5 == 0 then
          local number = \(seed)
          after("2s", function() count = count + number end)
          ("x"):rep(20000)
          collectgarbage()
        end
        if \(seed) % 7 == 0 then
          coordinator("Late\(seed % 3)") { routes = { a = {} }, start = function(self) self.router:startFlow "a" end }
        end
        """.replacing("(\"x\")", with: "local _ = (\"x\")"))
    }

    /// The visible state of the session, with identifiers, and its history.
    func dump() throws -> [String] {
      let engine = session.engine
      let reader = ScriptedStateReader(session)
      let state = try? reader.state()
      return [
        (try? engine.snapshot().json) ?? "no document", "\(engine.tree)",
        "\(engine.now) \(engine.undoableCount) \(engine.redoableCount) \(engine.waitingCount)",
        "\(engine.pendingTimers.map { [$0.id.number, Int($0.deadline / .milliseconds(1))] })",
        "\(engine.coordinatorTypeNames)", "\(session.unhandled.map(\.message))",
        "\(state.map { "\($0.key)" } ?? "no state")",
        "\(reader.variablesByName().sorted { $0.key < $1.key })",
        "\(session.memoryHeld)",
      ] + engine.events().map { "\($0)" }
    }

    /// The output since the last call.
    func takePrinted() -> [String] {
      defer { printed = [] }
      return printed
    }
  }

  private static func difference(_ left: [String], _ right: [String], hasMemory: Bool) -> String? {
    for (index, pair) in zip(left, right).enumerated() where pair.0 != pair.1 {
      // The names of variables that several functions share depend on the order of pairs.
      if index == 7 || index == 8, !hasMemory { continue }
      return "\(pair.0)\nis not\n\(pair.1)"
    }
    return left.count == right.count ? nil : "\(left.count) is not \(right.count)"
  }

  private static func fault(_ seed: UInt64) -> String? {
    do {
      let (rewound, plain) = (try Run(seed), try Run(seed))
      _ = (rewound.takePrinted(), plain.takePrinted())
      var earlier: [(checkpoint: SessionCheckpoint, dump: [String])] = []
      for step in 0..<6 as Range<UInt64> {
        let checkpoint = try rewound.session.checkpoint()
        let here = try rewound.dump()
        for other in 0..<3 as Range<UInt64> { try rewound.act(seed &* 31 &+ step &* 5 &+ other) }
        if let (old, dump) = earlier.isEmpty ? nil : earlier[Int(seed) % earlier.count] {
          try rewound.session.rewind(to: old)
          if let fault = difference(try rewound.dump(), dump, hasMemory: true) {
            return "step \(step), at an earlier checkpoint: \(fault)"
          }
          try rewound.act(seed &+ 77)
        }
        try rewound.session.rewind(to: checkpoint)
        if let fault = difference(try rewound.dump(), here, hasMemory: true) {
          return "step \(step), at the checkpoint: \(fault)"
        }
        earlier.append((checkpoint, here))
        _ = rewound.takePrinted()
        for run in [rewound, plain] { try run.act(seed &* 1009 &+ step) }
        let printed = (rewound.takePrinted(), plain.takePrinted())
        guard printed.0 == printed.1 else { return "step \(step): prints \(printed)" }
        if let fault = difference(try rewound.dump(), try plain.dump(), hasMemory: false) {
          return "step \(step), later: \(fault)"
        }
        if let fault = InvariantCheck.faults(of: rewound.session.engine).first { return fault }
      }
      return nil
    } catch { return "\(error)" }
  }

  @Test
  func `random sessions with all plugins continue from a checkpoint as if they had never left it`()
  {
    FuzzRun(target: "rewind", smoke: 60).check(Self.fault)
  }
}
