import Foundation
import Testing

@testable import Signalbox
@testable import SignalboxScripting

/// Random applications with all bundled plugins: a session is recorded, replayed in a new engine,
/// undone and redone without a difference.
struct ApplicationFuzzTests {
  /// The generator of applications, as a module of the session.
  final class Generator: ModuleSource {
    static let source: [UInt8] = {
      let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Applications/random.lua")
      return (try? Array(Data(contentsOf: file))) ?? []
    }()

    func module(named name: String) throws(ScriptError) -> ScriptModule? {
      name == "random" ? ScriptModule(path: "random.lua", source: Self.source) : nil
    }

    func searched(for name: String) -> [String] { ["random.lua"] }
  }

  /// A session with the application's definitions.
  private static func session(_ seed: UInt64) throws -> ScriptSession {
    let session = try ScriptSession(
      ScriptConfiguration(memoryLimit: 64 << 20, modules: Generator()))
    session.addHooks(SessionHooks(output: { _ in }))
    try session.run(
      Array("world = require 'random' main = world.define(\(seed))".utf8), name: "define.lua",
      sharesEnvironment: true)
    return session
  }

  private static func run(_ text: String, in session: ScriptSession) throws {
    try session.run(Array(text.utf8), name: "use.lua", sharesEnvironment: true)
  }

  /// Returns the fault in the session of a seed.
  private static func fault(_ seed: UInt64) -> String? {
    do {
      let session = try session(seed)
      var recording: [String] = []
      try session.engine.record { recording.append($0) }
      try run("world.use(\(seed), 16, main)", in: session)
      session.engine.stopRecording()
      if let fault = InvariantCheck.faults(of: session.engine).first { return fault }
      let state = try session.engine.snapshot().json
      if let fault = try replayFault(seed, recording, state) { return fault }
      return try undoFault(session, state)
    } catch {
      return "\(error)"
    }
  }

  private static func replayFault(
    _ seed: UInt64, _ recording: [String], _ state: String
  ) throws -> String? {
    let session = try session(seed)
    let report = try SessionReplay(recording).run(on: session.engine)
    if let divergence = report.divergence { return "the replay diverges: \(divergence)" }
    let replayed = try session.engine.snapshot().json
    return replayed == state ? nil : "the replay ends in\n\(replayed)\nand not in\n\(state)"
  }

  /// Undoes and redoes up to seven steps. Each state must equal the earlier state.
  private static func undoFault(_ session: ScriptSession, _ state: String) throws -> String? {
    var states = [state]
    while states.count < 8, session.engine.undo()?.status == .done {
      states.append(try session.engine.snapshot().json)
    }
    for (index, state) in states.dropLast().enumerated().reversed() {
      let outcome = session.engine.redo()
      guard outcome?.status == .done else { return "redo \(index): \(outcome as Any)" }
      let redone = try session.engine.snapshot().json
      if redone != state { return "redo \(index) leads to\n\(redone)\nand not to\n\(state)" }
    }
    return nil
  }

  @Test func `random applications with all plugins can be recorded, replayed, undone and redone`() {
    FuzzRun(target: "applications", smoke: 400).check(Self.fault)
  }
}
