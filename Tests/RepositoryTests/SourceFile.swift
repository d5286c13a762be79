/// A text file of the repository. Code, comments and literals are distinguished.
///
/// The three views have the same lines as `text`. Omitted text is replaced with spaces.
struct SourceFile: Sendable {
  /// The path, relative to the repository's root, with `/` as the separator.
  let path: String
  let text: String
  /// The code without comments and literals, or the whole text if the file is not Swift.
  let code: String
  /// Code and literals, without comments.
  let statements: String
  /// The comments, or the whole text if the file is not Swift.
  let comments: String

  init(path: String, text: String) {
    self.path = path
    self.text = text
    guard path.hasSuffix(".swift") else {
      (code, statements, comments) = (text, text, text)
      return
    }
    let kinds = SwiftScanner.kinds(of: text)
    code = Self.view(of: text, kinds) { $0 == .code }
    statements = Self.view(of: text, kinds) { $0 != .comment }
    comments = Self.view(of: text, kinds) { $0 == .comment }
  }

  /// The last component of the path without its extension: the name of the file's main type.
  var typeName: String {
    name.split(separator: ".").first.map(String.init) ?? name
  }

  /// The last component of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The target that contains the source: the folder in `Sources`.
  var target: String? {
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
  }

  private static func view(
    of text: String, _ kinds: [SwiftScanner.Kind], keeping keeps: (SwiftScanner.Kind) -> Bool
  ) -> String {
    // In debug builds, an index loop is several times as fast as `zip` and `map`.
    var bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "\n"), !keeps(kinds[index]) {
        bytes[index] = UInt8(ascii: " ")
      }
      index += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension StringProtocol {
  /// Returns whether the string contains another string, which is not empty. This function compares bytes, so
  /// it is much faster than `contains(_:)` or a regular expression.
  func containsBytes(of text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    var start = utf8.startIndex
    while let position = utf8[start...].firstIndex(of: first) {
      if utf8[position...].starts(with: text.utf8) { return true }
      start = utf8.index(after: position)
    }
    return false
  }
}

extension String {
  /// The lines with their numbers, counted from 1.
  var numberedLines: [(number: Int, text: Substring)] {
    split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0 + 1, $1) }
  }

  /// The number of lines. A newline at the end does not begin a line.
  var lineCount: Int {
    utf8.count { $0 == UInt8(ascii: "\n") } + (isEmpty || hasSuffix("\n") ? 0 : 1)
  }

  /// Returns the line of a position, counted from 1.
  func line(at position: Index) -> Int {
    self[..<position].utf8.count { $0 == UInt8(ascii: "\n") } + 1
  }
}
