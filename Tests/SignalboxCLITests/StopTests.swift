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

  @Test func `SIGTERM keeps what was printed and ends with 143`() throws {
    // What is printed last waits in a buffer when the first, large piece has been written.
    let tool = try Tool([
      "loop.lua": "print(('x'):rep(40000))\nprint('last')\nwhile true do end"
    ])
    defer { tool.remove() }
    var text = ""
    // Where the signal came before the second line had run, it shows nothing.
    for _ in 1...100 where !text.hasSuffix("last\n") {
      var piece = Data()
      let (code, errors) = try tool.interrupt("run", "--timeout", "1m", "loop.lua") {
        process, output in
        while piece.count < 40_000, let more = try output.read(upToCount: 40_000), !more.isEmpty {
          piece += more
        }
        process.terminate()
        piece += try output.readToEnd() ?? Data()
      }
      text = String(decoding: piece, as: UTF8.self)
      #expect(code == 143)
      #expect(errors.hasPrefix("✗ interrupted\n  loop.lua:"))
    }
    #expect(text.hasSuffix("\nlast\n"))
  }
}
