/// The style sheet of an image: rules whose variables have been replaced with the colors of pages.
///
/// Pages define their light and dark colors as variables. Programs that convert images often do not
/// support variables, so an image contains the values.
enum ImageStyle {
  /// The style sheet of images with devices.
  static let devices = element(PageAsset.imageStyle)
  /// The style sheet of graphs.
  static let graphs = element(PageAsset.graphStyle)

  private static let colors = Colors("\(PageAsset.colorsStyle.text)")

  private static func element(_ asset: PageAsset) -> String {
    let rules = withoutComments("\(asset.text)")
    return "<style>\n" + replacing(rules, colors.light)
      + "@media (prefers-color-scheme: dark) {\n" + replacing(rules, colors.dark) + "}\n</style>"
  }

  private static func replacing(_ rules: String, _ values: [Substring: Substring]) -> String {
    var result = ""
    var rest = rules[...]
    while let start = rest.firstRange(of: "var(--") {
      result += rest[..<start.lowerBound]
      let name = rest[start.upperBound...].prefix { $0 != ")" }
      result += values[name] ?? "currentColor"
      rest = rest[name.endIndex...].dropFirst()
    }
    return result + rest
  }

  private static func withoutComments(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "/*") {
      result += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
      if rest.first == "\n" { rest.removeFirst() }
    }
    return result + rest
  }

  /// The values of variables in style sheets.
  private struct Colors {
    private(set) var light: [Substring: Substring] = [:]
    /// The dark values. Variables without a dark value have the value in ``light``.
    private(set) var dark: [Substring: Substring] = [:]

    init(_ sheets: String) {
      let text = withoutComments(sheets)
      var own: [Substring: Substring] = [:]
      for block in text.split(separator: "}") {
        let parts = block.split(separator: "{")
        guard parts.count > 1 else { continue }
        let selector = parts[parts.count - 2]
        let values = Self.declarations(parts[parts.count - 1])
        if selector.contains("data-theme=\"dark\"") {
          own.merge(values) { $1 }
        } else if parts.count == 2, !selector.contains("data-theme") {
          light.merge(values) { first, _ in first }
        }
      }
      dark = light.merging(own) { $1 }
    }

    private static func declarations(_ text: Substring) -> [Substring: Substring] {
      var values: [Substring: Substring] = [:]
      for line in text.split(separator: ";") {
        let line = line.drop(while: \.isWhitespace)
        guard line.hasPrefix("--"), let colon = line.firstIndex(of: ":") else { continue }
        values[line[line.index(line.startIndex, offsetBy: 2)..<colon]] =
          line[line.index(after: colon)...].drop(while: \.isWhitespace)
      }
      return values
    }
  }
}
