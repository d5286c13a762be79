internal import PortableMutex
package import SignalboxScripting

/// The sources of scripts as they ran, by their names in messages.
///
/// Excerpts use these texts instead of files, so they are correct even if a file has changed since,
/// and also available for scripts without a file.
public final class SourceCache: Sendable {
  /// Accessed by code that loads or reads a source, on any thread.
  private let sources = Mutex<[String: [UInt8]]>([:])

  /// Creates an empty cache.
  public init() {}

  /// The text of a name.
  ///
  /// - Parameter name: The name in messages, usually the path; assigning `nil` removes its text.
  public subscript(name: String) -> [UInt8]? {
    get { sources.withLock { $0[name] } }
    set { sources.withLock { $0[name] = newValue } }
  }

  /// All texts, by name.
  public var all: [String: [UInt8]] { sources.withLock { $0 } }

  /// Returns the line of a location with its neighbors, with their numbers from 1. Cost: O(text).
  package func excerpt(of location: ScriptLocation) -> [(number: Int, text: String)] {
    lines(of: location.file, around: location.line, reach: 1)
  }

  /// Returns the lines around a given line, with their numbers, counted from 1. Cost: O(text).
  func lines(of name: String, around line: Int, reach: Int) -> [(number: Int, text: String)] {
    guard let source = self[name], line > 0 else { return [] }
    let newline = UInt8(ascii: "\n")
    let all = source.split(separator: newline, omittingEmptySubsequences: false)
    guard line <= all.count else { return [] }
    // The empty part after the last line ending is not a line.
    let last = all.last?.isEmpty == true && line < all.count ? all.count - 1 : all.count
    return (max(1, line - reach)...min(last, line + reach)).map { number in
      let bytes = all[number - 1]
      let text = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
      return (number, String(decoding: text, as: UTF8.self))
    }
  }
}
