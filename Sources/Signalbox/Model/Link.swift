/// A link taken apart in place (the generic syntax of RFC 3986, as far as navigation uses it).
///
/// Holds one link at a time in storage that is used again, so that reading a link allocates nothing.
/// Guarded by bench: W6n.
final class Link {
  /// Where something stands in the bytes, and what it hashes to.
  struct Piece {
    let start: Int
    let end: Int
    let hash: UInt32

    var count: Int { end - start }
  }

  /// The text, then what had to be decoded.
  private(set) var bytes: ContiguousArray<UInt8> = []
  /// The scheme in lower case, the host, if any, and the segments of the path, percent-decoded;
  /// empty ones are left out.
  private(set) var segments: ContiguousArray<Piece> = []
  private var query: Range<Int>?
  private var tail: Range<Int>?

  /// Takes a link apart; `false` for text without a scheme.
  func read(_ text: String) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    query = nil
    tail = nil
    bytes.append(contentsOf: text.utf8)
    guard let colon = readScheme() else { return false }
    var end = bytes.count
    if let mark = index(of: UInt8(ascii: "#"), in: (colon + 1)..<end) {
      tail = (mark + 1)..<end
      end = mark
    }
    if let mark = index(of: UInt8(ascii: "?"), in: (colon + 1)..<end) {
      query = (mark + 1)..<end
      end = mark
    }
    readSegments((colon + 1)..<end)
    return true
  }

  /// What follows `#`, percent-decoded.
  var fragment: String? { tail.map { text(decoded($0)) } }

  /// The values of the query by their names.
  func readQuery() -> NavigationArguments {
    var arguments = NavigationArguments()
    guard let query else { return arguments }
    var start = query.lowerBound
    while start < query.upperBound {
      let end = index(of: UInt8(ascii: "&"), in: start..<query.upperBound) ?? query.upperBound
      if start < end {
        let equals = index(of: UInt8(ascii: "="), in: start..<end)
        let name = text(decoded(start..<(equals ?? end)))
        arguments[name] =
          equals.map { value(decoded(($0 + 1)..<end, isForm: true)) } ?? .boolean(true)
      }
      start = end + 1
    }
    return arguments
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
  func text(_ piece: Piece) -> String { text(piece.start..<piece.end) }

  /// A segment's value: a decimal integer in its shortest form as an integer, else a string.
  func value(of piece: Piece) -> NavigationValue { value(piece.start..<piece.end) }

  /// The segments from an index on, joined with `/`, as such a value.
  func rest(from index: Int) -> NavigationValue {
    let start = bytes.count
    for place in index..<segments.count {
      if place > index { bytes.append(UInt8(ascii: "/")) }
      let piece = segments[place]
      for position in piece.start..<piece.end { bytes.append(bytes[position]) }
    }
    return value(start..<bytes.count)
  }

  // MARK: - Pieces

  private func index(of byte: UInt8, in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == byte { return index }
      index += 1
    }
    return nil
  }

  private func readScheme() -> Int? {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes[index] |= 0x20
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        break
      case UInt8(ascii: ":") where index > 0:
        segments.append(piece(0..<index))
        return index
      default: return nil
      }
      index += 1
    }
    return nil
  }

  private func readSegments(_ range: Range<Int>) {
    var start = range.lowerBound
    var index = start
    var hash = LinkHash()
    var isEscaped = false
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "/") {
        addSegment(start..<index, hash, isEscaped)
        start = index + 1
        hash = LinkHash()
        isEscaped = false
      } else {
        hash.add(byte)
        if byte == UInt8(ascii: "%") { isEscaped = true }
      }
      index += 1
    }
    addSegment(start..<index, hash, isEscaped)
  }

  private func addSegment(_ range: Range<Int>, _ hash: LinkHash, _ isEscaped: Bool) {
    if range.isEmpty { return }
    segments.append(
      isEscaped
        ? piece(decoded(range))
        : Piece(start: range.lowerBound, end: range.upperBound, hash: hash.value))
  }

  private func piece(_ range: Range<Int>) -> Piece {
    var hash = LinkHash()
    for index in range { hash.add(bytes[index]) }
    return Piece(start: range.lowerBound, end: range.upperBound, hash: hash.value)
  }

  // MARK: - Decoding

  /// Percent-decodes behind the text where there is something to decode; a `%` that begins no escape
  /// stays. In values of a query, `+` is a space.
  private func decoded(_ range: Range<Int>, isForm: Bool = false) -> Range<Int> {
    let isPlain = range.allSatisfy {
      bytes[$0] != UInt8(ascii: "%") && !(isForm && bytes[$0] == UInt8(ascii: "+"))
    }
    if isPlain { return range }
    let start = bytes.count
    var index = range.lowerBound
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
    integer(range).map { .integer($0) } ?? .string(text(range))
  }

  /// A decimal integer in its shortest form.
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
    // Built up below zero, where the least integer has room.
    if isNegative { return number }
    return number == .min ? nil : -number
  }
}

/// Hashes the bytes of a segment (FNV-1a). Links come from outside, patterns do not: no link can
/// make two patterns collide.
struct LinkHash {
  private(set) var value: UInt32 = 2_166_136_261

  @inline(__always)
  mutating func add(_ byte: UInt8) { value = (value ^ UInt32(byte)) &* 16_777_619 }
}
