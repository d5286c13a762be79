internal import SignalboxProtocol

/// What a host prints before a client has connected. It is bounded.
struct HostNotes {
  private var notes: [OutputTextMethod.Params] = []
  private var size = 0
  private var dropped = 0

  /// The maximum number of bytes that are kept.
  private static let maxSize = 1 << 20

  mutating func add(_ text: String, isFailure: Bool) {
    guard size + text.utf8.count <= Self.maxSize else {
      dropped += 1
      return
    }
    size += text.utf8.count
    notes.append(OutputTextMethod.Params(id: nil, text, isFailure: isFailure))
  }

  /// Returns the messages to send. Nothing remains.
  mutating func take() -> [OutputTextMethod.Params] {
    defer { self = HostNotes() }
    guard dropped > 0 else { return notes }
    return notes + [OutputTextMethod.Params(id: nil, "", dropped: dropped)]
  }
}
