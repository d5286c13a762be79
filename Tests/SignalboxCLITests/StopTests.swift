import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct StopTests {
  @Test func `Ctrl-C stops a script with its report`() throws {
    let tool = try Tool(["loop.lua": "for i = 1, 9999 do print(i) end\nwhile true do end"])
    defer { tool.remove() }
    let (code, errors) = try tool.interrupt("run", "--timeout", "1m", "loop.lua") { process, _ in
      process.interrupt()
    }
    #expect(code == 130)
    #expect(errors.hasPrefix("✗ interrupted\n  loop.lua:"))
  }

  @Test func `a reader that goes away ends the tool quietly`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let (code, errors) = try tool.interrupt(
      "--timeout", "1m", "-e", "while true do print('more') end"
    ) { _, output in
      try output.close()
    }
    #expect(code == 141)
    #expect(errors == "")
  }

  @Test func `SIGTERM keeps what was printed and ends with 143`() throws {
    // What is printed last waits in a buffer when the first, large piece has been written.
    let tool = try Tool([
      "loop.lua": "print(('x'):rep(40000))\nprint('last')\nwhile true do end"
    ])
    defer { tool.remove() }
    var piece = Data()
    let (code, errors) = try tool.interrupt("run", "--timeout", "1m", "loop.lua") {
      process, output in
      while piece.count < 40_000, let more = try output.read(upToCount: 40_000), !more.isEmpty {
        piece += more
      }
      Self.awaitWork(of: process)
      process.terminate()
      piece += try output.readToEnd() ?? Data()
    }
    #expect(code == 143)
    #expect(errors.hasPrefix("✗ interrupted\n  loop.lua:"))
    #expect(String(decoding: piece, as: UTF8.self).hasSuffix("\nlast\n"))
  }

  /// Returns once a process has worked for a while, however long others keep it from the processor.
  private static func awaitWork(of process: Process) {
    #if canImport(Glibc)
      let start = processorTime(of: process)
      while processorTime(of: process) < start + 50_000_000 { sched_yield() }
    #endif
  }

  #if canImport(Glibc)
    /// Nanoseconds that a process has worked; more than any once it is gone.
    private static func processorTime(of process: Process) -> Int {
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(process.processIdentifier, &clock) == 0,
        clock_gettime(clock, &time) == 0
      else { return .max / 2 }
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
  #endif
}
