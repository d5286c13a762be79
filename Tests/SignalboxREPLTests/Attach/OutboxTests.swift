import Testing

@testable import SignalboxREPL

@Suite struct OutboxTests {
  private func limits() -> AttachLimits {
    var limits = AttachLimits()
    (limits.events, limits.output, limits.total) = (200, 400, 1000)
    return limits
  }

  /// Everything that waits, as a client reads it.
  private func drain(_ outbox: inout Outbox, by most: Int = 7) -> [HostMessage] {
    var bytes: [UInt8] = []
    while case let piece = outbox.take(most), !piece.isEmpty { bytes += piece }
    return bytes.split(separator: 0x0A).compactMap {
      HostMessage(String(decoding: $0, as: UTF8.self))
    }
  }

  @Test func `messages leave in order, and what an input prints is joined`() {
    var outbox = Outbox()
    let messages: [HostMessage] = [
      .output(id: 1, text: "a"), .output(id: 1, text: "b\n"), .output(id: 2, text: "c"),
      .output(id: 2, text: "✗", isFailure: true), .output(id: 2, text: " no", isFailure: true),
      .change("x"), .output(id: 2, text: "d"), .done(id: 2),
    ]
    for message in messages { outbox.append(message) }
    #expect(
      drain(&outbox) == [
        .output(id: 1, text: "ab\n"), .output(id: 2, text: "c"),
        .output(id: 2, text: "✗ no", isFailure: true), .change("x"),
        .output(id: 2, text: "d"), .done(id: 2),
      ])
    #expect(outbox.isEmpty)
    #expect(outbox.count == 0)
  }

  @Test func `a slow client loses events first, and is told how many at that place`() {
    var outbox = Outbox(limits: limits())
    for number in 0..<20 { outbox.append(.change("event \(number)")) }
    outbox.append(.done(id: 1))
    outbox.append(.change("lost again"))
    outbox.append(.output(id: 2, text: "still told"))
    let kept = (0..<6).map { HostMessage.change("event \($0)") }
    #expect(
      drain(&outbox) == kept + [
        .dropped(14), .done(id: 1), .dropped(1), .output(id: 2, text: "still told"),
      ])
    outbox.append(.change("heard"))
    #expect(drain(&outbox) == [.change("heard")])
  }

  @Test func `what an input prints is bounded, its answer comes whatever happened`() {
    var outbox = Outbox(limits: limits())
    for _ in 0..<50 { outbox.append(.output(id: 1, text: String(repeating: "x", count: 99))) }
    #expect(!outbox.isOverfull)
    outbox.append(.done(id: 1))
    #expect(
      drain(&outbox) == [
        .output(id: 1, text: String(repeating: "x", count: 396)), .dropped(46), .done(id: 1),
      ])
  }

  @Test func `answers that nobody reads are too much in the end`() {
    var outbox = Outbox(limits: limits())
    for id in 0..<100 { outbox.append(.done(id: id)) }
    #expect(outbox.isOverfull)
  }

  @Test func `what could not be sent comes first the next time`() {
    var outbox = Outbox()
    outbox.append(.done(id: 1))
    outbox.append(.done(id: 2))
    let bytes = outbox.take(10)
    outbox.putBack(bytes[4...])
    #expect(bytes[..<4] + outbox.take(1000) == HostMessage.done(id: 1).frame[...])
    #expect(drain(&outbox) == [.done(id: 2)])
  }

  @Test func `a long text comes in pieces that hold whole characters`() {
    var outbox = Outbox()
    let text = String(repeating: "a▸", count: 30_000)
    outbox.append(.output(id: 1, text: text))
    let pieces = drain(&outbox, by: 5000).map { message in
      if case .output(1, let text, false) = message { text } else { "?" }
    }
    #expect(pieces.joined() == text)
    #expect(pieces.count == 4)
    #expect(pieces.allSatisfy { $0.utf8.count <= Outbox.pieceSize })
  }
}
