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

  /// The moves of a session that returns to checkpoints, and of one that does not.
  private enum Move: CustomStringConvertible {
    /// The first session returns to its checkpoint. Both sessions then perform the same actions,
    /// and are compared.
    case act(UInt64)
    /// The first session leaves its checkpoint.
    case wander(UInt64)
    /// The first session returns to an earlier checkpoint.
    case revisit(Int)

    var description: String {
      switch self {
      case .act(let seed): "both: \(seed)"
      case .wander(let seed): "away from the checkpoint: \(seed)"
      case .revisit(let number): "back to an earlier checkpoint: \(number)"
      }
    }

    /// Returns the moves for a seed.
    static func random(_ seed: UInt64) -> [Move] {
      var moves: [Move] = []
      for step: UInt64 in 0..<6 {
        let first = seed &* 31 &+ step &* 5
        for offset: UInt64 in 0..<3 { moves.append(.wander(first &+ offset)) }
        moves += [.revisit(Int(seed)), .wander(seed &+ 77), .act(seed &* 1009 &+ step)]
      }
      return moves
    }
  }

  /// Two equal sessions, of which the first leaves its checkpoints and returns.
  private final class Pair {
    private typealias Checkpoint = (session: SessionCheckpoint, dump: [String])

    private let rewound: Run
    private let plain: Run
    private let afterReturn: (Run) throws -> Void
    /// The state to which the first session returns, and in which the second session remains.
    private var here: Checkpoint?
    private var earlier: [Checkpoint] = []

    /// - Parameter afterReturn: Called after each return to a checkpoint.
    init(_ seed: UInt64, afterReturn: @escaping (Run) throws -> Void) throws {
      (rewound, plain) = (try Run(seed), try Run(seed))
      self.afterReturn = afterReturn
      _ = (rewound.takePrinted(), plain.takePrinted())
    }

    /// Returns the difference that a move has revealed.
    func perform(_ move: Move) throws -> String? {
      switch move {
      case .wander(let seed):
        try leave()
        try rewound.act(seed)
        return nil
      case .revisit(let number):
        guard !earlier.isEmpty else { return nil }
        try leave()
        return try go(to: earlier[number % earlier.count])
      case .act(let seed):
        if let checkpoint = here {
          if let fault = try go(to: checkpoint) { return fault }
          earlier.append(checkpoint)
          here = nil
        }
        _ = rewound.takePrinted()
        for run in [rewound, plain] { try run.act(seed) }
        let printed = (rewound.takePrinted(), plain.takePrinted())
        guard printed.0 == printed.1 else { return "prints \(printed)" }
        return difference(try rewound.dump(), try plain.dump(), hasMemory: false)
          ?? InvariantCheck.faults(of: rewound.session.engine).first
      }
    }

    private func leave() throws {
      if here == nil { here = (try rewound.session.checkpoint(), try rewound.dump()) }
    }

    private func go(to checkpoint: Checkpoint) throws -> String? {
      try rewound.session.rewind(to: checkpoint.session)
      try afterReturn(rewound)
      return difference(try rewound.dump(), checkpoint.dump, hasMemory: true)
    }

    private func difference(_ left: [String], _ right: [String], hasMemory: Bool) -> String? {
      for (index, pair) in zip(left, right).enumerated() where pair.0 != pair.1 {
        // The names of variables that several functions share depend on the order of pairs.
        if index == 7 || index == 8, !hasMemory { continue }
        return "\(pair.0)\nis not\n\(pair.1)"
      }
      return left.count == right.count ? nil : "\(left.count) is not \(right.count)"
    }
  }

  private static func fault(
    _ seed: UInt64, _ moves: [Move], afterReturn: @escaping (Run) throws -> Void
  ) -> String? {
    do {
      let pair = try Pair(seed, afterReturn: afterReturn)
      for move in moves {
        if let fault = try pair.perform(move) { return "\(move): \(fault)" }
      }
      return nil
    } catch { return "\(error)" }
  }

  /// Returns the fault of a seed with the fewest moves that show it, or `nil` if there is none.
  private static func shortestFault(
    _ seed: UInt64, afterReturn: @escaping (Run) throws -> Void = { _ in }
  ) -> (moves: [Move], fault: String)? {
    let moves = Move.random(seed)
    guard fault(seed, moves, afterReturn: afterReturn) != nil else { return nil }
    let (shortest, found) = CatalogShrinker.shrunk(moves) {
      fault(seed, $0, afterReturn: afterReturn)
    }
    return (shortest, found)
  }

  @Test
  func `random sessions with all plugins continue from a checkpoint as if they had never left it`()
  {
    FuzzRun(target: "rewind", smoke: 20).check { seed in
      Self.shortestFault(seed).map { shortest in
        "\(shortest.fault)\nmoves:\n\(shortest.moves.map(\.description).joined(separator: "\n"))"
      }
    }
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `a variable that a return does not restore is found with two moves`(seed: UInt64) throws {
    let shortest = try #require(
      Self.shortestFault(seed) { try $0.run("count = count + 1") })
    #expect(shortest.moves.count == 2)
    #expect(shortest.fault.contains("is not"))
  }
}
