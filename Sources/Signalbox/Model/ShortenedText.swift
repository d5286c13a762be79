/// The maximum number of bytes that a line for people has of a text that a script or a file supplies.
package let maxShownBytes = 10_000

/// The first so many bytes of a text, and how many are left out. A text that is hardly longer stays whole, so
/// that one that was shortened before does. Cost: O(most).
package func shortened(_ text: String, to most: Int = maxShownBytes) -> String {
  let count = text.utf8.count
  guard count > most + maxRemark else { return text }
  var end = text.utf8.index(text.startIndex, offsetBy: most)
  while UTF8.isContinuation(text.utf8[end]) { end = text.utf8.index(before: end) }
  let kept = text[..<end]
  return "\(kept)… \(count - kept.utf8.count) more bytes"
}

/// Bytes of the longest remark at the end of a shortened text.
private let maxRemark = "… \(Int.max) more bytes".utf8.count

/// A text in quotation marks, as a sentence quotes what it is about: its first 200 bytes, so that the rest
/// of the sentence can be read.
package func quotation(_ text: String) -> String { "\"\(shortened(text, to: 200))\"" }
