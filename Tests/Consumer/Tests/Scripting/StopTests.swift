import Foundation
import SignalboxScripting
import Testing

struct StopTests {
  @Test func `a host can stop the next script of a session from any thread`() async throws {
    let session = try ScriptSession()
    let stopper = session.stopper
    await Task.detached { stopper.stop() }.value
    let error = #expect(throws: ScriptError.self) {
      try session.run(Array("while true do end".utf8), name: "loop.lua", timeout: .seconds(10))
    }
    #expect(error?.kind == .interrupted)
    try session.run(Array("return 1".utf8), name: "next.lua")
  }

  @Test func `signals stop scripts instead of the process while the handlers are installed`() async
  {
    // The handlers apply to the whole process, so they are installed in a process of their own.
    await #expect(processExitsWith: .signal(SIGINT)) {
      signal(SIGINT, SIG_DFL)
      // Threads of the concurrency runtime block signals.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGINT)
      sigaddset(&signals, SIGTERM)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      ProcessSignals.installInterruptHandler()
      let session = try ScriptSession()
      session.becomeInterruptTarget()
      try session.host.define("interrupt", owner: session.host.makeOwner("test")) { _ in
        raise(SIGINT)
        return []
      }
      let error = #expect(throws: ScriptError.self) {
        try session.run(
          Array("interrupt() while true do end".utf8), name: "loop.lua", timeout: .seconds(10))
      }
      #expect(error?.kind == .interrupted)
      #expect(!ProcessSignals.takePendingInterrupt())
      raise(SIGINT)
      #expect(ProcessSignals.takePendingInterrupt())
      ProcessSignals.installTerminationHandler()
      #expect(!ProcessSignals.isTerminating)
      raise(SIGTERM)
      #expect(ProcessSignals.isTerminating)
      ProcessSignals.removeInterruptHandler()
      raise(SIGINT)
    }
  }
}
