/// The targets in `Package.swift`, parsed from its text.
///
/// Running SwiftPM would be exact, but it waits for the SwiftPM process that runs these tests.
struct PackageManifest {
  struct Dependency: Equatable {
    let name: String
    /// Whether the module belongs to another package.
    let isProduct: Bool
    let line: Int
  }

  struct Target: Equatable {
    let name: String
    let dependencies: [Dependency]
    let line: Int
  }

  let path: String
  /// The targets other than tests, in the order of the file.
  let targets: [Target]

  init(_ manifest: SourceFile) {
    path = manifest.path
    let text = manifest.statements
    var targets: [Target] = []
    var end = text.startIndex
    for match in text.matches(of: /\.(systemLibrary|target|executableTarget|macro|plugin)\(/) {
      // A `.target(` inside the dependencies of another target is not a separate target.
      guard match.range.lowerBound >= end else { continue }
      let body = Self.bracketed(text, from: text.index(before: match.range.upperBound))
      end = body.endIndex
      guard let name = body.firstMatch(of: /name:\s*"(\w+)"/) else { continue }
      targets.append(
        Target(
          name: String(name.output.1), dependencies: Self.dependencies(in: body),
          line: text.line(at: match.range.lowerBound)))
    }
    self.targets = targets
  }

  func target(_ name: String) -> Target? { targets.first { $0.name == name } }

  private static func dependencies(in body: Substring) -> [Dependency] {
    guard let start = body.firstMatch(of: /\bdependencies:\s*\[/) else { return [] }
    let list = bracketed(body.base, from: body.index(before: start.range.upperBound))
    let pattern =
      #/
      \.product\(\s*name:\s*"(\w+)"[^)]*\)
      | \.(?:target|byName)\(\s*name:\s*"(\w+)"
      | "(\w+)"
      /#
    return list.matches(of: pattern).compactMap { match in
      let (_, product, target, bare) = match.output
      guard let name = product ?? target ?? bare else { return nil }
      return Dependency(
        name: String(name), isProduct: product != nil,
        line: body.base.line(at: match.range.lowerBound))
    }
  }

  /// Returns the text from a bracket to its closing bracket, both included.
  private static func bracketed(_ text: String, from start: String.Index) -> Substring {
    var depth = 0
    var position = start
    while position < text.endIndex {
      if "([{".contains(text[position]) { depth += 1 }
      if ")]}".contains(text[position]) { depth -= 1 }
      position = text.index(after: position)
      if depth == 0 { break }
    }
    return text[start..<position]
  }
}
