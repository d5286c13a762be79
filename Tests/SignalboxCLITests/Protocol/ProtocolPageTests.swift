import Foundation
import Signalbox
import Testing

@testable import SignalboxProtocol
@testable import SignalboxREPL

/// `docs/reference/protocol.md` describes every method of the catalogs, with examples that contain
/// a real server's responses. `RECORD=1` writes the page and the schema.
@Suite struct ProtocolPageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let page = root.appending(path: "docs/reference/protocol.md")
  private static let schema = root.appending(path: "docs/reference/schemas/protocol.schema.json")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil

  /// Returns the handwritten part of the page, before the first group of methods.
  private static func introduction(of page: String) -> Substring {
    page[..<(page.firstRange(of: "## Session\n")?.lowerBound ?? page.endIndex)]
  }

  @Test
  func `the protocol page contains each method with its fields and each example with its response`()
    throws
  {
    let present = try String(contentsOf: Self.page, encoding: .utf8)
    let expected = Self.introduction(of: present) + (try ProtocolPage.text())
    guard Self.isRecording else {
      #expect(present == expected)
      return
    }
    try expected.write(to: Self.page, atomically: true, encoding: .utf8)
    Issue.record("recorded \(Self.page.lastPathComponent); run again without RECORD")
  }

  @Test func `the protocol schema contains each method`() throws {
    let expected = try ProtocolPage.schema()
    guard Self.isRecording else {
      #expect(try String(contentsOf: Self.schema, encoding: .utf8) == expected)
      return
    }
    try expected.write(to: Self.schema, atomically: true, encoding: .utf8)
    Issue.record("recorded \(Self.schema.lastPathComponent); run again without RECORD")
  }

  @Test func `the schema of saved states contains each field of screens`() throws {
    let schema = Self.root.appending(path: "docs/reference/schemas/state.schema.json")
    let present = try String(contentsOf: schema, encoding: .utf8)
    let rows = ScreenField.all.map { field in
      "        \"\(field.name)\": { \"description\": \"\(field.summary)\", \"type\": \"\(field.kind)\" }"
    }
    let start = try #require(present.range(of: "        \"isMade\""))
    let end = try #require(present[start.lowerBound...].range(of: "\n      }"))
    let expected = present.replacingCharacters(
      in: start.lowerBound..<end.lowerBound, with: rows.joined(separator: ",\n"))
    guard Self.isRecording, present != expected else {
      #expect(present == expected)
      return
    }
    try expected.write(to: schema, atomically: true, encoding: .utf8)
    Issue.record("recorded \(schema.lastPathComponent); run again without RECORD")
  }

  @Test func `each method is in exactly one group on the protocol page`() {
    #expect(ProtocolPage.names.sorted() == ProtocolPage.methods.map(\.name).sorted())
  }

  @Test(arguments: ProtocolPage.methods.map(\.name))
  func `each example on the protocol page is answered without an error, with its method's fields`(
    name: String
  ) throws {
    let method = try #require(ProtocolPage.methods.first { $0.name == name })
    #expect(throws: Never.self) { try MessageField.check(method.example, method.params, "params") }
    let answers = try ExampleRun(method).lines.dropFirst().map { try ProtocolMessage($0) }
    for answer in answers {
      switch answer {
      case .result(_, let result):
        #expect(throws: Never.self) {
          try MessageField.check(result.table ?? [:], method.result, "result")
        }
      case .notification(let name, let params):
        let other = try #require(ProtocolPage.methods.first { $0.name == name })
        #expect(throws: Never.self) { try MessageField.check(params, other.params, "params") }
      case .request, .failure: Issue.record("\(answer)")
      }
    }
    #expect(
      answers.contains { if case .result = $0 { true } else { false } }
        == (method.kind == .request))
  }

  @Test func `every error code is on the protocol page`() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    for code in ProtocolError.Code.allCases {
      let number = ProtocolError(code, "").number
      #expect(page.contains("| `\(code.rawValue)` | \(number) |"), "\(code.rawValue)")
    }
  }
}
