/// Writes values as bytes, for messages between this process and its workers.
///
/// Both processes run the same program, so the encoding needs no specification other than
/// ``MessageReader``.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  /// The length of a message's header in bytes.
  static let lengthSize = 4
  /// The maximum length of a message, in bytes. A longer message is corrupt.
  static let maxLength = 1 << 30

  init() {}

  /// Starts a message. ``finish()`` writes its length.
  init(_ kind: UInt8) {
    bytes = [0, 0, 0, 0, kind]
  }

  /// Returns the complete message, including its length.
  consuming func finish() -> [UInt8] {
    fill(bytes.count - Self.lengthSize, at: 0)
    return bytes
  }

  mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// Writes an integer with seven bits per byte, lowest bits first. Negative numbers take ten
  /// bytes.
  mutating func write(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ text: String) { write(text.utf8) }

  mutating func write(_ raw: some Collection<UInt8>) {
    write(raw.count)
    bytes.append(contentsOf: raw)
  }

  mutating func write(_ duration: Duration) {
    write(Int(duration.components.seconds))
    write(Int(duration.components.attoseconds))
  }

  /// Writes a part of the message that readers can skip.
  mutating func writeSized(_ put: (inout Self) -> Void) {
    let start = bytes.count
    bytes.append(contentsOf: [0, 0, 0, 0])
    put(&self)
    fill(bytes.count - start - Self.lengthSize, at: start)
  }

  private mutating func fill(_ length: Int, at start: Int) {
    for place in 0..<Self.lengthSize {
      bytes[start + place] = UInt8(truncatingIfNeeded: length >> (8 * place))
    }
  }

  mutating func write<Value>(_ value: Value?, _ put: (inout Self, Value) -> Void) {
    write(value != nil)
    if let value { put(&self, value) }
  }

  mutating func write<Value>(_ values: [Value], _ put: (inout Self, Value) -> Void) {
    write(values.count)
    for value in values { put(&self, value) }
  }
}

/// Reads values that ``MessageWriter`` has written.
struct MessageReader {
  /// The error that is thrown for bytes that are not a message of this program.
  struct Damage: Error {}

  /// The maximum number of seconds in a duration, about three hundred years.
  private static let maxSeconds = 10_000_000_000
  /// The number of attoseconds in a second.
  private static let second = 1_000_000_000_000_000_000

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  /// Returns the length of the message at a position, or `nil` if the length has not arrived
  /// completely.
  static func length(_ bytes: [UInt8], at start: Int) throws(Damage) -> Int? {
    guard bytes.count - start >= MessageWriter.lengthSize else { return nil }
    var length = 0
    for index in 0..<MessageWriter.lengthSize { length |= Int(bytes[start + index]) << (8 * index) }
    guard (1...MessageWriter.maxLength).contains(length) else { throw Damage() }
    return length
  }

  mutating func byte() throws(Damage) -> UInt8 {
    guard place < bytes.endIndex else { throw Damage() }
    defer { place += 1 }
    return bytes[place]
  }

  mutating func flag() throws(Damage) -> Bool { try byte() != 0 }

  mutating func number() throws(Damage) -> Int {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(Int64(bitPattern: number)) }
      shift += 7
      guard shift < 70 else { throw Damage() }
    }
  }

  /// Reads an element count or an index.
  mutating func count() throws(Damage) -> Int {
    let count = try number()
    guard count >= 0 else { throw Damage() }
    return count
  }

  mutating func raw() throws(Damage) -> ArraySlice<UInt8> {
    let count = try count()
    guard count <= bytes.endIndex - place else { throw Damage() }
    defer { place += count }
    return bytes[place..<place + count]
  }

  /// Reads a part that ``MessageWriter/writeSized(_:)`` has written.
  mutating func sized() throws(Damage) -> ArraySlice<UInt8> {
    var count = 0
    for index in 0..<MessageWriter.lengthSize { count |= Int(try byte()) << (8 * index) }
    guard count <= bytes.endIndex - place else { throw Damage() }
    defer { place += count }
    return bytes[place..<place + count]
  }

  mutating func text() throws(Damage) -> String { String(decoding: try raw(), as: UTF8.self) }

  mutating func duration() throws(Damage) -> Duration {
    let (seconds, attoseconds) = (try number(), try number())
    guard (0...Self.maxSeconds).contains(seconds), (0..<Self.second).contains(attoseconds) else {
      throw Damage()
    }
    return Duration(
      secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds))
  }

  mutating func optional<Value>(
    _ take: (inout Self) throws(Damage) -> Value
  ) throws(Damage) -> Value? {
    try flag() ? try take(&self) : nil
  }

  mutating func list<Value>(
    _ take: (inout Self) throws(Damage) -> Value
  ) throws(Damage) -> [Value] {
    let count = try count()
    var values: [Value] = []
    // Each value takes at least one byte, so the capacity is limited to the number of remaining
    // bytes.
    values.reserveCapacity(min(count, bytes.endIndex - place))
    for _ in 0..<count { values.append(try take(&self)) }
    return values
  }
}

/// The received bytes of an incomplete message.
struct MessageInbox {
  private var bytes: [UInt8] = []

  /// Adds bytes, and passes each complete message to a closure.
  mutating func add(
    _ chunk: ArraySlice<UInt8>,
    _ take: (inout MessageReader) throws(MessageReader.Damage) -> Void
  ) throws(MessageReader.Damage) {
    bytes += chunk
    var start = 0
    while let length = try MessageReader.length(bytes, at: start) {
      let body = start + MessageWriter.lengthSize
      guard bytes.count >= body + length else { break }
      var reader = MessageReader(bytes[body..<body + length])
      try take(&reader)
      start = body + length
    }
    bytes.removeSubrange(..<start)
  }
}
