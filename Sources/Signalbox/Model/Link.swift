/// A link that is parsed in place. The parser supports the parts of RFC 3986's generic syntax that
/// navigation uses.
///
/// An instance stores one link at a time and reuses its storage, so that parsing usually does not
/// allocate memory.
/// Benchmark: `W6n`.
final class Link {
  /// A byte range and its hash.
  struct Segment: BitwiseCopyable {
    let start: Int
    let end: Int
    let hash: UInt32

    var range: Range<Int> { start..<end }
  }

  /// The bytes of the link, followed by the decoded parts.
  @exclusivity(unchecked) private(set) var bytes = Buffer<UInt8>()
  /// The lowercase scheme, the host, if any, and the percent-decoded path segments. Empty segments
  /// are omitted.
  @exclusivity(unchecked) private(set) var segments = Buffer<Segment>()
  @exclusivity(unchecked) private var query = 0..<0
  /// The index of the fragment's first byte, or -1 if there is no fragment.
  @exclusivity(unchecked) private var tail = -1
  @exclusivity(unchecked) private var end = 0

  /// Parses a link. Returns `false` if the string has no scheme.
  func read(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { readBytes($0) }
      ?? readBytes(ContiguousArray(text.utf8))
  }

  /// The part after `#`, percent-decoded, or `nil` if the link has no such part.
  var fragment: String? {
    tail < 0 ? nil : bytes.text(decoded(tail..<end, isForm: false))
  }

  /// Whether the link has a query that is not empty.
  var hasQuery: Bool { !query.isEmpty }

  /// Returns the query values, keyed by name. If a name occurs more than once, the last value is
  /// kept.
  ///
  /// - Parameter room: The number of values that the caller will add. Capacity is reserved for
  ///   them.
  func readQuery(room: Int) -> NavigationArguments {
    var arguments = NavigationArguments(room: room + 4)
    var start = query.lowerBound
    while start < query.upperBound {
      var index = start
      var equals = -1
      while index < query.upperBound, case let byte = bytes[index], byte != UInt8(ascii: "&") {
        if equals < 0, byte == UInt8(ascii: "=") { equals = index }
        index += 1
      }
      if start < index {
        let name = bytes.text(decoded(start..<(equals < 0 ? index : equals), isForm: false))
        arguments[name] =
          equals < 0 ? .boolean(true) : value(decoded((equals + 1)..<index, isForm: true))
      }
      start = index + 1
    }
    return arguments
  }

  func text(_ segment: Segment) -> String { bytes.text(segment.range) }

  /// Returns a segment's value: an integer if it is a decimal integer in its shortest form,
  /// otherwise a string.
  func value(of segment: Segment) -> NavigationValue { value(segment.range) }

  /// Returns the value of the segments from an index on, joined with `/`: an integer if the text is
  /// a decimal integer in its shortest form, otherwise a string.
  func rest(from index: Int) -> NavigationValue {
    let start = bytes.count
    for place in index..<segments.count {
      if place > index { bytes.append(UInt8(ascii: "/")) }
      let segment = segments[place]
      for position in segment.range { bytes.append(bytes[position]) }
    }
    return value(start..<bytes.count)
  }

  // MARK: - Segments

  /// Finds all parts in a single pass over the bytes, and hashes the scheme, the host and the path
  /// segments.
  @inline(__always)
  private func readBytes<Bytes: RandomAccessCollection>(_ source: Bytes) -> Bool
  where Bytes.Element == UInt8, Bytes.Index == Int {
    bytes.removeAll()
    segments.removeAll()
    query = 0..<0
    tail = -1
    bytes.append(contentsOf: source)
    let first = source.startIndex
    let count = source.count
    end = count
    guard let colon = readScheme(source) else { return false }
    var index = colon + 1
    var start = index
    var hash = LinkHash()
    var isEscaped = false
    while index < count {
      let byte = source[first + index]
      if byte == UInt8(ascii: "/") {
        addSegment(start..<index, hash, isEscaped)
        start = index + 1
        hash = LinkHash()
        isEscaped = false
      } else if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
        break
      } else {
        hash.add(byte)
        if byte == UInt8(ascii: "%") { isEscaped = true }
      }
      index += 1
    }
    let path = index
    if path < count { readTail(source, from: path) }
    addSegment(start..<path, hash, isEscaped)
    return true
  }

  /// Finds the query and the fragment.
  @inline(__always)
  private func readTail<Bytes: RandomAccessCollection>(_ source: Bytes, from path: Int)
  where Bytes.Element == UInt8, Bytes.Index == Int {
    var index = path
    while index < end, source[source.startIndex + index] != UInt8(ascii: "#") { index += 1 }
    if index < end { tail = index + 1 }
    if path < index { query = (path + 1)..<index }
  }

  /// - Returns: The index of the colon, or `nil` if the link has no scheme.
  @inline(__always)
  private func readScheme<Bytes: RandomAccessCollection>(_ source: Bytes) -> Int?
  where Bytes.Element == UInt8, Bytes.Index == Int {
    var hash = LinkHash()
    for (index, byte) in source.enumerated() {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        bytes[index] = byte | 0x20
        hash.add(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        hash.add(byte)
      case UInt8(ascii: ":") where index > 0:
        segments.append(Segment(start: 0, end: index, hash: hash.value))
        return index
      default: return nil
      }
    }
    return nil
  }

  @inline(__always)
  private func addSegment(_ range: Range<Int>, _ hash: LinkHash, _ isEscaped: Bool) {
    if range.isEmpty { return }
    segments.append(
      isEscaped
        ? decodedSegment(range)
        : Segment(start: range.lowerBound, end: range.upperBound, hash: hash.value))
  }

  private func decodedSegment(_ range: Range<Int>) -> Segment {
    let range = decoded(range, isForm: false)
    var hash = LinkHash()
    for index in range { hash.add(bytes[index]) }
    return Segment(start: range.lowerBound, end: range.upperBound, hash: hash.value)
  }

  // MARK: - Decoding

  /// Percent-decodes a range into the storage after the link, if necessary. A `%` that does not
  /// begin an escape sequence is kept. In query values, `+` represents a space.
  private func decoded(_ range: Range<Int>, isForm: Bool) -> Range<Int> {
    var index = range.lowerBound
    while index < range.upperBound, case let byte = bytes[index], byte != UInt8(ascii: "%"),
      !(isForm && byte == UInt8(ascii: "+"))
    {
      index += 1
    }
    if index == range.upperBound { return range }
    let start = bytes.count
    for plain in range.lowerBound..<index { bytes.append(bytes[plain]) }
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < range.upperBound,
        let high = Self.digit(bytes[index + 1]), let low = Self.digit(bytes[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(isForm && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return start..<bytes.count
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private func value(_ range: Range<Int>) -> NavigationValue {
    integer(range).map { .integer($0) } ?? .string(bytes.text(range))
  }

  /// Parses a decimal integer in its shortest form.
  private func integer(_ range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return nil }
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    let first = range.lowerBound + (isNegative ? 1 : 0)
    guard first < range.upperBound else { return nil }
    if bytes[first] == UInt8(ascii: "0") {
      return range.count == 1 ? 0 : nil
    }
    var number = 0
    for index in first..<range.upperBound {
      guard case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 else { return nil }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (next, overflows) = tens.subtractingReportingOverflow(Int(digit))
      if isTooLarge || overflows { return nil }
      number = next
    }
    // The number is computed as a negative value because the least integer has no positive
    // counterpart.
    if isNegative { return number }
    return number == .min ? nil : -number
  }
}

/// Hashes the bytes of a segment (FNV-1a). The application defines the patterns, so external links
/// cannot cause collisions between patterns. Benchmark: `W6n`.
struct LinkHash {
  private(set) var value: UInt32 = 2_166_136_261

  @inline(__always)
  mutating func add(_ byte: UInt8) { value = (value ^ UInt32(byte)) &* 16_777_619 }
}
