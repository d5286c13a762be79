/// The size of a type in all files of its target.
struct TypeFigures: Sendable, Equatable, CustomStringConvertible {
  /// The number of lines of its declaration and its extensions, without documentation comments.
  var lines = 0
  /// The number of its stored properties, without the properties of nested types.
  var properties = 0
  /// The number of other files with an extension that uses a stored variable of a class.
  var outside = 0

  /// The maximum for all types without individual figures.
  static let limit = TypeFigures(lines: 600, properties: 20, outside: 0)

  var description: String { "\(lines) lines, \(properties) properties, \(outside) outside" }

  func fits(_ limit: TypeFigures) -> Bool {
    lines <= limit.lines && properties <= limit.properties && outside <= limit.outside
  }

  /// A declaration or extension at the left margin.
  private struct Part {
    let keyword: Substring
    let name: String
    let file: String
    let code: [Substring]
    /// The lines without documentation comments.
    let lineCount: Int

    /// Returns the names of stored properties. `isVariable` specifies which of them can change.
    var properties: [(name: Substring, isVariable: Bool)] {
      code.dropFirst().compactMap { line in
        guard line.hasPrefix("  "), !line.hasPrefix("   "),
          line.containsBytes(of: "let ") || line.containsBytes(of: "var ")
        else { return nil }
        let pattern =
          /^ {2}(?:@[\w()]+ )*(?:(?:public|package|internal|private|fileprivate|lazy|weak|unowned|final|nonisolated)(?:\(set\))? )*(let|var) (\w+)(.*)$/
        guard let match = line.wholeMatch(of: pattern) else { return nil }
        let rest = match.output.3
        let isComputed =
          rest.contains("{") && !rest.prefix { $0 != "{" }.contains("=") && !rest.contains("didSet")
        return isComputed ? nil : (match.output.2, match.output.1 == "var")
      }
    }
  }

  /// Returns the figures of all types, by target and name, such as `Signalbox.Router`.
  static func all(in files: [SourceFile]) -> [String: TypeFigures] {
    var parts: [String: [Part]] = [:]
    for file in files {
      guard let target = file.target else { continue }
      for part in Self.parts(of: file) { parts["\(target).\(part.name)", default: []].append(part) }
    }
    return parts.mapValues { parts in
      let own = parts.first { $0.keyword != "extension" }
      let properties = own?.properties ?? []
      let variables = own?.keyword == "class" ? properties.filter(\.isVariable).map(\.name) : []
      let outside = parts.filter { $0.file != own?.file && Self.uses(variables, in: $0) }
      return TypeFigures(
        lines: parts.map(\.lineCount).reduce(0, +), properties: properties.count,
        outside: Set(outside.map(\.file)).count)
    }
  }

  private static func uses(_ names: [Substring], in part: Part) -> Bool {
    guard !names.isEmpty else { return false }
    let known = Set(names)
    return part.code.contains { line in
      names.contains { line.containsBytes(of: String($0)) }
        && line.matches(of: /(self\.)?(\.)?(\w+)(:)?/).contains { match in
          known.contains(match.output.3) && match.output.4 == nil
            && (match.output.2 == nil || match.output.1 != nil)
        }
    }
  }

  private static func parts(of file: SourceFile) -> [Part] {
    let lines = file.code.split(separator: "\n", omittingEmptySubsequences: false)
    let text = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    var parts: [Part] = []
    var index = 0
    while index < lines.count {
      guard let first = lines[index].utf8.first, first != UInt8(ascii: " ") else {
        index += 1
        continue
      }
      let pattern = /^(?:[\w@()]+ )*?(class|struct|enum|actor|extension) ([A-Z][\w.]*).*$/
      guard let match = lines[index].wholeMatch(of: pattern) else {
        index += 1
        continue
      }
      let end = lines[index...].firstIndex { $0.hasPrefix("}") } ?? index
      parts.append(
        Part(
          keyword: match.output.1, name: String(match.output.2), file: file.path,
          code: Array(lines[index...max(index, end)]),
          lineCount: text[index...max(index, end)].count { line in
            !line.utf8.drop { $0 == UInt8(ascii: " ") }.starts(with: "///".utf8)
          }))
      index = max(index, end) + 1
    }
    return parts
  }
}
