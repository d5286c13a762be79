/// Writes messages as the frames of a server (RFC 6455, section 5).
struct WebSocketWriter {
  /// Whether the message of the last frame is incomplete.
  private var isInMessage = false

  /// Returns frames for output that consists of messages, each followed by a line break.
  ///
  /// - Parameter chunk: The next bytes of the output, which may end within a message.
  mutating func frames(of chunk: [UInt8]) -> [UInt8] {
    var (frames, rest): ([UInt8], ArraySlice<UInt8>) = ([], chunk[...])
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A)
      let part = rest[..<(end ?? rest.endIndex)]
      frames += Self.frame(isInMessage ? 0 : 1, isLast: end != nil, part)
      isInMessage = end == nil
      rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
    }
    return frames
  }

  /// Returns the response to a ping.
  static func pong(_ payload: [UInt8]) -> [UInt8] { frame(10, isLast: true, payload[...]) }

  /// Returns the frame that closes a connection.
  ///
  /// - Parameters:
  ///   - status: The status code of RFC 6455, section 7.4.
  ///   - reason: The reason, which is truncated to 120 bytes.
  static func close(_ status: UInt16, _ reason: String = "") -> [UInt8] {
    var text = reason
    while text.utf8.count > 120 { text.removeLast() }
    let payload = [UInt8(status >> 8), UInt8(status & 0xFF)] + Array(text.utf8)
    return frame(8, isLast: true, payload[...])
  }

  private static func frame(
    _ code: UInt8, isLast: Bool, _ payload: ArraySlice<UInt8>
  ) -> [UInt8] {
    let count = payload.count
    var frame = [code | (isLast ? 0x80 : 0)]
    switch count {
    case ..<126: frame.append(UInt8(count))
    case ..<0x1_0000: frame += [126, UInt8(count >> 8), UInt8(count & 0xFF)]
    default: frame += [127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
    }
    return frame + payload
  }
}
