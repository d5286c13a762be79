// Stands in for the module _StringProcessing of the standard library in released programs (decision
// 0261): the program searches and replaces strings, but uses no regular expressions, and the
// original would add 1.2 MB. It contains the declarations that the program uses, with the documented
// behavior. Cost of each search: O(length of the text * length of the pattern).

extension Collection where Element: Equatable {
  /// Returns the ranges of a pattern that do not overlap, in order. An empty pattern is found before
  /// each element and at the end.
  public func ranges<Pattern: Collection>(of pattern: Pattern) -> [Range<Index>]
  where Pattern.Element == Element {
    var (ranges, start): ([Range<Index>], Index?) = ([], startIndex)
    while let from = start, let range = self[from...].firstRange(of: pattern) {
      ranges.append(range)
      if !range.isEmpty {
        start = range.upperBound
      } else {
        start = range.upperBound == endIndex ? nil : index(after: range.upperBound)
      }
    }
    return ranges
  }

  /// Returns the first range of a pattern, or `nil` if the pattern is not found.
  public func firstRange<Pattern: Collection>(of pattern: Pattern) -> Range<Index>?
  where Pattern.Element == Element {
    var start = startIndex
    while true {
      var (end, rest) = (start, pattern.startIndex)
      while rest != pattern.endIndex, end != endIndex, self[end] == pattern[rest] {
        formIndex(after: &end)
        pattern.formIndex(after: &rest)
      }
      if rest == pattern.endIndex { return start..<end }
      if end == endIndex { return nil }
      formIndex(after: &start)
    }
  }

  /// Returns whether a pattern is found.
  @_disfavoredOverload
  public func contains<Pattern: Collection>(_ pattern: Pattern) -> Bool
  where Pattern.Element == Element {
    firstRange(of: pattern) != nil
  }

  /// Returns the parts between the ranges of a separator.
  @_disfavoredOverload
  public func split<Separator: Collection>(
    separator: Separator, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [SubSequence] where Separator.Element == Element {
    var (parts, start): ([SubSequence], Index) = ([], startIndex)
    func add(_ part: SubSequence) {
      if !omittingEmptySubsequences || !part.isEmpty { parts.append(part) }
    }
    for range in ranges(of: separator) where parts.count < maxSplits {
      add(self[start..<range.lowerBound])
      start = range.upperBound
    }
    add(self[start...])
    return parts
  }
}

extension StringProtocol {
  /// Returns whether a string is found.
  @_disfavoredOverload
  public func contains(_ other: String) -> Bool { firstRange(of: other) != nil }

  /// Returns whether a string is found.
  @_disfavoredOverload
  public func contains(_ other: Substring) -> Bool { firstRange(of: other) != nil }
}

extension StringProtocol where SubSequence == Substring {
  /// Returns the parts between the ranges of a separator.
  @_disfavoredOverload
  public func split(
    separator: String, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [Substring] {
    self[...].split(
      separator: Array(separator), maxSplits: maxSplits,
      omittingEmptySubsequences: omittingEmptySubsequences)
  }
}

extension RangeReplaceableCollection where Element: Equatable {
  /// Returns a copy in which another collection replaces the first ranges of a pattern.
  public func replacing<Pattern: Collection, Replacement: Collection>(
    _ pattern: Pattern, with replacement: Replacement, maxReplacements: Int = .max
  ) -> Self where Pattern.Element == Element, Replacement.Element == Element {
    var (result, start) = (Self(), startIndex)
    for range in ranges(of: pattern).prefix(maxReplacements) {
      result.append(contentsOf: self[start..<range.lowerBound])
      result.append(contentsOf: replacement)
      start = range.upperBound
    }
    result.append(contentsOf: self[start...])
    return result
  }

  /// Replaces each range of a pattern.
  public mutating func replace<Pattern: Collection, Replacement: Collection>(
    _ pattern: Pattern, with replacement: Replacement
  ) where Pattern.Element == Element, Replacement.Element == Element {
    self = replacing(pattern, with: replacement)
  }
}

/// Stands in for the names of Unicode scalars, which the program does not use and which take 0.6 MB.
/// The linker redirects the standard library to this function.
///
/// - Returns: 0, the length of no name.
@_cdecl("__wrap__swift_stdlib_getScalarName")
public func scalarName(_ scalar: UInt32, _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: Int)
  -> Int
{
  0
}
