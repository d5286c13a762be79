import Testing

@testable import Signalbox

struct RedactionTests {
  private static let lines = [
    #"{"clock":"automatic","format":"signalbox.session","output":["ann@example.org ordered 42"],"#
      + #""state":{"format":"signalbox.snapshot","version":3},"version":3}"#,
    #"{"arguments":{"email":"ann@example.org","id":42,"isNew":true},"name":"order","#
      + #""operation":"navigate","outcome":"done","time":42}"#,
    #"{"isGesture":true,"name":"email","operation":"enterText","outcome":"done","text":"bob","time":0}"#,
    #"{"operation":"open","outcome":"done","text":"shop://bob/42","time":0}"#,
    #"{"operation":"open","outc"#,
  ]

  private func redacted(_ names: String...) -> [String] {
    RecordingRedaction(names).redacted(Self.lines)
  }

  @Test func `a value is removed from arguments, fields and all other texts`() {
    #expect(
      redacted("email", "id") == [
        #"{"clock":"automatic","format":"signalbox.session","output":["••• ordered •••"],"#
          + #""redacted":["email","id"],"state":{"format":"signalbox.snapshot","version":3},"version":3}"#,
        #"{"arguments":{"email":"•••","id":"•••","isNew":true},"name":"order","#
          + #""operation":"navigate","outcome":"done","time":42}"#,
        #"{"isGesture":true,"name":"email","operation":"enterText","outcome":"done","text":"•••","time":0}"#,
        #"{"operation":"open","outcome":"done","text":"shop://•••/•••","time":0}"#, "{",
      ])
  }

  @Test func `a star removes the values of all arguments`() {
    #expect(
      redacted("*")[1] == #"{"arguments":{"email":"•••","id":"•••","isNew":"•••"},"name":"order","#
        + #""operation":"navigate","outcome":"done","time":42}"#)
  }

  @Test func `other names remove nothing but note the names`() {
    let lines = redacted("phone")
    #expect(lines[0].contains(#""redacted":["phone"]"#))
    #expect(Array(lines[1...3]) == Array(Self.lines[1...3]))
    #expect(RecordingRedaction([]).redacted(Self.lines) == Self.lines)
  }

  @Test
  func `a short value is only removed as a word, and a single character in quotes and links`() {
    var secrets = SecretTexts()
    for text in ["x", "bob", "s\"cret"] { secrets.add(text, as: "-") }
    secrets.sort()
    #expect(
      secrets.removed(from: #"x = "x" bob bobby 'bob' "s\"cret" s"crets"#)
        == #"x = "-" - bobby '-' "-" -s"#)
    #expect(
      secrets.removed(from: "a://x a://x/y?q=x&r=xy x/2 3/x.")
        == "a://x a://-/y?q=-&r=xy x/2 3/x.")
    #expect(secrets.removed(from: "a://x") == "a://-")
  }

  @Test func `a printed number or boolean is removed with its name`() {
    let text = #"push order { id = 7, isNew = true } · grid = 7 · id = 70 · id = 7"#
    let lines = [#"{"arguments":{"id":7,"isNew":true},"name":"order","operation":"navigate"}"#]
    #expect(
      RecordingRedaction(["*"]).knowingValues(of: lines).removed(from: text)
        == #"push order { id = "•••", isNew = "•••" } · grid = 7 · id = 70 · id = "•••""#)
  }

  @Test func `a replay of a redacted recording names the removed arguments`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Main", routes: ["B": RouteDefinition()])
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    _ = fixture.main.navigate(to: "B", ["email": "ann@example.org"])
    let shared = RecordingRedaction(["email"]).redacted(lines)
    let same = NavigationFixture.launched("A")
    same.define("Main", routes: ["B": RouteDefinition()])
    #expect(try SessionReplay(shared).run(on: same.engine).divergence == nil)
    let other = NavigationFixture.launched("A")
    let strict = RouteDefinition(parameters: [RouteParameter("email", .integer)])
    other.define("Main", routes: ["B": strict])
    let divergence = try SessionReplay(shared).run(on: other.engine).divergence
    #expect(
      divergence?.omission
        == "the recording does not contain the values of email, so the application can behave "
        + "differently")
    #expect(divergence?.description.contains("\n  note: the recording does not") == true)
  }
}
