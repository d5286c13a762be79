import Foundation
import LineEditor
import Testing

@testable import SignalboxREPL

/// `docs/attach.md` has every word of the protocol.
@Suite struct AttachPageTests {
  private static func words(behind heading: String) throws -> [String] {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/attach.md")
    let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    let rows = lines.drop { !$0.hasPrefix("| \(heading) |") }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    return rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.output.1) }
    }
  }

  private static func names(in frames: [[UInt8]], of field: String) throws -> [String] {
    try frames.map { frame in
      let fields = try JSONSerialization.jsonObject(with: Data(frame)) as? [String: Any]
      return try #require(fields?[field] as? String)
    }
  }

  @Test func `every verb is on the page, and every row is a verb`() throws {
    let verbs: [ClientMessage.Verb] = [
      .hello(ClientMessage.Greeting(token: "")), .evaluate(""), .complete("", cursor: 0), .label,
      .drop, .finish, .interrupt, .events(.all), .ping,
    ]
    let names = try Self.names(
      in: verbs.map { ClientMessage(id: 0, $0).frame }, of: "verb")
    #expect(try Self.words(behind: "verb") == names)
  }

  @Test func `every response is on the page`() throws {
    let state = HostMessage.PromptState(
      label: "", isPending: false, hasFailed: false, isFinished: false)
    let answers: [HostMessage] = [
      .welcome(id: 0, HostMessage.Welcome(version: 1, host: "", lua: "", client: 1)), .done(id: 0),
      .evaluated(id: 0, state), .completed(id: 0, LineCompletion(start: 0, suggestions: [])),
      .rejected(Rejection(id: 0, .full, "")),
    ]
    #expect(
      try Self.words(behind: "response") == Self.names(in: answers.map(\.frame), of: "event"))
  }

  @Test func `every event is on the page`() throws {
    let events: [HostMessage] = [
      .output(id: 0, text: ""), .change(""), .event(""), .label(""), .dropped(1), .bye(""),
    ]
    #expect(
      try Self.words(behind: "event") == Self.names(in: events.map(\.frame), of: "event"))
  }

  @Test func `every code is on the page`() throws {
    #expect(
      Set(try Self.words(behind: "code")) == Set(Rejection.Code.allCases.map(\.rawValue)))
  }
}
