/// A block of Swift code on a page or in the documentation comments of a source file.
struct SwiftExample: Sendable {
  /// A line without indentation: the whole text, and the code without comments and literals.
  struct Row: Hashable, Sendable {
    let text: Substring
    let code: Substring
  }

  let path: String
  /// The line of the opening fence, counted from 1.
  let line: Int
  /// The imports at the beginning of the block, except for the module that a tutorial creates.
  let imports: [Row]
  /// The other lines, without empty lines.
  let rows: [Row]

  init(path: String, line: Int, text: String) {
    (self.path, self.line) = (path, line)
    let all = Self.rows(of: SourceFile(path: "Example.swift", text: text))
    let rest = all.drop { $0.code.hasPrefix("import ") }
    imports = all[..<rest.startIndex].filter { $0.text != "import Shop" }
    rows = Array(rest)
  }

  /// Returns the Swift blocks of a page, or those in the documentation comments of a Swift file.
  static func examples(in file: SourceFile) -> [SwiftExample] {
    var examples: [SwiftExample] = []
    var open: (language: Substring, line: Int, lines: [Substring])?
    for (number, text) in file.text.numberedLines {
      var line = text.drop { $0 == " " }
      if file.path.hasSuffix(".swift") {
        guard line.hasPrefix("///") else {
          open = nil
          continue
        }
        line = line.dropFirst(3).drop { $0 == " " }
      }
      guard line.hasPrefix("```") else {
        open?.lines.append(line)
        continue
      }
      guard let block = open else {
        open = (line.dropFirst(3).prefix { $0 != " " }, number, [])
        continue
      }
      open = nil
      guard block.language == "swift" else { continue }
      examples.append(
        SwiftExample(
          path: file.path, line: block.line, text: block.lines.joined(separator: "\n")))
    }
    return examples
  }

  /// Returns the lines of a Swift file that are always compiled, without empty lines. Lines between
  /// `#if` and `#endif` are omitted.
  static func rows(of file: SourceFile) -> [Row] {
    var rows: [Row] = []
    var depth = 0
    for (text, code) in zip(file.text.numberedLines, file.code.numberedLines) {
      let row = Row(text: trimmed(text.text), code: trimmed(code.text))
      if row.code.hasPrefix("#if") { depth += 1 }
      if depth == 0, !row.text.isEmpty { rows.append(row) }
      if row.code.hasPrefix("#endif") { depth -= 1 }
    }
    return rows
  }

  private static func trimmed(_ line: Substring) -> Substring {
    var line = line.drop { $0 == " " }
    while line.last == " " { line.removeLast() }
    return line
  }
}

/// Swift files that a build compiles, in which examples are found by their lines.
struct CompiledCode {
  private let files: [[SwiftExample.Row]]
  private var positions: [SwiftExample.Row: [(file: Int, row: Int)]] = [:]

  init(_ files: [SourceFile]) {
    self.files = files.map { SwiftExample.rows(of: $0) }
    for (file, rows) in self.files.enumerated() {
      for (index, row) in rows.enumerated() { positions[row, default: []].append((file, index)) }
    }
  }

  /// Returns the example as a finding if no file contains it as code. Comments and literals of a
  /// file that equal the example do not count.
  func finding(for example: SwiftExample) -> Finding? {
    guard let first = example.rows.first, example.rows.contains(where: { !$0.code.isEmpty }) else {
      return Finding(example.path, example.line, "the block contains no code")
    }
    let isCompiled = positions[first, default: []].contains { file, row in
      files[file][row...].starts(with: example.rows)
        && example.imports.allSatisfy { needed in
          files[file].contains { $0.code.hasSuffix(needed.code) }
        }
    }
    return isCompiled
      ? nil : Finding(example.path, example.line, "nothing compiles the block \(first.text)")
  }
}
