/// A text file of the repository, with what is code, comment and literal told apart.
///
/// The three views have the lines of `text`; what is left out is replaced by spaces.
struct SourceFile: Sendable {
  /// Relative to the repository's root, with `/` between the parts.
  let path: String
  let text: String
  /// Code alone, comments and literals left out; all of the text where it is not Swift.
  let code: String
  /// Code and literals, comments left out.
  let statements: String
  /// Comments alone; all of the text where it is not Swift.
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

  /// The last part of the path without its extension: the name of the file's main type.
  var typeName: String {
    name.split(separator: ".").first.map(String.init) ?? name
  }

  /// The last part of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The target whose source this is: the folder under `Sources`.
  var target: String? {
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
  }

  private static func view(
    of text: String, _ kinds: [SwiftScanner.Kind], keeping keeps: (SwiftScanner.Kind) -> Bool
  ) -> String {
    let bytes = zip(text.utf8, kinds).map { byte, kind in
      byte == UInt8(ascii: "\n") || keeps(kind) ? byte : UInt8(ascii: " ")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// Lines with their 1-based numbers.
  var numberedLines: [(number: Int, text: Substring)] {
    split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0 + 1, $1) }
  }

  /// How many lines the text has; a newline at the end begins none.
  var lineCount: Int {
    utf8.count { $0 == UInt8(ascii: "\n") } + (isEmpty || hasSuffix("\n") ? 0 : 1)
  }

  /// The 1-based line of a position.
  func line(at position: Index) -> Int {
    self[..<position].utf8.count { $0 == UInt8(ascii: "\n") } + 1
  }
}
