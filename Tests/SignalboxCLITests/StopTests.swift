import Foundation
import Testing

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
}
