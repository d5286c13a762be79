internal import Dispatch
internal import Foundation
internal import SignalboxScripting

/// The closure that prepares the session of each scenario, with its isolation.
enum ScenarioSetUp: Sendable {
  /// The closure runs in the isolation of the test.
  case inTest(@Sendable (ScriptFixture) throws -> Void)
  /// The closure and the coordinators that it registers run on the main actor.
  case onMainActor(@MainActor @Sendable (ScriptFixture) throws -> Void)

  /// Prepares a session. Tests can find their scenarios on any thread, so a thread other than the
  /// main thread waits until the main queue has run a closure that needs the main actor.
  func prepare(_ fixture: ScriptFixture) throws {
    switch self {
    case .inTest(let body): try body(fixture)
    case .onMainActor(let body):
      // The caller waits, so only one thread at a time uses the fixture.
      nonisolated(unsafe) let fixture = fixture
      let run = { @Sendable in try MainActor.assumeIsolated { try body(fixture) } }
      if Self.isOnMainActor { try run() } else { try DispatchQueue.main.sync(execute: run) }
    }
  }

  /// Whether the current thread is running the main queue. On Linux, the main queue does not always
  /// run on the main thread.
  private static var isOnMainActor: Bool {
    DispatchQueue.getSpecific(key: mainQueue) != nil || Thread.isMainThread
  }

  /// The key that marks the main queue.
  private static let mainQueue: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Throws an error if the current thread cannot run scenarios that use the closure.
  func checkThread() throws(ScriptError) {
    guard case .onMainActor = self, !Self.isOnMainActor else { return }
    throw .badArgument(
      "the coordinators of the scenario run on the main actor, but the test does not",
      hint: "mark the test with @MainActor")
  }
}
