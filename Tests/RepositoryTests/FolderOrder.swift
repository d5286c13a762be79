/// The order of a target's folders in `docs/architecture.md`, and the types that do not comply with it.
///
/// A folder may use the types of the folders above it in the table. A use is a type name that a
/// folder declares and another folder mentions. A name after a period is a member, and a name that
/// the folder itself declares, even in another type, is its own.
struct FolderOrder {
  /// A type name in a file.
  private struct Mention {
    let name: String
    let line: Int
    let isDeclaration: Bool
    let isTopLevel: Bool
  }

  private struct Row {
    let folder: String
    let line: Int
  }

  private let target: String
  private let page: String
  /// The folders, lowest first.
  private let rows: [Row]

  /// Parses the table below a heading, whose first cells contain folders of the target in backticks.
  ///
  /// - Parameter target: The path of the target, such as `Sources/Signalbox`.
  init(_ page: SourceFile, heading: String, of target: String) {
    self.page = page.path
    self.target = target
    let section = page.text.numberedLines.drop { $0.text != heading }.dropFirst()
      .prefix { !$0.text.hasPrefix("## ") }
    let start = "| `\(target)/"
    rows = section.compactMap { number, text in
      guard text.hasPrefix(start) else { return nil }
      return Row(folder: String(text.dropFirst(start.count).prefix { $0 != "/" }), line: number)
    }
  }

  func findings(in files: [SourceFile]) -> [Finding] {
    let files = files.compactMap { file in folder(of: file).map { ($0, file) } }
    return folderFindings(Set(files.map(\.0))) + useFindings(files)
  }

  private func folder(of file: SourceFile) -> String? {
    guard file.path.hasPrefix("\(target)/"), file.path.hasSuffix(".swift") else { return nil }
    let parts = file.path.dropFirst(target.count + 1).split(separator: "/")
    return parts.count > 1 ? String(parts[0]) : nil
  }

  private func folderFindings(_ folders: Set<String>) -> [Finding] {
    let known = Set(rows.map(\.folder))
    return folders.subtracting(known).sorted().map {
      Finding("\(target)/\($0)", 0, "has no row in the order of folders of \(page)")
    }
      + rows.filter { !folders.contains($0.folder) }.map {
        Finding(page, $0.line, "\(target)/\($0.folder) has no Swift files")
      }
  }

  private func useFindings(_ files: [(String, SourceFile)]) -> [Finding] {
    let levels = Dictionary(
      rows.enumerated().map { ($1.folder, $0) }, uniquingKeysWith: { first, _ in first })
    let mentions = files.map { Self.mentions(in: $0.1.code) }
    var owners: [String: String] = [:]
    var declared: [String: Set<String>] = [:]
    for ((folder, _), mentions) in zip(files, mentions) {
      for mention in mentions where mention.isDeclaration {
        declared[folder, default: []].insert(mention.name)
        if mention.isTopLevel { owners[mention.name] = folder }
      }
    }
    var findings: [Finding] = []
    for ((folder, source), mentions) in zip(files, mentions) {
      for mention in mentions {
        guard let owner = owners[mention.name], owner != folder, let level = levels[folder],
          let other = levels[owner], other > level,
          declared[folder]?.contains(mention.name) != true
        else { continue }
        findings.append(
          Finding(
            source.path, mention.line,
            "\(folder) uses \(mention.name) of \(owner), which is below it in \(page)"))
      }
    }
    return findings
  }

  private static let declarations: Set<String> = [
    "class", "struct", "enum", "actor", "protocol", "typealias",
  ]

  /// Returns the names with a capital letter in a string without comments and literals.
  private static func mentions(in code: String) -> [Mention] {
    // In debug builds, a loop over bytes is many times as fast as a regular expression.
    let bytes = Array(code.utf8)
    var mentions: [Mention] = []
    var (line, index, isIndented, previous) = (1, 0, false, "")
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") {
        line += 1
        isIndented = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: " ")
      }
      guard isNamePart(byte) else {
        index += 1
        continue
      }
      var end = index
      while end < bytes.count, isNamePart(bytes[end]) { end += 1 }
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let isMember = index > 0 && bytes[index - 1] == UInt8(ascii: ".")
      if isCapital || isDeclaration(bytes, index) {
        let name = String(decoding: bytes[index..<end], as: UTF8.self)
        if isCapital, !isMember {
          mentions.append(
            Mention(
              name: name, line: line, isDeclaration: declarations.contains(previous),
              isTopLevel: !isIndented))
        }
        previous = name
      } else {
        previous = ""
      }
      index = end
    }
    return mentions
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Returns whether a word may be a keyword of a declaration, by its first letter.
  private static func isDeclaration(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "a"), UInt8(ascii: "c"), UInt8(ascii: "e"), UInt8(ascii: "p"),
      UInt8(ascii: "s"), UInt8(ascii: "t"):
      true
    default: false
    }
  }
}
