import SeededRandom
import Testing

@testable import Signalbox
@testable import SignalboxProtocol
@testable import SignalboxREPL
@testable import SignalboxScenarios
@testable import SignalboxScripting

/// Tests every text reader with deeply nested text. Each reader responds with a short message, and
/// the deepest text results in the reader's own error.
///
/// `SIGNALBOX_SEED` replays one seed, and `scripts/fuzz --target nesting` runs more seeds.
struct NestingFuzzTests {
  private static let depths = [10, 1_000, 100_000]

  @Test func `every reader of input handles every kind of nesting`() {
    FuzzRun(target: "nesting", smoke: UInt64(2 * NestingReader.all.count)).check { seed in
      var random = SeededGenerator(seed: seed)
      let reader = NestingReader.all[Int(seed % UInt64(NestingReader.all.count))]
      let maxDepth = seed < 1_000 ? 1_000 : 100_000
      let depth = Int.random(in: 1...maxDepth, using: &random)
      let nesting = reader.nestings[Int.random(in: 0..<reader.nestings.count, using: &random)]
      let closed = Int.random(in: 0...depth, using: &random)
      var text = String(repeating: nesting.open, count: depth) + nesting.inner
      text += String(repeating: nesting.close, count: closed)
      if Int.random(in: 0..<3, using: &random) == 0 { text += nesting.open }
      let answer = reader.read(text) ?? ""
      let isShort = answer.utf8.count < 1_000
      return isShort ? nil : "\(reader.testDescription) answers with \(answer.utf8.count) bytes"
    }
  }

  @Test(arguments: NestingReader.all)
  func `each reader accepts or rejects 10, 1,000 and 100,000 nested levels as documented`(
    reader: NestingReader
  ) {
    for nesting in reader.nestings {
      let answers = Self.depths.map { depth in
        reader.read(
          String(repeating: nesting.open, count: depth) + nesting.inner
            + String(repeating: nesting.close, count: depth))
      }
      #expect(answers == nesting.answers, "\(nesting.open)")
    }
  }
}

/// A reader, and the nested element of its text.
struct NestingReader: CustomTestStringConvertible, Sendable {
  struct Nesting: Sendable {
    let open: String
    let inner: String
    let close: String
    /// The errors of the reader at 10, 1,000 and 100,000 levels, or `nil` if it accepts the text.
    let answers: [String?]
  }

  let testDescription: String
  let nestings: [Nesting]
  /// Returns the reader's error for an input, or `nil` if it accepts the input.
  let read: @Sendable (String) -> String?

  private static func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let error as NavigationError {
      return error.message
    } catch let error as SelectionExpression.Malformed {
      return error.message
    } catch let error as ReportMerge.Rejection {
      return error.message
    } catch let error as ScriptError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  static let all = [json, recording, clientMessage, tags, blob, source, skeleton, link]

  private static func jsonFault(_ column: Int) -> String {
    "JSON, line 1, column \(column): expected at most 256 nested lists and tables"
  }

  private static let json = NestingReader(
    testDescription: "JSON",
    nestings: [
      Nesting(open: "[", inner: "1", close: "]", answers: [nil, jsonFault(257), jsonFault(257)]),
      Nesting(
        open: "{\"a\":", inner: "1", close: "}", answers: [nil, jsonFault(1281), jsonFault(1281)]),
    ]
  ) { text in message { _ = try JSONReader.value(text) } }

  private static let recording = NestingReader(
    testDescription: "a line of a recording",
    nestings: [
      Nesting(
        open: "{\"operation\":", inner: "1", close: "}",
        answers: ["no line", "no line", "no line"])
    ]
  ) { RecordedCall(line: $0) == nil ? "no line" : nil }

  private static let clientMessage = NestingReader(
    testDescription: "a message of the protocol",
    nestings: [
      Nesting(
        open: "{\"id\":", inner: "1", close: "}",
        answers: ["invalidRequest", "invalidRequest", "invalidRequest"])
    ]
  ) { text in
    do throws(ProtocolMessage.Fault) {
      _ = try ProtocolMessage(text)
      return nil
    } catch {
      return error.error.code
    }
  }

  private static func tagFault(_ excerpt: String) -> String {
    "parentheses and \"not\" nest deeper than 100 levels in the tags \"\(excerpt)…\"; "
      + "use several options, all of which must match"
  }

  private static let tags = NestingReader(
    testDescription: "a tag expression",
    nestings: [
      Nesting(
        open: "(", inner: "a", close: ")",
        answers: [
          nil, tagFault(String(repeating: "(", count: 60)),
          tagFault(String(repeating: "(", count: 60)),
        ]),
      Nesting(
        open: "not ", inner: "a", close: "",
        answers: [
          nil, tagFault(String(repeating: "not ", count: 15)),
          tagFault(String(repeating: "not ", count: 15)),
        ]),
      Nesting(open: "a and ", inner: "a", close: "", answers: [nil, nil, nil]),
      Nesting(open: "a or ", inner: "a", close: "", answers: [nil, nil, nil]),
    ]
  ) { text in message { _ = try SelectionExpression(text, of: .tags).selects { $0 == "a" } } }

  private static func blobFault(_ fault: String) -> String {
    "a.blob, line 1: this is not a line of a blob report: \(fault); write the report with "
      + "signalbox test --reporter blob=PATH"
  }

  private static let deepList =
    "the value is table { { { { { { { { { { 1 } } } } } } } } } }, expected a table of named values"

  private static let blob = NestingReader(
    testDescription: "a blob",
    nestings: [
      Nesting(
        open: "[", inner: "1", close: "]",
        answers: [deepList, jsonFault(257), jsonFault(257)].map(blobFault)),
      Nesting(
        open: "{\"end\":", inner: "1", close: "}",
        answers: [
          "end._0 is missing, expected a table of named values", jsonFault(1793), jsonFault(1793),
        ].map(blobFault)),
    ]
  ) { text in message { _ = try ReportMerge([("a.blob", Array("\(text)\n".utf8))]) } }

  /// Lua's own nesting. The index has no errors, and returns only the symbols that it has found.
  private static let source = NestingReader(
    testDescription: "an index of Lua source",
    nestings: [
      ("a = ", "(", "1", ")"), ("a = ", "{", "", "}"), ("", "do ", "", " end"),
      ("", "repeat ", "", " until x"), ("a = ", "function() return ", "", " end"),
      ("", "if a then ", "", " end"), ("a", ".a", "()", ""), ("a = ", "-", "1", ""),
      ("a = ", "b[", "1", "]"), ("", "f{", "", "}"), ("a = ", "1 + ", "1", ""),
    ].map { Nesting(open: $0.1, inner: $0.0 + $0.2, close: $0.3, answers: [nil, nil, nil]) }
  ) { text in
    _ = LuaIndex(Array(text.utf8))
    return nil
  }

  private static let skeleton = NestingReader(
    testDescription: "the scenarios of a file",
    nestings: [
      Nesting(
        open: "suite \"a\" { ", inner: "scenario \"b\" { function() end }", close: "}",
        answers: [nil, nil, nil]),
      Nesting(open: "scenario \"a\" { ", inner: "", close: "}", answers: [nil, nil, nil]),
    ]
  ) { text in
    _ = ScenarioSkeleton(Array(text.utf8))
    return nil
  }

  private static let link = NestingReader(
    testDescription: "a link pattern",
    nestings: [
      Nesting(open: "s://", inner: "a", close: "/:b", answers: [nil, nil, nil])
    ]
  ) { text in
    var table = LinkTable()
    let symbol = Symbol(rawValue: 1)
    _ = message { try table.replace([text], of: symbol) }
    _ = table.matches(text)
    return nil
  }
}
