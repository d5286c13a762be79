import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct StopTests {
  @Test func `Ctrl-C stops a script, and the error is reported`() throws {
    let tool = try Tool(["loop.lua": "for i = 1, 9999 do print(i) end\nwhile true do end"])
    defer { tool.remove() }
    let (code, errors) = try tool.interrupt("run", "--timeout", "1m", "loop.lua") { process, _ in
      process.interrupt()
    }
    #expect(code == 130)
    #expect(errors.hasPrefix("✗ interrupted\n  loop.lua:"))
  }

  @Test func `a closed output pipe ends the program without a message`() throws {
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

  @Test func `SIGTERM keeps the printed output and ends the program with 143`() throws {
    // The last output waits in a buffer after the first, large part has been written.
    let tool = try Tool([
      "loop.lua": "print(('x'):rep(40000))\nprint('last')\nwhile true do end"
    ])
    defer { tool.remove() }
    var chunk = Data()
    let (code, errors) = try tool.interrupt("run", "--timeout", "1m", "loop.lua") {
      process, output in
      while chunk.count < 40_000, let more = try output.read(upToCount: 40_000), !more.isEmpty {
        chunk += more
      }
      ProcessWork.await(process.processIdentifier)
      process.terminate()
      chunk += try output.readToEnd() ?? Data()
    }
    #expect(code == 143)
    #expect(errors.hasPrefix("✗ interrupted\n  loop.lua:"))
    #expect(String(decoding: chunk, as: UTF8.self).hasSuffix("\nlast\n"))
  }

  /// A single Lua call that takes many seconds and during which no hook runs.
  private static let stuck = [
    "integers": "for i = 1, (1 << 17) + 10 do t[i * n] = true end",
    "negative": "for i = 1, (1 << 17) + 10 do t[i * -n] = true end",
    "floats": "for i = 1, (1 << 17) + 10 do t[i * n * 2.0 ^ 60] = true end",
    "weak keys": """
    local order, keys = {}, {}
    for i = 1, 40000 do
      t[i], order[i], keys[i] = setmetatable({}, { __mode = "k" }), i, {}
    end
    for i = 40000, 2, -1 do
      local j = math.random(i)
      order[i], order[j] = order[j], order[i]
    end
    for i = 1, 39999 do t[order[i]][keys[i]] = keys[i + 1] end
    root, keys = keys[1], nil
    print(("x"):rep(40000))
    collectgarbage()
    """,
  ].mapValues { "local n, t = (1 << 18) - 1, {}\nprint((\"x\"):rep(40000))\n" + $0 }

  private static let advice =
    "a single Lua instruction, Lua library function or host function cannot be interrupted; look "
    + "for chains of __call, tables with weak or colliding keys, and long-running host functions\n"

  @Test(arguments: ["integers", "negative", "floats", "weak keys"])
  func `Ctrl-C ends a script during a single Lua call that cannot be stopped`(name: String) throws {
    let tool = try Tool(["stuck.lua": try #require(Self.stuck[name])])
    defer { tool.remove() }
    let (code, errors) = try tool.interrupt("run", "stuck.lua") { process, output in
      // The last output lines have been written when the call begins.
      _ = try output.read(upToCount: name == "weak keys" ? 80_000 : 40_000)
      ProcessWork.await(process.processIdentifier)
      process.interrupt()
      _ = try output.readToEnd()
    }
    #expect(code == 130)
    // If the signal arrives before the call begins, the script can be stopped.
    let report = "signalbox: interrupted: stuck.lua did not stop, so the process ends: "
    let isStuck = errors == report + Self.advice
    #expect(isStuck || errors.hasPrefix("✗ interrupted\n  stuck.lua:"), "\(errors)")
  }

  @Test func `SIGTERM ends a script during a single Lua call that cannot be stopped`() throws {
    let tool = try Tool(["stuck.lua": "print('last')" + (Self.stuck["integers"] ?? "")])
    defer { tool.remove() }
    var text = Data()
    let (code, errors) = try tool.interrupt("run", "stuck.lua") { process, output in
      ProcessWork.await(process.processIdentifier)
      process.terminate()
      text = try output.readToEnd() ?? Data()
    }
    #expect(code == 143)
    #expect(
      errors == "signalbox: terminated: stuck.lua did not stop, so the process ends: \(Self.advice)"
    )
    #expect(String(decoding: text, as: UTF8.self).hasSuffix("xx\n"))
  }

  @Test func `the time limit ends a script during a single Lua call that cannot be stopped`() throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let code = "print('before') " + (Self.stuck["integers"] ?? "").replacing("print", with: "type")
    for arguments in [["-e", code], ["repl", "-e", code, "-i"]] {
      let result = try tool.run(["--timeout", "1s"] + arguments)
      let stuck = Tool.Result(
        "before\n",
        errors: "signalbox: timed out: (command line) did not stop, so the process ends: "
          + Self.advice, code: 1)
      // If the limit is reached before the call begins, the script can be stopped.
      let isStopped = result.code == 1 && result.errors.hasPrefix("✗ timed out")
      #expect(result == stuck || isStopped, "\(result)")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, 0])
  func `Ctrl-C, SIGTERM and the time limit end a script that prints into a full pipe`(
    signal: Int32
  ) throws {
    let tool = try Tool(["prints.lua": "while true do print(('x'):rep(1 << 20)) end"])
    defer { tool.remove() }
    let limit = signal == 0 ? ["--timeout", "3s"] : []
    let (code, errors) = try tool.interrupt(limit + ["run", "prints.lua"]) { process, _ in
      if signal != 0 { kill(process.processIdentifier, signal) }
    }
    #expect(code == (signal == 0 ? 1 : 128 + signal))
    #expect(errors.contains(" bytes of standard output were lost: its reader stopped reading\n"))
    #expect(errors.contains(signal == 0 ? "✗ timed out" : "✗ interrupted"))
  }
}
