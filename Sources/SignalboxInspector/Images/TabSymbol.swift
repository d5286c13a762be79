/// The icons of tabs, with the paths that the pages of the inspector draw.
enum TabSymbol {
  /// The width and height of the grid to which paths refer.
  static let size = 24.0

  private static let script = "\(PageAsset.graphsScript.text)"
  /// The path data of each icon.
  private static let paths = table("paths")
  /// The names of icons in this set, keyed by the names of the same icons in other sets.
  private static let names = table("symbolNames")

  /// Returns the path of an icon in SVG syntax, or `nil` if there is no such icon.
  ///
  /// - Parameter name: The name of the icon, such as `bag` or `house.fill`. The part before the
  ///   first character that is not an ASCII letter or digit selects the icon.
  static func path(_ name: String) -> String? {
    let first = String(name.lowercased().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) })
    return paths[names[first] ?? first]
  }

  /// Returns the strings of an object in `inspector/elements.js`, by key.
  private static func table(_ name: String) -> [String: String] {
    guard let start = script.firstRange(of: "const \(name) = {") else { return [:] }
    let rest = script[start.upperBound...]
    let body = rest[..<(rest.firstRange(of: "};")?.lowerBound ?? rest.endIndex)]
    let parts = body.split(separator: "\"", omittingEmptySubsequences: false)
    var result: [String: String] = [:]
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      result[parts[index].filter(\.isLetter)] = String(parts[index + 1])
    }
    return result
  }
}
