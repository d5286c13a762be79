import Signalbox
import Testing

@testable import SignalboxProtocol

@Suite struct OutboxTests {
  private func limits() -> ProtocolLimits {
    var limits = ProtocolLimits()
    (limits.events, limits.text, limits.total) = (200, 400, 1000)
    return limits
  }

  /// The data that a client reads: responses by number, and printed text.
  private enum Received: Hashable {
    case answer(Int)
    case text(Int, String, isFailure: Bool = false)
    case dropped(Int, of: Int)
    case other(String)
  }

  private func answer(_ id: Int) -> ProtocolMessage { .result(id: .number(id), [:]) }

  /// Returns all waiting data, as a client reads it.
  private func drain(_ outbox: inout Outbox, by maxBytes: Int = 7) -> [Received] {
    var reader = MessageReader(.contentLength, limit: 1 << 20)
    var received: [Received] = []
    while case let chunk = outbox.take(maxBytes), !chunk.isEmpty {
      reader.append(chunk)
      while case .text(let text)? = reader.next() {
        received.append(Self.received(text))
      }
    }
    return received
  }

  private static func received(_ text: String) -> Received {
    switch try? ProtocolMessage(text) {
    case .result(.number(let id), _): return .answer(id)
    case .notification(OutputTextMethod.name, let params):
      guard let id = params["id"]?.integer else { return .other(text) }
      if let count = params["dropped"]?.integer { return .dropped(count, of: id) }
      return .text(
        id, params["text"]?.text ?? "", isFailure: params["isFailure"] == .boolean(true))
    default: return .other(text)
    }
  }

  @Test func `messages are sent in order, and the printed text of a request is joined`() {
    var outbox = Outbox(.contentLength)
    outbox.append("a", of: .number(1))
    outbox.append("b\n", of: .number(1))
    outbox.append("c", of: .number(2))
    outbox.append("✗", of: .number(2), isFailure: true)
    outbox.append(" no", of: .number(2), isFailure: true)
    outbox.append(answer(1))
    outbox.append("d", of: .number(2))
    outbox.append(answer(2))
    #expect(
      drain(&outbox) == [
        .text(1, "ab\n"), .text(2, "c"), .text(2, "✗ no", isFailure: true), .answer(1),
        .text(2, "d"), .answer(2),
      ])
    #expect(outbox.isEmpty)
    #expect(outbox.count == 0)
  }

  @Test func `the printed text of a request is limited, but its response is always sent`() {
    var outbox = Outbox(.contentLength, limits: limits())
    for _ in 0..<50 { outbox.append(String(repeating: "x", count: 99), of: .number(1)) }
    #expect(!outbox.isOverfull)
    #expect(!outbox.hasRoomForEvents)
    outbox.append(answer(1))
    #expect(
      drain(&outbox)
        == [.text(1, String(repeating: "x", count: 396)), .dropped(46, of: 1), .answer(1)])
    #expect(outbox.hasRoomForEvents)
  }

  @Test func `unread responses eventually exceed the output limit`() {
    var outbox = Outbox(.contentLength, limits: limits())
    for id in 0..<100 { outbox.append(answer(id)) }
    #expect(outbox.isOverfull)
  }

  @Test func `unsent bytes are sent first in the next turn`() {
    var outbox = Outbox(.lines)
    outbox.append(answer(1))
    outbox.append(answer(2))
    let bytes = outbox.take(10)
    outbox.putBack(bytes[4...])
    let first = String(decoding: bytes[..<4] + outbox.take(1000), as: UTF8.self)
    #expect(first == #"{"id":1,"jsonrpc":"2.0","result":{}}"# + "\n")
    let second = String(decoding: outbox.take(1000), as: UTF8.self)
    #expect(second == #"{"id":2,"jsonrpc":"2.0","result":{}}"# + "\n")
  }

  @Test func `a long string is divided into parts at character boundaries`() {
    var outbox = Outbox(.contentLength)
    let text = String(repeating: "a▸", count: 30_000)
    outbox.append(text, of: .number(1))
    let chunks = drain(&outbox, by: 5000).map { message in
      if case .text(1, let text, false) = message { text } else { "?" }
    }
    #expect(chunks.joined() == text)
    #expect(chunks.count == 4)
    #expect(chunks.allSatisfy { $0.utf8.count <= Outbox.chunkSize })
  }

  @Test func `a response that is too long is replaced with an error that has its id`() {
    var limits = ProtocolLimits()
    #expect(limits.answer < limits.total)
    limits.answer = 50
    var outbox = Outbox(.lines, limits: limits)
    outbox.append(.result(id: .text("a"), ["x": .string(String(repeating: "y", count: 100))]))
    outbox.append(answer(2))
    #expect(
      String(decoding: outbox.take(1000), as: UTF8.self)
        == #"{"error":{"code":-32000,"data":{"code":"tooLong","hint":"request less at a time"},"#
        + #""message":"the response has 144 bytes; at most 50 are sent"},"id":"a","jsonrpc":"2.0"}"#
        + "\n")
    #expect(
      String(decoding: outbox.take(1000), as: UTF8.self)
        == #"{"id":2,"jsonrpc":"2.0","result":{}}"# + "\n")
  }

  @Test func `a result that JSON cannot represent is answered with an error`() {
    var outbox = Outbox(.lines)
    outbox.append(.result(id: .number(1), ["x": .number(.nan)]))
    let line = String(decoding: outbox.take(1000), as: UTF8.self)
    #expect(
      line
        == #"{"error":{"code":-32000,"data":{"code":"notSerializable"},"message":"result.x is (0/0), "#
        + #"a number that JSON cannot represent"},"id":1,"jsonrpc":"2.0"}"# + "\n")
  }
}
