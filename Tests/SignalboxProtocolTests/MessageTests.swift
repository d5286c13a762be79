import Testing

@testable import Signalbox
@testable import SignalboxProtocol

@Suite struct MessageTests {
  // MARK: - Framing

  private func frames(
    _ framing: MessageFraming, limit: Int = 100, _ chunks: String...
  ) -> [MessageReader.Frame] {
    var reader = MessageReader(framing, limit: limit)
    var frames: [MessageReader.Frame] = []
    for chunk in chunks {
      reader.append(Array(chunk.utf8))
      while let frame = reader.next() { frames.append(frame) }
    }
    return frames
  }

  @Test func `messages with lengths are read regardless of how the stream is divided`() {
    let text = "Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\n[1]"
    #expect(frames(.contentLength, text) == [.text("{}"), .text("[1]")])
    var reader = MessageReader(.contentLength, limit: 100)
    var found: [MessageReader.Frame] = []
    for byte in text.utf8 {
      reader.append([byte])
      while let frame = reader.next() { found.append(frame) }
    }
    #expect(found == [.text("{}"), .text("[1]")])
  }

  @Test func `each line is a message, and empty lines are skipped`() {
    #expect(frames(.lines, "{}\r\n\n{\"a\"", ":1}\n") == [.text("{}"), .text("{\"a\":1}")])
  }

  @Test func `a message that is too long is skipped regardless of how the stream is divided`() {
    #expect(
      frames(
        .contentLength, limit: 5, "Content-Length: 6\r\n\r\n", "123", "456Content-Length",
        ": 2\r\n\r\n{}")
        == [.tooLong(6), .text("{}")])
    #expect(
      frames(.lines, limit: 5, "12345\n", "123456", "7\n{}\n")
        == [.text("12345"), .tooLong(nil), .text("{}")])
    #expect(frames(.lines, limit: 5, "1234567\n{}\n") == [.tooLong(nil), .text("{}")])
  }

  @Test(arguments: [
    "Length: 2", "Content-Length: -2", "Content-Length: 2\r\nContent-Length: 2",
    "Content-Length:", "Content-Length: 99999999999999999999", "GET / HTTP/1.1\r\nHost: x",
    "Content-Type: x",
  ])
  func `a header without exactly one length is reported, and the next message is read`(
    header: String
  ) {
    let found = frames(.contentLength, header + "\r\n\r\n[]", "Content-Length: 2\r\n\r\n{}")
    guard case .broken? = found.first else {
      Issue.record("\(found)")
      return
    }
    #expect(found.last == .text("{}"))
    // The second of two lengths starts another header.
    #expect(found.count == (header.contains("2\r\nContent") ? 3 : 2))
  }

  @Test func `a truncated message ends before the next header`() {
    let cut = "Content-Length: 9\r\n\r\n{\"a\""
    let next = "Content-Length: 2\r\n\r\n{}"
    #expect(
      frames(.contentLength, cut + next + next)
        == [
          .text("{\"a\"Conte"),
          .broken(
            "the header is \"nt-Length: 2\", expected \"Content-Length: \" and a number up to "
              + "1073741824"),
          .text("{}"),
        ])
  }

  @Test func `the length of a message header is limited`() {
    #expect(
      frames(.contentLength, String(repeating: "x", count: 1100))
        == [.broken("the header has more than 1024 bytes")])
    #expect(
      frames(
        .contentLength, String(repeating: "x", count: 5000), "Content-Length: 2\r\n\r\n{}")
        == [.broken("the header has more than 1024 bytes"), .text("{}")])
  }

  @Test func `bytes that are not text are reported, and the stream continues`() {
    var reader = MessageReader(.lines, limit: 100)
    reader.append([0xFF, 0x0A] + Array("{}\n".utf8))
    #expect(reader.next() == .garbled)
    #expect(reader.next() == .text("{}"))
  }

  // MARK: - Messages

  @Test func `a message that is written can be read back unchanged`() throws {
    let error = ProtocolError(.badParams, "no", hint: "yes")
    let messages: [ProtocolMessage] = [
      .request(id: .number(1), method: "a", params: ["b": 1]),
      .request(id: .text("x"), method: "a", params: [:]),
      .notification(method: "a", params: ["b": [1, "c"]]), .result(id: .number(1), ["d": true]),
      .failure(id: .text("y"), error), .failure(id: nil, error),
    ]
    for message in messages { #expect(try ProtocolMessage(message.text) == message) }
    #expect(
      try ProtocolMessage.failure(id: nil, error).text
        == #"{"id":null,"error":{"code":-32602,"data":{"code":"badParams","hint":"yes"},"#
        + #""message":"no"},"jsonrpc":"2.0"}"#)
  }

  @Test(arguments: [
    ("[", "malformed"), ("[]", "invalidRequest"), ("{}", "invalidRequest"),
    (#"{"jsonrpc":"1.0","method":"a"}"#, "invalidRequest"),
    (#"{"jsonrpc":"2.0","method":1}"#, "invalidRequest"),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, "invalidRequest"),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}"#, "badParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","param":{}}"#, "invalidRequest"),
    (#"{"jsonrpc":"2.0","id":1}"#, "invalidRequest"),
  ])
  func `invalid JSON-RPC messages are rejected with an error code`(text: String, code: String) {
    do {
      _ = try ProtocolMessage(text)
      Issue.record("accepted")
    } catch {
      #expect(error.error.code == code)
    }
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","method":1}"#, "method is an integer, expected a string"),
    (
      #"{"jsonrpc":"2.0","id":true,"method":"a"}"#,
      "id is a boolean, expected an integer or a string"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"a","params":2}"#,
      "params is an integer, expected an object"
    ),
    ("3", "a message must be an object, got an integer"),
  ])
  func `errors name the type of an invalid value with the correct article`(
    text: String, message: String
  ) {
    do {
      _ = try ProtocolMessage(text)
      Issue.record("accepted")
    } catch {
      #expect(error.error.message == message)
    }
  }

  @Test(arguments: [
    "{", #"{"id":}"#, #"{"id":1,}"#, #"{"id" 1}"#, #"{id:1}"#, #"{"a":[1,]}"#, #"{"a":[1}"#,
    #"{"a":01}"#, #"{"a":1.}"#, #"{"a":1e}"#, #"{"a":-}"#, #"{"a":tru}"#, #"{"a":"\x"}"#,
    #"{"a":"\u12G4"}"#, "{\"a\":\"\n\"}", #"{"a":1} 2"#, #"{"a":{"b"}}"#, "",
  ])
  func `text that is not JSON has no outline`(text: String) {
    #expect(JSONOutline(text) == nil)
  }

  @Test func `the outline of an object has its members, and the last one of duplicate names`() {
    let text =
      #" { "a:b" : [ null , {"c":[ ]} ] , "\u0069d":"x\"y", "id" : -1.5E+3,"n":{},"t":true} "#
    #expect(
      JSONOutline(text)?.members == [
        "a:b": #"[ null , {"c":[ ]} ]"#, "id": "-1.5E+3", "n": "{}", "t": "true",
      ])
    let deep = (0..<100_000).map { _ in "[" } + (0..<100_000).map { _ in "]" }
    #expect(JSONOutline(deep.joined()) != nil)
  }

  // MARK: - Fields

  @Test(arguments: MethodCatalog.methods.map(\.name))
  func `the described fields of a method are those that it reads and writes`(name: String) throws {
    let method = try #require(MethodCatalog.methods.first { $0.name == name })
    #expect(throws: Never.self) { try MessageField.check(method.example, method.params, "params") }
    #expect(method.summary.hasSuffix("."))
    #expect(Set(MethodCatalog.methods.map(\.name)).count == MethodCatalog.methods.count)
  }

  @Test func `the result of a method has no fields that its description does not contain`() throws {
    let shop = try ShopFixture()
    shop.engine.workHost = IdleWorkHost()
    for method in MethodCatalog.methods where method.kind == .request && method.answer != nil {
      // The example of this method ends the first work.
      if method.name == WorkEndMethod.name {
        try shop.engine.work { _ in
        } then: { _ in
        }
      }
      let context = EngineContext(
        engine: shop.engine,
        client: EngineClient(number: 1, InitializeMethod.Program(name: "test")))
      try context.client.save(try shop.engine.tree.value, as: "start")
      let result = try method.answer?(method.example, context)
      #expect(throws: Never.self, "\(method.name)") {
        try MessageField.check(result ?? [:], method.result, "result")
      }
    }
  }
}
