import SeededRandom
import Testing

@testable import SignalboxWebSocket

/// Random and malformed requests and frames of pages, divided randomly.
///
/// `SIGNALBOX_SEED` replays one seed, and `scripts/fuzz --target websocket` runs more seeds.
struct WebSocketFuzzTests {
  @Test func `frames are read as a simple reader reads them, regardless of how they are divided`() {
    FuzzRun(target: "websocket", smoke: 300).check { seed in
      var trial = WebSocketTrial(seed: seed)
      return trial.frameFault() ?? trial.requestFault()
    }
  }
}

/// The bytes of one page.
private struct WebSocketTrial {
  private var generator: SeededGenerator
  private let limit: Int

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    limit = generator.pick([10, 130, 2000])
  }

  // MARK: - Frames

  /// The results of a reader: the text of all messages, and the other steps in order.
  fileprivate struct Found: Equatable {
    var text: [UInt8] = []
    var others: [WebSocketReader.Step] = []
  }

  /// Returns the fault in the handling of the frames of this seed.
  mutating func frameFault() -> String? {
    let bytes = frames()
    let expected = SimpleReader.read(bytes, limit: limit)
    for _ in 0..<3 {
      var (reader, found, rest) = (WebSocketReader(limit: limit), Found(), bytes[...])
      while !rest.isEmpty {
        let count = min(rest.count, 1 + generator.below(generator.pick([2, 40, 3000])))
        for step in reader.receive(Array(rest.prefix(count))) {
          if isOver(found) { return "a step follows the end: \(step)" }
          if case .text(let chunk) = step { found.text += chunk } else { found.others.append(step) }
        }
        rest = rest.dropFirst(count)
      }
      // The two readers may find a fault at different positions in a message, so its text may
      // differ.
      let isFaulty = found.others.contains { if case .fault = $0 { true } else { false } }
      guard found.others == expected.others, isFaulty || found.text == expected.text else {
        return "found \(found), expected \(expected) in \(bytes)"
      }
    }
    return nil
  }

  private func isOver(_ found: Found) -> Bool {
    switch found.others.last {
    case .close, .fault: true
    default: false
    }
  }

  private mutating func frames() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<generator.below(8) {
      let code = generator.pick([1, 1, 1, 0, 0, 9, 10, 8, 2, 3] as [UInt8])
      let count = generator.below(generator.pick([3, 126, 200]))
      let payload = (0..<count).map { _ in
        UInt8(generator.pick([0x0A, 0x0D, 0x7B, 0x41, 0xFF, generator.below(256)]))
      }
      var frame = Self.frame(code, payload, isLast: generator.below(4) > 0, &generator)
      if generator.below(12) == 0, !frame.isEmpty {
        frame[generator.below(min(frame.count, 14))] = UInt8(generator.below(256))
      }
      bytes += frame
    }
    return Array(bytes.dropLast(generator.pick([0, 0, generator.below(20)])))
  }

  private static func frame(
    _ code: UInt8, _ payload: [UInt8], isLast: Bool, _ generator: inout SeededGenerator
  ) -> [UInt8] {
    let count = payload.count
    var frame = [code | (isLast ? 0x80 : 0)]
    // A length may be written with more bytes than necessary.
    switch generator.below(8) {
    case 0: frame += [0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
    case _ where count < 126: frame.append(0x80 | UInt8(count))
    default: frame += [0xFE, UInt8(count >> 8), UInt8(count & 0xFF)]
    }
    let mask = (0..<4).map { _ in UInt8(generator.below(256)) }
    return frame + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  /// A reader of all bytes at once, as the specification describes it.
  private enum SimpleReader {
    static func read(_ bytes: [UInt8], limit: Int) -> Found {
      var (found, rest, size) = (Found(), bytes[...], Int?.none)
      while rest.count >= 2 {
        let (first, second) = (rest[rest.startIndex], rest[rest.startIndex + 1])
        if first & 0x70 != 0 { return found.ending(.malformed("a reserved bit is set")) }
        if second & 0x80 == 0 {
          return found.ending(.malformed("a frame from the client is not masked"))
        }
        let extra = second & 0x7F == 127 ? 8 : second & 0x7F == 126 ? 2 : 0
        guard rest.count >= 6 + extra else { return found }
        let digits = rest.dropFirst(2).prefix(extra)
        if extra == 8, digits.first.map({ $0 >= 0x80 }) == true {
          return found.ending(.malformed("the length of a frame is negative"))
        }
        let length =
          extra == 0 ? Int(second & 0x7F) : digits.reduce(0) { $0 << 8 | Int($1) }
        let (code, isLast) = (first & 0x0F, first & 0x80 != 0)
        if let fault = fault(code, length, isLast, size, limit) { return found.ending(fault) }
        let mask = Array(rest.dropFirst(2 + extra).prefix(4))
        let payload = rest.dropFirst(6 + extra).prefix(length)
        var plain = payload.enumerated().map { $1 ^ mask[$0 & 3] }
        let isComplete = payload.count == length
        rest = rest.dropFirst(6 + extra + payload.count)
        if code > 1 {
          guard isComplete else { return found }
          if code == 9 { found.others.append(.ping(plain)) }
          if code == 8 {
            found.others.append(.close)
            return found
          }
          continue
        }
        for index in plain.indices where [0x0A, 0x0D].contains(plain[index]) { plain[index] = 0x20 }
        found.text += plain
        guard isComplete else { return found }
        if isLast { found.text.append(0x0A) }
        size = isLast ? nil : (size ?? 0) + length
      }
      return found
    }

    private static func fault(
      _ code: UInt8, _ length: Int, _ isLast: Bool, _ size: Int?, _ limit: Int
    ) -> WebSocketFault? {
      switch code {
      case 0 where size == nil: .malformed("a continuation frame has no message to continue")
      case 1 where size != nil: .malformed("a message is not complete")
      case 0, 1: length > limit - (size ?? 0) ? .tooLong(limit) : nil
      case 2: .notText
      case 8, 9, 10:
        !isLast || length > 125
          ? .malformed("a control frame is fragmented, or longer than 125 bytes") : nil
      default: .malformed("there is no frame with the opcode \(code)")
      }
    }
  }

  // MARK: - Requests

  /// Returns the fault in the handling of the request of this seed. An incomplete request receives
  /// no response, and additional bytes do not change a parsed head.
  mutating func requestFault() -> String? {
    var bytes = Array(
      ("GET /socket?token=x HTTP/1.1\r\nHost: 127.0.0.1:1\r\nOrigin: http://127.0.0.1:1\r\n"
        + "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n\r\n").utf8)
    for _ in 0..<generator.below(4) {
      bytes[generator.below(bytes.count)] = UInt8(
        generator.pick([0x0D, 0x0A, 0x20, 0x3A, 0, generator.below(256)]))
    }
    let whole = RequestHead.read(bytes)
    for count in stride(from: 0, to: bytes.count, by: 1 + generator.below(9)) {
      switch (RequestHead.read(Array(bytes[..<count])), whole) {
      case (.incomplete, _): break
      case (.head(let early, _), .head(let head, _)) where early == head: break
      case (.rejected(let early, _), .rejected(let status, _)) where early == status: break
      case (let early, _): return "\(early) after \(count) of \(bytes)"
      }
    }
    return nil
  }
}

extension WebSocketTrial.Found {
  fileprivate func ending(_ fault: WebSocketFault) -> Self {
    var found = self
    found.others.append(.fault(fault))
    return found
  }
}
