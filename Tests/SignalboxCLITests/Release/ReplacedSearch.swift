import ReleaseStringProcessing

/// The searches of released programs. Only this file imports the replacement.
enum ReplacedSearch {
  static func ranges(of pattern: String, in text: String) -> [Range<String.Index>] {
    text.ranges(of: Array(pattern))
  }

  static func firstRange(of pattern: String, in text: String) -> Range<String.Index>? {
    text.firstRange(of: Array(pattern))
  }

  static func contains(_ pattern: String, in text: String) -> Bool { text.contains(pattern) }

  static func replacing(_ pattern: String, with other: String, maxCount: Int, in text: String)
    -> String
  {
    text.replacing(Array(pattern), with: Array(other), maxReplacements: maxCount)
  }

  static func split(
    _ text: String, by separator: String, maxCount: Int, omittingEmpty: Bool
  ) -> [Substring] {
    text.split(
      separator: Array(separator), maxSplits: maxCount, omittingEmptySubsequences: omittingEmpty)
  }
}
