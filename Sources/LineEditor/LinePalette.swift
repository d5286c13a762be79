/// The parameters of the escape sequence `ESC [ … m` for each style.
package struct LinePalette: Sendable {
  private let codes: [LineStyle: String]

  package init(_ codes: [LineStyle: String]) { self.codes = codes }

  /// A palette without colors. Text from the editor can still be distinguished from the user's
  /// text.
  package static let plain = LinePalette([
    .hint: "2", .preview: "2", .selection: "7", .detail: "2", .match: "4",
  ])

  /// A palette with the sixteen colors that users configure in their terminals.
  package static let sixteen = LinePalette([
    .keyword: "35", .string: "32", .number: "33", .constant: "33", .comment: "90", .method: "36",
    .command: "1;34", .error: "31", .hint: "90", .preview: "2", .selection: "7", .detail: "90",
    .match: "1;4",
  ])

  func code(of style: LineStyle) -> String { codes[style] ?? "" }
}
