internal import SignalboxProtocol

/// The text that a host prints before a client has connected. The size of the text is limited.
struct HostNotes {
  private var notes: [OutputTextMethod.Params] = []
  private var size = 0
  private var dropped = 0

  /// The maximum size of the kept text, in bytes.
  private static let maxSize = 1 << 20

  mutating func add(_ text: String, isFailure: Bool) {
    guard size + text.utf8.count <= Self.maxSize else {
      dropped += 1
      return
    }
    size += text.utf8.count
    notes.append(OutputTextMethod.Params(id: nil, text, isFailure: isFailure))
  }

  /// Removes all text and returns it as the parameters of messages.
  mutating func take() -> [OutputTextMethod.Params] {
    defer { self = HostNotes() }
    guard dropped > 0 else { return notes }
    return notes + [OutputTextMethod.Params(id: nil, "", dropped: dropped)]
  }
}
