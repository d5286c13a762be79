internal import PortableMutex
package import SignalboxScripting

/// The sources of scripts at the time when the scripts ran, keyed by the scripts' names in
/// messages.
///
/// Excerpts use these sources instead of files, so that excerpts are correct even if a file has
/// changed, and are available even for scripts without a file.
public final class SourceCache: Sendable {
  /// The sources, which are accessed from any thread.
  private let sources = Mutex<[String: [UInt8]]>([:])
  /// A closure that removes private values from a string, or `nil` if nothing is removed.
  private let redaction = Mutex<(@Sendable (String) -> String)?>(nil)

  /// Creates an empty cache.
  public init() {}

  /// The source with the given name, or `nil` if there is none. Assign `nil` to remove the source.
  ///
  /// - Parameter name: The name of the script in messages, usually its path.
  public subscript(name: String) -> [UInt8]? {
    get { sources.withLock { $0[name] } }
    set { sources.withLock { $0[name] = newValue } }
  }

  /// All sources, keyed by name.
  public var all: [String: [UInt8]] { sources.withLock { $0 } }

  /// Sets the closure that removes private values from excerpts and from the sources in reports.
  ///
  /// - Parameter redact: A closure that returns a string without private values.
  func redact(with redact: @escaping @Sendable (String) -> String) {
    redaction.withLock { $0 = redact }
  }

  /// Returns a source without private values, for reports, or `nil` if there is no such source.
  func reported(_ name: String) -> String? {
    guard let source = self[name] else { return nil }
    let text = String(decoding: source, as: UTF8.self)
    return redaction.withLock { $0 }.map { $0(text) } ?? text
  }

  /// Returns the line at a location and its neighboring lines, with line numbers counted from 1.
  /// Cost: O(size of the source).
  package func excerpt(of location: ScriptLocation) -> [(number: Int, text: String)] {
    lines(of: location.file, around: location.line, reach: 1)
  }

  /// Returns a line with up to `reach` lines before and after it, with line numbers counted from 1.
  /// Cost: O(size of the source).
  func lines(of name: String, around line: Int, reach: Int) -> [(number: Int, text: String)] {
    guard let source = self[name], line > 0 else { return [] }
    let newline = UInt8(ascii: "\n")
    let all = source.split(separator: newline, omittingEmptySubsequences: false)
    guard line <= all.count else { return [] }
    // Splitting the text leaves an empty string after the last line ending, which is not a line.
    let last = all.last?.isEmpty == true && line < all.count ? all.count - 1 : all.count
    let redact = redaction.withLock { $0 }
    return (max(1, line - reach)...min(last, line + reach)).map { number in
      let bytes = all[number - 1]
      let text = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
      let shown = String(decoding: text, as: UTF8.self)
      return (number, redact.map { $0(shown) } ?? shown)
    }
  }
}
