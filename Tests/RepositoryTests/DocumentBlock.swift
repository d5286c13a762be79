/// A block between fences on a page.
struct DocumentBlock: Sendable, CustomStringConvertible {
  let page: String
  /// The line of the opening fence, counted from 1.
  let line: Int
  /// The language. For text that follows another block directly, and is therefore its output, also
  /// the language of that block: `text after lua`.
  let language: String
  let title: String?
  /// The first line of the contents, without spaces at its start.
  let start: String

  var description: String { "\(page):\(line) \(language): \(start)" }

  /// Returns the blocks of a page, in order. A block in a list item is indented.
  static func blocks(in page: SourceFile) -> [DocumentBlock] {
    var blocks: [DocumentBlock] = []
    var open: (info: Substring, line: Int, start: String?)?
    /// The language of the previous block, until other text follows.
    var previous: String?
    for (number, text) in page.text.numberedLines {
      let line = text.drop { $0 == " " }
      guard line.hasPrefix("```") else {
        if open != nil {
          if open?.start == nil { open?.start = String(line) }
        } else if !line.isEmpty {
          previous = nil
        }
        continue
      }
      guard let (info, first, start) = open else {
        open = (line.dropFirst(3), number, nil)
        continue
      }
      open = nil
      let language = String(info.prefix { $0 != " " })
      let input = language == "text" ? previous : nil
      blocks.append(
        DocumentBlock(
          page: page.path, line: first,
          language: input.map { "text after \($0)" } ?? language,
          title: info.firstMatch(of: /title="([^"]*)"/).map { String($0.1) }, start: start ?? ""))
      previous = language
    }
    return blocks
  }
}
