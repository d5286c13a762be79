internal import Signalbox

/// The output queue of a client. The queue has a limited size, and a writer never waits.
///
/// A slow client receives events later. Printed text for which there is no space is dropped, and
/// the client receives the number of dropped texts instead. Responses are always kept. If they
/// accumulate, the client is disconnected.
package struct Outbox: Sendable {
  private enum Entry: Sendable {
    case frame([UInt8])
    /// Text that a request or the host prints. More text can be appended to the entry.
    case text(id: MessageID?, text: String, isFailure: Bool)
  }

  private let framing: MessageFraming
  private let limits: ProtocolLimits
  private var entries: [Entry] = []
  /// The index of the first entry that has not been taken.
  private var start = 0
  /// The bytes that precede the waiting entries: the rest of the last entry that was taken, and the
  /// bytes that were put back.
  private var unsent: ArraySlice<UInt8> = []
  /// The approximate number of waiting bytes.
  private(set) var count = 0
  /// The number of texts that have been dropped since the last report, and the request that printed
  /// the last of them, or `nil` if none have been dropped.
  private var dropped: (count: Int, id: MessageID?)?
  /// Whether so many bytes are waiting that the client must be disconnected.
  package var isOverfull: Bool { count > limits.total }
  package var isEmpty: Bool { unsent.isEmpty && start == entries.count && dropped == nil }
  /// Whether there is space for events.
  package var hasRoomForEvents: Bool { count <= limits.events }

  /// The maximum size of the text in a message, in bytes before escaping.
  package static let chunkSize = 32 << 10

  package init(_ framing: MessageFraming, limits: ProtocolLimits = ProtocolLimits()) {
    (self.framing, self.limits) = (framing, limits)
  }

  /// Adds a message.
  package mutating func append(_ message: ProtocolMessage) {
    reportDropped()
    append(frame(message))
  }

  /// Returns the bytes of a message. If a response cannot be sent, returns the bytes of an error
  /// instead.
  private func frame(_ message: ProtocolMessage) -> [UInt8] {
    do throws(NavigationError) {
      let text = try message.text
      let size = text.utf8.count
      guard size > limits.answer, case .result(let id, _) = message else {
        return framing.frame(text)
      }
      return frame(
        of: ProtocolError(
          .tooLong, "the response has \(size) bytes; at most \(limits.answer) are sent",
          hint: "request less at a time"), id)
    } catch {
      // JSON cannot represent the result.
      guard case .result(let id, _) = message else { return [] }
      return frame(of: ProtocolError(error), id)
    }
  }

  /// Returns the bytes of an error, which can always be encoded because it contains only text.
  private func frame(of error: ProtocolError, _ id: MessageID) -> [UInt8] {
    (try? ProtocolMessage.failure(id: id, error).text).map(framing.frame) ?? []
  }

  /// Appends text that a request or the host prints, or counts it as dropped if there is no space.
  package mutating func append(_ text: String, of id: MessageID?, isFailure: Bool = false) {
    let size = text.utf8.count
    guard count + size <= limits.text else {
      dropped = ((dropped?.count ?? 0) + 1, id)
      return
    }
    reportDropped()
    count += size
    if start < entries.count, case .text(id, var whole, isFailure)? = entries.last,
      whole.utf8.count + size <= Self.chunkSize
    {
      entries.removeLast()
      whole += text
      entries.append(.text(id: id, text: whole, isFailure: isFailure))
    } else {
      for chunk in Self.chunks(of: text) {
        entries.append(.text(id: id, text: chunk, isFailure: isFailure))
      }
    }
  }

  private mutating func append(_ frame: [UInt8]) {
    count += frame.count
    entries.append(.frame(frame))
  }

  private mutating func reportDropped() {
    guard let (count, id) = dropped else { return }
    dropped = nil
    append(frame(Self.message(OutputTextMethod.Params(id: id, "", dropped: count))))
  }

  private static func message(_ params: OutputTextMethod.Params) -> ProtocolMessage {
    .notification(method: OutputTextMethod.name, params: (try? params.message) ?? [:])
  }

  /// Removes and returns at most `maxBytes` bytes to send. If some of the bytes cannot be sent,
  /// pass them to ``putBack(_:)``.
  package mutating func take(_ maxBytes: Int) -> [UInt8] {
    while unsent.isEmpty {
      if start == entries.count {
        entries = []
        start = 0
        guard dropped != nil else {
          count = 0
          return []
        }
        reportDropped()
      }
      let before: Int
      switch entries[start] {
      case .frame(let frame):
        before = frame.count
        unsent = frame[...]
      case .text(let id, let text, let isFailure):
        before = text.utf8.count
        unsent =
          frame(
            Self.message(OutputTextMethod.Params(id: id, text, isFailure: isFailure)))[...]
      }
      count += unsent.count - before
      start += 1
      forget()
    }
    let chunk = Array(unsent.prefix(maxBytes))
    unsent = unsent.dropFirst(chunk.count)
    count -= chunk.count
    return chunk
  }

  /// Puts the unsent bytes of the last output back into the queue.
  package mutating func putBack(_ rest: ArraySlice<UInt8>) {
    unsent = Array(rest) + unsent
    count += rest.count
  }

  /// Removes entries that have been taken, once they have accumulated.
  private mutating func forget() {
    guard start > 64, start * 2 > entries.count else { return }
    entries.removeFirst(start)
    start = 0
  }

  /// Splits a string between Unicode scalars into chunks that fit into messages.
  private static func chunks(of text: String) -> [String] {
    guard text.utf8.count > chunkSize else { return [text] }
    var (chunks, rest): ([String], ArraySlice<UInt8>) = ([], Array(text.utf8)[...])
    while !rest.isEmpty {
      var end = min(rest.startIndex + chunkSize, rest.endIndex)
      // A UTF-8 continuation byte cannot begin a chunk.
      while end < rest.endIndex, rest[end] & 0xC0 == 0x80 { end -= 1 }
      chunks.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[end...]
    }
    return chunks
  }
}
