/// The default number of bytes to which a string from a script or a file is shortened in output.
package let maxShownBytes = 10_000

/// Returns the beginning of a string, followed by the number of omitted bytes. A string that is at
/// most slightly longer than the limit is returned unchanged, so that shortening a shortened string
/// has no effect. Cost: O(most).
///
/// - Parameters:
///   - text: The string to shorten.
///   - maxBytes: The maximum number of bytes to keep.
package func shortened(_ text: String, to maxBytes: Int = maxShownBytes) -> String {
  let count = text.utf8.count
  guard count > maxBytes + maxRemark else { return text }
  var end = text.utf8.index(text.startIndex, offsetBy: maxBytes)
  while UTF8.isContinuation(text.utf8[end]) { end = text.utf8.index(before: end) }
  let kept = text[..<end]
  return "\(kept)… \(counted(count - kept.utf8.count, "more byte"))"
}

/// The maximum length of the suffix of a shortened string, in bytes.
private let maxRemark = "… \(Int.max) more bytes".utf8.count

/// Returns a string in quotation marks for use in a message, shortened to about 200 bytes so that
/// the rest of the sentence remains readable.
package func quotation(_ text: String) -> String { "\"\(shortened(text, to: 200))\"" }
