import SignalboxScenarios
import SignalboxScripting
import Testing

@Suite struct ScriptRunTests {
  private func run(
    _ source: String, arguments: [String] = [], timeout: Duration? = nil,
    configuration: ScriptConfiguration = ScriptConfiguration()
  ) throws -> (result: ScriptRunResult, output: [String]) {
    let session = try ScriptSession(configuration)
    var output: [String] = []
    session.addHooks(SessionHooks(output: { output.append($0) }))
    let run = ScriptRun(
      name: "test.lua", source: Array(source.utf8), arguments: arguments, timeout: timeout)
    return (run.run(in: session), output)
  }

  @Test func `a script that runs to its end succeeds`() throws {
    let (result, output) = try run("print(#arg, ...)", arguments: ["a", "b"])
    #expect(output == ["2\ta\tb"])
    #expect(result.exitCode == .success)
    #expect(result.failure == nil)
    #expect(result.unhandled.isEmpty)
  }

  @Test(arguments: [
    ("x =", ExitCode.notLoaded), ("require 'nowhere'", .notLoaded), ("error('no')", .failed),
    ("app:launch('Nobody')", .failed), ("local t = nil; t.x = 1", .failed),
  ])
  func `the reason for a script's end determines the exit code`(source: String, code: ExitCode)
    throws
  {
    #expect(try run(source).result.exitCode == code)
  }

  @Test func `a script that exceeds the time or memory limit fails`() throws {
    let endless = try run("while true do end", timeout: .milliseconds(20)).result
    #expect(endless.failure?.kind == .timeout)
    #expect(endless.exitCode == .failed)
    let greedy = try run(
      "local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end",
      configuration: ScriptConfiguration(memoryLimit: 4 << 20)
    ).result
    #expect(greedy.failure?.kind == .memory)
    #expect(greedy.exitCode == .failed)
  }

  @Test func `an unobserved rejection in a callback is a failure`() throws {
    let (result, output) = try run(
      """
      local Shop = coordinator "Shop" { routes = { catalog = { actions = { "Buy" } } } }
      function Shop:start() self.router:startFlow("catalog") end
      function Shop:onBuy() self.router:navigate("cart") end
      app:launch("Shop")
      app:tap "Buy"
      print "end"
      """)
    #expect(output == ["end"])
    #expect(result.failure == nil)
    #expect(result.unhandled.map(\.code) == ["unknownRoute"])
    #expect(result.unhandled.map(\.location) == [ScriptLocation(file: "test.lua", line: 3)])
    #expect(result.exitCode == .failed)
  }

  @Test func `stopping a callback is reported only once`() throws {
    let result = try run(
      """
      local Shop = coordinator "Shop" { routes = { catalog = { actions = { "Wait" } } } }
      function Shop:start() self.router:startFlow("catalog") end
      function Shop:onWait() while true do end end
      app:launch("Shop")
      app:tap "Wait"
      """, timeout: .milliseconds(20)
    ).result
    #expect(result.failure?.kind == .timeout)
    #expect(result.unhandled.isEmpty)
  }

  @Test func `the exit codes match the documentation`() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 5, 64, 129, 130, 141, 143])
    #expect(ExitCode(.interrupted) == .interrupted)
    #expect(ExitCode(.internal) == .internalError)
    #expect(ExitCode(.closed) == .internalError)
  }
}
