import Foundation

@testable import Signalbox

/// Finds the matches of a link by trying all patterns in turn. This algorithm is slow, but simple
/// enough to be verified by reading.
struct NaiveLinks {
  /// A link or pattern that is divided into components with string functions.
  struct Parts {
    var scheme: String
    /// Bytes. After escapes have been replaced, they may be invalid UTF-8.
    var segments: [[UInt8]]
    var query: [(name: String, value: NavigationValue)] = []
    var fragment: String?

    init?(_ text: String) {
      guard let colon = text.utf8.firstIndex(of: 58), colon > text.startIndex else { return nil }
      let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.".utf8)
      let scheme = text.utf8[..<colon]
      guard scheme.allSatisfy(letters.contains) else { return nil }
      self.scheme = String(decoding: scheme, as: UTF8.self).lowercased()
      var rest = Array(text.utf8[text.utf8.index(after: colon)...])
      if let mark = rest.firstIndex(of: 35) {
        fragment = NaiveLinks.text(Self.decoded(rest[(mark + 1)...]))
        rest.removeSubrange(mark...)
      }
      if let mark = rest.firstIndex(of: 63) {
        query = rest[(mark + 1)...].split(separator: 38).map(Self.pair)
        rest.removeSubrange(mark...)
      }
      segments = rest.split(separator: 47).map(Self.decoded)
    }

    private static func pair(_ bytes: ArraySlice<UInt8>) -> (name: String, value: NavigationValue) {
      guard let equals = bytes.firstIndex(of: 61) else {
        return (NaiveLinks.text(decoded(bytes)), .boolean(true))
      }
      let value = bytes[(equals + 1)...].map { $0 == 43 ? 32 : $0 }
      return (
        NaiveLinks.text(decoded(bytes[..<equals])), NaiveLinks.value(decoded(value[...]))
      )
    }

    /// Replaces escapes from left to right. Invalid escapes remain.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      var (result, rest) = ([UInt8](), bytes)
      while let byte = rest.popFirst() {
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        let isEscape = byte == 37 && digits.utf8.count == 2 && digits.utf8.allSatisfy(isHex)
        if isEscape, let code = UInt8(digits, radix: 16) {
          result.append(code)
          rest = rest.dropFirst(2)
        } else {
          result.append(byte)
        }
      }
      return result
    }

    private static func isHex(_ byte: UInt8) -> Bool {
      (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
    }
  }

  /// Converts bytes to text. No other step repairs invalid UTF-8.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// A decimal integer in its shortest form is an integer.
  static func value(_ bytes: [UInt8]) -> NavigationValue {
    let text = text(bytes)
    guard text.wholeMatch(of: /-?[0-9]+/.matchingSemantics(.unicodeScalar)) != nil,
      let number = Int(text), "\(number)" == text
    else { return .string(text) }
    return .integer(number)
  }

  /// The values of a pattern's names, and the kind of each segment, or `nil` if the pattern does
  /// not match.
  private static func fit(
    _ pattern: Parts, _ link: Parts
  ) -> (names: [(String, [UInt8])], ranks: [Int])? {
    guard pattern.scheme == link.scheme else { return nil }
    var (names, ranks) = ([(String, [UInt8])](), [Int]())
    for (index, segment) in pattern.segments.enumerated() {
      guard index < link.segments.count else { return nil }
      switch segment.first {
      case UInt8(ascii: ":"):
        names.append((text(segment.dropFirst()), link.segments[index]))
        ranks.append(1)
      case UInt8(ascii: "*"):
        let rest = Array(link.segments[index...].joined(separator: [UInt8(ascii: "/")]))
        return (names + [(text(segment.dropFirst()), rest)], ranks + [2])
      default:
        // The comparison uses bytes, so canonically equivalent spellings of a character are
        // different (decision 0076).
        guard segment == link.segments[index] else { return nil }
        ranks.append(0)
      }
    }
    return pattern.segments.count == link.segments.count ? (names, ranks) : nil
  }

  /// Returns the matching patterns, the most literal first, with the arguments of each.
  static func matches(_ patterns: [String], _ url: String) -> [(Int, NavigationArguments)] {
    guard let link = Parts(url) else { return [] }
    let found = patterns.indices.compactMap { index in
      Parts(patterns[index]).flatMap { fit($0, link) }.map { (index, $0) }
    }
    let ordered = found.sorted { one, other in
      one.1.ranks == other.1.ranks
        ? one.0 < other.0 : one.1.ranks.lexicographicallyPrecedes(other.1.ranks)
    }
    return ordered.map { index, match in
      var arguments: NavigationArguments = [:]
      for (name, value) in link.query { arguments[name] = value }
      for (name, bytes) in match.names { arguments[name] = value(bytes) }
      return (index, arguments)
    }
  }
}
