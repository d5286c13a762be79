import SeededRandom
import SignalboxScenarios
import SignalboxScripting
import Testing

/// Tests that the other scenarios of a file are omitted when one of them runs, if this has no
/// effect.
struct ScenarioSkeletonTests {
  private let fixture = ScenarioFixture()

  /// Runs the scenarios in a string and returns their output. Each scenario prints at least its
  /// line.
  private func printed(_ source: String) throws -> [[String]] {
    try fixture.run(source).map { result in
      #expect(result.status == .passed, "\(result.scenario.title)")
      return result.output
    }
  }

  private func many(_ count: Int, _ scenario: (Int) -> String) -> String {
    (1...count).map(scenario).joined(separator: "\n")
  }

  @Test func `code outside scenarios runs for each scenario of its file`() throws {
    let source =
      "local count = 0\n"
      + many(20) { "scenario \"scenario \($0)\" { function() print(count) end }" }
      + "\ncount = count + 1\nprint \"loaded\""
    #expect(try printed(source) == Array(repeating: ["loaded", "1"], count: 20))
  }

  @Test func `omitting other scenarios preserves line numbers for names with any text around them`()
    throws
  {
    let source = many(20) { number in
      """
      -- scenario "none" { end }
      scenario "scenario \(number)" { tags = { "a", [[b]] }, timeout = "2s",
        --[==[ ]] end ]==]
        function(app)
          local t = { scenario = "}" }
          if t.scenario == '"\\'' then error "never" elseif true then repeat local x until true end
          for i = 1, 1 do while false do end end
          error "here"
        end,
      }
      """
    }
    let lines = try fixture.run(source).map { $0.failures.first?.error.location?.line }
    #expect(lines == (0..<20).map { $0 * 10 + 8 })
  }

  @Test func `scenarios whose tables contain calls are declared for each scenario, in order`()
    throws
  {
    let source =
      "local count = 0\nlocal function next() count = count + 1 return \"t\" .. count end\n"
      + many(20) {
        "scenario \"scenario \($0)\" { tags = { next() }, function() print(count) end }"
      }
    #expect(try printed(source) == Array(repeating: ["20"], count: 20))
    #expect(try fixture.scenarios(source).last?.options.tags == ["t20"])
  }

  @Test(arguments: [
    "local make = scenario\n",
    "local old = scenario; scenario = function(name) return old(name) end\n",
    "_G.seen = 1\n",
  ])
  func `a file that could redefine scenario is loaded unchanged`(head: String) throws {
    let source = head + many(20) { "scenario \"scenario \($0)\" { function() print(\($0)) end }" }
    #expect(try printed(source) == (1...20).map { ["\($0)"] })
  }

  @Test func `a scenario inside a block, a call or an assignment is not omitted`() throws {
    let source = """
      local kept = {}
      kept[1] = scenario "kept" { function() print "kept" end }
      do
        scenario "inside" { function() print "inside" end }
      end
      suite "suite" { scenario "member" { function() print "member" end } }
      \(many(16) { "scenario \"scenario \($0)\" { function() print(#kept) end }" })
      """
    #expect(
      try printed(source) == [["kept"], ["inside"], ["member"]] + Array(repeating: ["1"], count: 16)
    )
  }

  @Test func `scenarios in a suite are omitted individually, but other code in the suite runs`()
    throws
  {
    let source = """
      local made = 0
      suite "outer" { tags = { "t" },
        setup = function() made = made + 1 end,
        scenario "first" { function() print("first", made) end },
        scenario "second" { tags = { "s" }, function() print("second", made) end };
        suite "inner" {
          scenario "third" { function() print("third", made) end }
        },
        scenario "last" {
          function()
            error "here"
          end,
        }
      }
      print "loaded"
      """
    let results = try fixture.run(source)
    #expect(
      results.map(\.scenario.title) == [
        "outer › first", "outer › second", "outer › inner › third", "outer › last",
      ])
    #expect(
      results.map(\.output) == [
        ["loaded", "first\t1"], ["loaded", "second\t1"], ["loaded", "third\t1"], ["loaded"],
      ])
    #expect(results.map(\.scenario.options.tags) == [["t"], ["t", "s"], ["t"], ["t"]])
    #expect(results.last?.failures.first?.error.location?.line == 11)
  }

  @Test func `a suite that is not a literal table is loaded unchanged`() throws {
    let source = """
      local list = { scenario "a" { function() print "a" end }, scenario "b" { function() print "b" end } }
      list.tags = { "t" }
      suite "built" (list)
      suite("called", { scenario "c" { function() print "c" end } })
      suite "named" { scenario "d" { function() print "d" end }, [5] = scenario "e" { todo = "later" } }
      """
    let results = try fixture.run(source)
    #expect(
      results.map(\.scenario.title) == [
        "built › a", "built › b", "called › c", "named › d", "named › e",
      ])
    #expect(results.map(\.status) == [.passed, .passed, .passed, .passed, .todo])
  }

  @Test func `a file that could redefine suite is loaded unchanged`() throws {
    let source = """
      local old = suite
      local function suite(name) return old(name) end
      suite "s" {
        scenario "a" { function() print "a" end }, scenario "b" { function() print "b" end },
      }
      """
    #expect(try printed(source) == [["a"], ["b"]])
  }

  @Test(arguments: [0, 1, 7, 2024])
  func `each scenario of a random file runs as if its file were loaded completely`(seed: UInt64)
    throws
  {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      let source = RandomScenarios.file(&generator)
      // The file is not divided, because it uses _G.
      let whole = try printed(source + "\nlocal _ = _G")
      #expect(try printed(source) == whole, "\(source)")
    }
  }
}

/// Files of scenarios with all kinds of surrounding code. The scenarios print the values that they
/// see.
private enum RandomScenarios {
  static func file(_ generator: inout SeededGenerator) -> String {
    var number = 0
    var text = "local n = 0 local t = {} function up() n = n + 1 return n end\n"
    for _ in 0..<Int.random(in: 2...12, using: &generator) {
      text += statement(&generator, &number) + separator(&generator)
    }
    return text
  }

  private static func statement(_ generator: inout SeededGenerator, _ number: inout Int) -> String {
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: return "n = n + 1"
    case 1: return "t[#t + 1] = up()"
    case 2: return "up();(function() n = n * 2 end)()"
    case 3: return "do local scenarios = 1 n = n + scenarios end -- scenario \"no\" { }"
    case 4:
      let members = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        member(&generator, &number)
      }
      let ending = [",", ";", ""].randomElement(using: &generator) ?? ""
      number += 1
      return "suite \"s\(number)\" { tags = { 'x' }, \(members.joined(separator: ",\n"))\(ending) }"
    default: return scenario(&generator, &number)
    }
  }

  private static func member(_ generator: inout SeededGenerator, _ number: inout Int) -> String {
    if Int.random(in: 0..<5, using: &generator) > 0 { return scenario(&generator, &number) }
    number += 1
    let name = number
    return "suite \"i\(name)\" { \(scenario(&generator, &number)) }"
  }

  private static func scenario(_ generator: inout SeededGenerator, _ number: inout Int) -> String {
    number += 1
    let body = "function() local s = 'end }' if n >= 0 then print(\(number), n, #t) end end"
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return "scenario \"f\(number)\" { tags = { \"a\", [[b]] }, \(body) }"
    case 1: return "scenario \"f\(number)\" {\n  retries = up() * 0,\n  \(body),\n}"
    case 2: return "scenario(\"f\(number)\", { \(body) })"
    default: return "scenario \"f\(number)\" { \(body) }"
    }
  }

  private static func separator(_ generator: inout SeededGenerator) -> String {
    ["\n", "\n\n", ";\n", " -- then\n"].randomElement(using: &generator) ?? ""
  }
}
