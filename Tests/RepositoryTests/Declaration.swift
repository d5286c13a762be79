import Foundation

/// A declaration of a source file that may need a documentation comment.
///
/// Local types are listed. Local variables and functions are not, and neither are members on the same
/// line as the opening brace of their type.
struct Declaration: Equatable {
  /// The keyword, such as `struct` or `case`.
  let keyword: String
  /// The first line of the declaration, without indentation.
  let source: String
  /// Whether the declaration is public. The cases of a public enumeration and the requirements of a
  /// public protocol are public without a modifier.
  let isPublic: Bool
  /// Whether a documentation comment precedes the declaration. Attributes may be in between.
  let isDocumented: Bool
  /// 1-based.
  let line: Int

  /// Whether the declaration is a type, a type alias or an associated type.
  var isType: Bool { Self.types.contains(keyword) }

  private static let types: Set<String> = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
  ]
  private static let members: Set<String> = ["func", "var", "let", "init", "subscript", "case"]
  private static let modifiers: Set<String> = [
    "public", "package", "internal", "private", "fileprivate", "open", "final", "indirect",
    "static",
    "nonisolated", "override", "convenience", "required", "mutating", "nonmutating", "lazy", "weak",
    "unowned", "consuming", "borrowing", "dynamic", "distributed", "isolated", "prefix", "postfix",
    "infix",
  ]

  /// The code between two braces.
  private enum Scope {
    /// The body of a function, an accessor or a closure.
    case body
    /// The members of a type or an extension.
    case members
    /// The members of a public enumeration, whose cases are public.
    case publicCases
    /// The requirements of a public protocol.
    case publicRequirements
  }

  /// Finds undocumented declarations: every public declaration of a target, and every type of the
  /// engine, also if it is internal or nested.
  static func findings(in file: SourceFile) -> [Finding] {
    guard let target = file.target else { return [] }
    return all(in: file).filter { declaration in
      !declaration.isDocumented
        && (declaration.isPublic || target == "Signalbox" && declaration.isType)
    }.map { Finding(file.path, $0.line, "no documentation comment: \($0.source)") }
  }

  /// Returns the declarations of a file, in order.
  static func all(in file: SourceFile) -> [Declaration] {
    // Splitting with the standard library takes ten times as long in debug builds.
    let code = file.code.components(separatedBy: "\n")
    let text = file.text.components(separatedBy: "\n")
    var declarations: [Declaration] = []
    var scopes: [Scope] = []
    // The scope of a type whose body has not begun.
    var next: Scope?
    for index in code.indices {
      let scope = scopes.last ?? .members
      if let (keyword, modifiers) = header(trimmed(code[index])),
        scope != .body || types.contains(keyword)
      {
        let isPublic =
          modifiers.contains("public") || modifiers.contains("open")
          || scope == .publicRequirements || scope == .publicCases && keyword == "case"
        next = inner(keyword, isPublic: isPublic)
        if keyword != "extension" {
          declarations.append(
            Declaration(
              keyword: keyword, source: trimmed(text[index]), isPublic: isPublic,
              isDocumented: isDocumented(index, in: text), line: index + 1))
        }
      }
      for byte in code[index].utf8 {
        if byte == UInt8(ascii: "{") {
          scopes.append(next ?? .body)
          next = nil
        } else if byte == UInt8(ascii: "}") {
          _ = scopes.popLast()
        }
      }
    }
    return declarations
  }

  /// Returns the scope between the braces of a declaration, or `nil` if it is a body.
  private static func inner(_ keyword: String, isPublic: Bool) -> Scope? {
    switch keyword {
    case "enum": isPublic ? .publicCases : .members
    case "protocol": isPublic ? .publicRequirements : .members
    case "struct", "class", "actor", "extension": .members
    default: nil
    }
  }

  /// Returns the keyword of the declaration in a line, and the modifiers before the keyword.
  /// Returns `nil` if the line does not begin with a declaration.
  private static func header(_ line: String) -> (keyword: String, modifiers: [String])? {
    var modifiers: [String] = []
    var isInAttribute = false
    let words = line.components(separatedBy: " ")
    for (index, word) in words.enumerated() {
      if isInAttribute || word.hasPrefix("@") {
        isInAttribute = (isInAttribute || word.contains("(")) && !word.hasSuffix(")")
        continue
      }
      let name = word.prefix { $0.isLetter }
      let following = index + 1 < words.count ? words[index + 1] : ""
      // A type keyword precedes a name. Other uses are `class var` and variables such as `actor`.
      if types.contains(String(name)) || name == "extension", following.first?.isUppercase == true {
        return (String(name), modifiers)
      }
      if members.contains(String(name)) { return (String(name), modifiers) }
      guard Self.modifiers.contains(String(name)) || name == "class" else { return nil }
      modifiers.append(String(name))
    }
    return nil
  }

  private static func isDocumented(_ index: Int, in text: [String]) -> Bool {
    for line in text[..<index].reversed().lazy.map(trimmed) {
      if line.hasPrefix("///") { return true }
      // A `//` comment or an attribute can be between the documentation and the declaration.
      guard ["//", "@", "nonisolated("].contains(where: line.hasPrefix) else { return false }
    }
    return false
  }

  private static func trimmed(_ line: String) -> String {
    line.trimmingCharacters(in: .whitespaces)
  }
}
