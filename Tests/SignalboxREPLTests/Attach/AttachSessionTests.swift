import LineEditor
import Testing

@testable import SignalboxREPL

@Suite struct AttachSessionTests {
  private static let token = AttachToken("secret")
  private static let welcome = HostMessage.Welcome(
    version: 1, host: "shop", lua: "Lua 5.4", client: 3)
  private static let hello = #"{"id":0,"verb":"hello","version":1,"token":"secret"}"#

  private static func session(_ change: (inout AttachLimits) -> Void = { _ in }) -> AttachSession {
    var limits = AttachLimits()
    change(&limits)
    return AttachSession(token: token, welcome: welcome, limits: limits)
  }

  /// A session that has said hello.
  private static func admitted(
    _ change: (inout AttachLimits) -> Void = { _ in }
  ) -> AttachSession {
    var session = session(change)
    _ = session.receive(Array((hello + "\n").utf8))
    return session
  }

  private static func steps(
    _ lines: String..., in session: AttachSession = admitted()
  ) -> [AttachSession.Step] {
    var session = session
    return session.receive(Array(lines.joined(separator: "\n").utf8) + [0x0A])
  }

  private static func rejection(
    _ id: Int?, _ code: Rejection.Code, _ message: String
  ) -> AttachSession.Step { .send(.rejected(Rejection(id: id, code, message))) }

  // MARK: - Hello

  @Test func `who shows the token is let in`() {
    #expect(
      Self.steps(Self.hello, in: Self.session()) == [
        .admit(ClientMessage.Greeting(version: 1, token: "secret")),
        .send(.welcome(id: 0, Self.welcome)),
      ])
  }

  @Test(arguments: ["", "secre", "secret1", "Secret", "terces"])
  func `who shows another token is not`(token: String) {
    let hello = ClientMessage(id: 4, .hello(ClientMessage.Greeting(token: token)))
    var session = Self.session()
    #expect(
      session.receive(hello.frame + Array((Self.hello + "\n").utf8)) == [
        Self.rejection(4, .badToken, "the token does not match this host"), .close,
      ])
    #expect(session.receive(Array((Self.hello + "\n").utf8)) == [])
  }

  @Test func `nothing is done before hello, and nothing wrong forgiven`() {
    #expect(
      Self.steps(#"{"id":1,"verb":"ping"}"#, in: Self.session())
        == [Self.rejection(1, .notAdmitted, "the first request must be hello"), .close])
    #expect(
      Self.steps("GET / HTTP/1.1", in: Self.session()) == [
        Self.rejection(nil, .malformed, "JSON, line 1, column 1: expected a value"), .close,
      ])
    #expect(
      Self.steps(String(repeating: "x", count: 4097), in: Self.session())
        == [
          Self.rejection(nil, .tooLong, "the frame has 4097 bytes, at most 4096 are allowed"),
          .close,
        ])
    #expect(
      Self.steps(#"{"id":1,"verb":"hello","version":2,"token":"secret"}"#, in: Self.session()) == [
        Self.rejection(1, .badVersion, "this host speaks version 1 of the protocol, not 2"), .close,
      ])
  }

  // MARK: - Requests

  @Test func `requests for the session are handed on, others answered at once`() {
    #expect(
      Self.steps(
        #"{"id":1,"verb":"evaluate","text":"1 + 1","unknown":[{}]}"#, "",
        #"{"verb":"complete","text":".t","cursor":2,"id":2}"# + "\r",
        #"{"id":3,"verb":"ping"}"#, #"{"id":4,"verb":"interrupt"}"#,
        #"{"id":5,"verb":"events","show":"all"}"#)
        == [
          .request(ClientMessage(id: 1, .evaluate("1 + 1"))),
          .request(ClientMessage(id: 2, .complete(".t", cursor: 2))),
          .send(.done(id: 3)), .interrupt, .send(.done(id: 4)),
          .request(ClientMessage(id: 5, .events(.all))),
        ])
  }

  @Test func `what is wrong is told and the connection goes on`() {
    #expect(
      Self.steps(
        "{", "[]", #"{"verb":"ping"}"#, #"{"id":-1,"verb":"ping"}"#, #"{"id":6}"#,
        #"{"id":7,"verb":"dance"}"#, #"{"id":8,"verb":"evaluate","text":8}"#,
        #"{"id":9,"verb":"events","show":"some"}"#, Self.hello, #"{"id":10,"verb":"ping"}"#)
        == [
          Self.rejection(
            nil, .malformed,
            #"JSON, line 1, column 2: expected a name in double quotes, but the text ends"#),
          Self.rejection(nil, .malformed, "a request must be an object, got a table"),
          Self.rejection(nil, .malformed, "a request must have an id, an integer of 0 or more"),
          Self.rejection(nil, .malformed, "a request must have an id, an integer of 0 or more"),
          Self.rejection(6, .badField, "verb is missing, expected a string"),
          Self.rejection(7, .unknownVerb, #"there is no verb "dance""#),
          Self.rejection(8, .badField, "evaluate.text is integer 8, expected a string"),
          Self.rejection(
            9, .badField, #"events.show is string "some", expected none, changes or all"#),
          Self.rejection(0, .badField, "hello must be sent only once"), .send(.done(id: 10)),
        ])
  }

  @Test func `bytes that are no text are told, and depth has a limit`() {
    var session = Self.admitted()
    #expect(
      session.receive([0x22, 0xFF, 0x22, 0x0A])
        == [Self.rejection(nil, .malformed, "a frame must be UTF-8 text")])
    let deep = String(repeating: "[", count: 100_000)
    #expect(
      Self.steps(deep) == [
        Self.rejection(
          nil, .malformed,
          "JSON, line 1, column 257: expected at most 256 nested lists and tables")
      ])
  }

  @Test func `a frame that is too long is answered with its length once it has ended`() {
    var session = Self.admitted { $0.frame = 100 }
    #expect(session.receive([UInt8](repeating: 0x20, count: 100)) == [])
    #expect(session.receive([UInt8](repeating: 0x20, count: 50)) == [])
    #expect(session.isOverlong)
    #expect(session.waitingBytes == 0)
    #expect(
      session.receive([0x20, 0x0A, 0x0A])
        == [
          Self.rejection(nil, .tooLong, "the frame has 151 bytes, at most 100 are allowed"), .close,
        ])
    #expect(session.receive([0x0A]) == [])
  }

  @Test func `a connection that lets its time pass is told why it ends`() {
    var long = Self.admitted { $0.frame = 100 }
    _ = long.receive([UInt8](repeating: 0x20, count: 200))
    #expect(
      long.expire()
        == [
          Self.rejection(nil, .tooLong, "the frame has 200 bytes, at most 100 are allowed"), .close,
        ])
    var silent = Self.session()
    #expect(
      silent.expire()
        == [Self.rejection(nil, .notAdmitted, "timed out: no hello within 10.0 seconds"), .close])
    #expect(silent.expire() == [])
  }

  @Test func `it is all the same how bytes arrive`() {
    let text = Self.hello + "\n" + #"{"id":1,"verb":"evaluate","text":"é"}"# + "\n\n{}\n"
    var (whole, single) = (Self.session(), Self.session())
    let steps = whole.receive(Array(text.utf8))
    #expect(steps.count == 4)
    #expect(text.utf8.flatMap { single.receive([$0]) } == steps)
  }

  // MARK: - Frames

  private static let requests: [ClientMessage] = [
    ClientMessage(id: 0, .hello(ClientMessage.Greeting(token: "t", isColored: true))),
    ClientMessage(id: 1, .evaluate("print \"\u{1B}\0\n\"")),
    ClientMessage(id: 8, .evaluate("x", line: 7)),
    ClientMessage(id: 2, .complete("app:", cursor: 4)), ClientMessage(id: 3, .label),
    ClientMessage(id: 4, .drop), ClientMessage(id: 5, .finish), ClientMessage(id: 6, .interrupt),
    ClientMessage(id: 7, .events(.none)), ClientMessage(id: .max, .ping),
  ]

  @Test(arguments: requests) func `a request is read as it was written`(
    request: ClientMessage
  ) throws {
    let text = try #require(String(validating: request.frame.dropLast(), as: UTF8.self))
    #expect(try ClientMessage(text) == request)
    #expect(!text.contains("\n"))
  }

  private static let messages: [HostMessage] = [
    .welcome(id: 0, welcome), .done(id: 1),
    .evaluated(
      id: 2,
      HostMessage.PromptState(
        label: "shop ▸ product(42)> ", isPending: true, hasFailed: false, isFinished: true)),
    .completed(
      id: 3,
      LineCompletion(
        start: 4, suggestions: [LineSuggestion("tap", detail: "taps")])),
    .rejected(Rejection(id: 4, .busy, "no")), .rejected(Rejection(id: nil, .full, "no")),
    .output(id: 5, text: "a\u{0}\n"), .output(id: 5, text: "✗ no\n", isFailure: true),
    .change("host: ✓ push home"), .event("didNavigate"),
    .label("home> "), .dropped(3), .bye("gone"),
  ]

  @Test(arguments: messages) func `an answer is read as it was written`(
    message: HostMessage
  ) throws {
    let text = try #require(String(validating: message.frame.dropLast(), as: UTF8.self))
    #expect(HostMessage(text) == message)
    #expect(!text.contains("\n"))
  }

  @Test func `what a later version may send is left alone`() {
    #expect(HostMessage(#"{"event":"applause","text":"!"}"#) == nil)
    #expect(HostMessage("nonsense") == nil)
    #expect(HostMessage(#"{"event":"done","id":1,"more":[1]}"#) == .done(id: 1))
  }

  @Test func `tokens are drawn anew and compared whole`() {
    let tokens = (0..<4).map { _ in AttachToken.random() }
    #expect(Set(tokens).count == 4)
    #expect(tokens.allSatisfy { $0.text.utf8.count == 64 && $0.matches($0) })
    #expect(!tokens[0].matches(tokens[1]))
    #expect(!AttachToken("").matches(AttachToken("")))
  }
}
