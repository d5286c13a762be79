import SignalboxScenarios
import SignalboxScripting
import Testing

/// Tests the limits for the comparisons, the output and the operations of a test.
struct ScenarioBoundTests {
  private let fixture: ScenarioFixture

  /// These scenarios do so much that sanitizers need more than the default time.
  init() {
    var fixture = ScenarioFixture()
    fixture.settings.timeout = .seconds(600)
    self.fixture = fixture
  }

  private func result(of body: String) throws -> ScenarioResult {
    let source = "require \"shop\"\nscenario \"it\" { function(app)\n\(body)\nend }"
    return try #require(try fixture.run(source).first)
  }

  @Test func `an expectation compares arguments with 50,000 names`() throws {
    let failures = try fixture.failures(
      of: """
        local names = {}
        for i = 1, 50000 do names["n" .. i] = i end
        coordinator "Names" { routes = { names = {} } }.start = function(self)
          self.router:startFlow("names", names)
        end
        app:launch "Names"
        app:expect { exactly = true, args = names }
        """)
    #expect(failures == [])
  }

  @Test func `an expected table that contains itself can be printed`() throws {
    let failures = try fixture.failures(
      of: """
        app:launch()
        local l = { match "x" }
        l[2] = l
        app:expect { stack = l }
        """)
    #expect(failures.count == 1)
    #expect(failures.first?.contains("stack expected { match \"x\", { match \"x\", ") == true)
  }

  @Test
  func `at most 10,000 lines of test output are kept, with the number of omitted lines`()
    throws
  {
    let output = try result(of: "for i = 1, 10500 do print(i) end").output
    #expect(output.count == 10_001)
    #expect(output.suffix(2) == ["10000", "… 500 more lines (2500 bytes) omitted"])
  }

  @Test func `at most 1 MiB of test output is kept`() throws {
    let output = try result(
      of: "print(('x'):rep(100000)) for i = 1, 100 do print(('y'):rep(20000)) end"
    ).output
    #expect(output.first?.hasSuffix("x… 34464 more bytes") == true)
    #expect(output.map(\.utf8.count).reduce(0, +) <= 1 << 20)
    #expect(output.last?.hasSuffix("(1020000 bytes) omitted") == true)
  }

  @Test func `only the first 10,000 bytes of a message of several megabytes are reported`() throws {
    let failures = try result(of: "error(('x'):rep(1 << 20), 0)").failures
    #expect(
      failures.map(\.error.message) == [
        String(repeating: "x", count: 10_000) + "… 1038576 more bytes"
      ])
  }

  @Test
  func `if a scenario has very many steps, the first and the last are kept with their numbers`()
    throws
  {
    let steps = try result(
      of: "app:launch() for i = 1, 30000 do app:expect { layers = 1 } end error 'no'"
    ).steps
    #expect(steps.count <= 20_000)
    #expect(steps.first?.number == 1)
    #expect(steps.last?.number == 30_001)
    #expect(Set(steps.map(\.number)).count == steps.count)
  }
}
