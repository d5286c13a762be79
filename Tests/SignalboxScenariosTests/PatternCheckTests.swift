import SeededRandom
import Testing

@testable import SignalboxScenarios
@testable import SignalboxScripting

struct PatternCheckTests {
  @Test(arguments: [
    ("a%", "malformed pattern (ends with '%')"),
    ("[a", "malformed pattern (missing ']')"),
    ("[]", "malformed pattern (missing ']')"),
    ("[^]", "malformed pattern (missing ']')"),
    ("[%", "malformed pattern (missing ']')"),
    ("%b(", "malformed pattern (missing arguments to '%b')"),
    ("%fa", "missing '[' after '%f' in pattern"),
    ("%f[a", "malformed pattern (missing ']')"),
    ("(a", "unfinished capture"),
    ("a.)", "invalid pattern capture"),
    ("%0", "invalid capture index %0"),
    ("(a)%2", "invalid capture index %2"),
    ("(a%1)", "invalid capture index %1"),
    (String(repeating: "()", count: 33), "too many captures"),
    ("a)", nil), ("()%1", nil), ("[]]", nil), ("[^]]", nil), ("[%]]", nil), ("^(a)(b)%2$", nil),
    ("%bxy%f[%w]é*", nil), (String(repeating: "()", count: 32), nil), ("", nil),
  ])
  func `the first mistake of a pattern is found, wherever it is`(pattern: String, mistake: String?)
  {
    #expect(PatternCheck.mistake(in: pattern) == mistake)
  }

  @Test func `Lua accepts valid patterns and reports the same mistakes`() throws {
    let session = try ScriptSession()
    let find = try session.load(
      Array(
        """
        local pattern, text = ...
        local isValid, message = pcall(string.find, text, pattern)
        return not isValid and message or nil
        """.utf8), name: "find")
    var random = SeededGenerator(seed: 11)
    let (signs, letters) = (Array("ab()[]^$%%.*+-?bf12"), Array("ab()[]"))
    var reported: Set<String> = []
    for _ in 0..<4_000 {
      let pattern = String(
        (0..<Int.random(in: 1...7, using: &random)).map { _ in
          signs.randomElement(using: &random) ?? "a"
        })
      let mistake = PatternCheck.mistake(in: pattern)
      for _ in 0..<4 {
        let text = String(
          (0..<Int.random(in: 0...6, using: &random)).map { _ in
            letters.randomElement(using: &random) ?? "a"
          })
        guard let message = try find.call([.string(pattern), .string(text)]).first?.text else {
          continue
        }
        #expect(message == mistake, "\(pattern) in \(text)")
        reported.insert(message)
      }
    }
    #expect(reported.count >= 8)
  }
}
