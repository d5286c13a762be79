import Foundation

/// A function, initializer or subscript of a library's public API, with its comment.
struct PublicFunction: Equatable {
  /// `navigate(to:_:_:)`.
  let name: String
  /// The name with the types of the parameters. It is equal for a requirement and its
  /// implementation.
  let signature: String
  /// The internal parameter names, without those that locate the caller.
  let parameters: [String]
  /// The parameters that the comment describes.
  let described: [String]
  /// Whether the function is a requirement of a public protocol.
  let isRequirement: Bool
  /// 1-based.
  let line: Int

  /// Parameters whose default is the location of the call, which no caller passes.
  private static let places: Set<String> = ["fileID", "filePath", "line", "column", "function"]

  /// Requirements of the standard library, whose documentation is inherited.
  private static let standard: Set<String> = [
    "==(_:_:)", "<(_:_:)", "hash(into:)", "encode(to:)", "init(from:)", "decode(_:forKey:)",
    "init(rawValue:)", "init(nilLiteral:)", "init(booleanLiteral:)", "init(integerLiteral:)",
    "init(floatLiteral:)", "init(stringLiteral:)", "init(arrayLiteral:)",
    "init(dictionaryLiteral:)",
    "advanced(by:)", "duration(to:)", "sleep(until:tolerance:)",
  ]

  /// The names of the requirements of the standard library, without their parameters.
  static let standardNames = Set(standard.map { $0.prefix { $0 != "(" }.description })

  /// Finds functions with an undocumented parameter, or with documentation for a missing parameter.
  ///
  /// The implementation of a requirement of a public protocol or of the standard library may
  /// inherit the description.
  static func findings(in files: [SourceFile]) -> [Finding] {
    let functions = files.flatMap { file in all(in: file).map { (file.path, $0) } }
    let required = Set(functions.lazy.filter(\.1.isRequirement).map(\.1.signature))
    return functions.flatMap { path, function in
      let inherits =
        !function.isRequirement && required.contains(function.signature)
        || standard.contains(function.name)
      let missing = inherits ? [] : function.parameters.filter { !function.described.contains($0) }
      let unknown = function.described.filter { !function.parameters.contains($0) }
      return missing.map {
        Finding(path, function.line, "\(function.name) does not describe its parameter \($0)")
      }
        + unknown.map {
          Finding(path, function.line, "\(function.name) describes \($0), which it does not have")
        }
    }
  }

  /// Returns the public functions with parameters in a file, in order.
  static func all(in file: SourceFile) -> [PublicFunction] {
    // Splitting with the standard library takes ten times as long in debug builds.
    let code = file.code.components(separatedBy: "\n")
    let text = file.text.components(separatedBy: "\n")
    var isProtocol = false
    // Created once, because a literal is parsed each time that it is evaluated.
    let pattern =
      /^( *)(?:@\w+(?:\([^)]*\))? +)*((?:\w+(?:\(\w+\))? +)*?)(func|init|subscript)\b[?!]?(.*)$/
    return code.indices.compactMap { index in
      if code[index].hasPrefix("public protocol ") { isProtocol = true }
      if code[index].hasPrefix("}") { isProtocol = false }
      guard isProtocol || mayBePublic(code[index]), let match = code[index].wholeMatch(of: pattern)
      else { return nil }
      let isRequirement = isProtocol && match.output.1.count == 2
      let modifiers = match.output.2.split(separator: " ")
      guard isRequirement || modifiers.contains("public") || modifiers.contains("open") else {
        return nil
      }
      let rest = ([String(match.output.4)] + code[(index + 1)...].prefix(20)).joined(separator: " ")
      return PublicFunction(
        String(match.output.3), rest, isRequirement: isRequirement, line: index + 1,
        described: described(above: index, in: text))
    }
  }

  /// The beginning of a line with a public declaration. Matching every line takes too long.
  private static let beginnings = ["", "  ", "    "].flatMap { indent in
    ["public ", "open ", "@"].map { indent + $0 }
  }

  private static func mayBePublic(_ line: String) -> Bool {
    beginnings.contains(where: line.hasPrefix)
  }

  /// Parses the name and parameters. Returns `nil` if there are no parameters.
  private init?(
    _ kind: String, _ rest: String, isRequirement: Bool, line: Int, described: [String]
  ) {
    let name = kind == "func" ? Self.functionName(rest) : kind
    guard let list = Self.parameterList(rest, after: kind == "func" ? name : "") else { return nil }
    var labels: [String] = []
    var names: [String] = []
    var types: [String] = []
    for parameter in list {
      let sides = parameter.split(separator: ":", maxSplits: 1)
      let words = sides[0].split(separator: " ").filter { !$0.hasPrefix("@") }
      guard let first = words.first, let last = words.last, sides.count == 2 else { return nil }
      let isUnlabeled =
        kind == "subscript" && words.count == 1 || kind == "func" && !name.contains(/\w/)
      labels.append(isUnlabeled ? "_" : String(first))
      let isPlace = Self.places.contains(String(last)) && sides[1].contains(/=\s*#/)
      if !isPlace { names.append(String(last)) }
      let type = sides[1].prefix { $0 != "=" }.split(separator: " ").joined(separator: " ")
      types.append(type)
    }
    guard !labels.isEmpty else { return nil }
    self.name = "\(name)(\(labels.map { "\($0):" }.joined()))"
    signature = "\(name)(\(zip(labels, types).map { "\($0):\($1)" }.joined(separator: ",")))"
    parameters = names
    self.described = described
    self.isRequirement = isRequirement
    self.line = line
  }

  private static func functionName(_ rest: String) -> String {
    let rest = rest.drop { $0 == " " }
    if let word = rest.prefixMatch(of: /`?\w+`?/) { return word.output.filter { $0 != "`" } }
    return String(rest.prefix { !" (".contains($0) })
  }

  /// Returns the texts between the parentheses after a name and its generic parameters.
  private static func parameterList(_ text: String, after name: String) -> [String]? {
    var parameters: [String] = []
    var current = ""
    var (depth, angles, isInside) = (0, 0, false)
    var previous: Character = " "
    let start = text.drop { $0 == " " || $0 == "`" }.dropFirst(name.count)
    let characters = Array(start)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      if character == "<", previous.isLetter || previous.isNumber || !isInside, next != " " {
        angles += 1
      } else if character == ">", angles > 0, previous != "-" {
        angles -= 1
      } else if "([{".contains(character) {
        depth += 1
      } else if ")]}".contains(character) {
        depth -= 1
      }
      if !isInside {
        if character == "(", angles == 0 { (isInside, depth) = (true, 1) }
      } else if depth == 0 {
        if current.contains(where: { $0 != " " }) { parameters.append(current) }
        return parameters
      } else if character == ",", depth == 1, angles == 0 {
        parameters.append(current)
        current = ""
      } else {
        current.append(character)
      }
      previous = character
    }
    return nil
  }

  /// Returns the parameters in the comment above a line. Attributes and modifiers may be in
  /// between.
  private static func described(above index: Int, in text: [String]) -> [String] {
    var names: [String] = []
    var isList = false
    var first = index
    while first > 0,
      ["///", "@", "nonisolated("].contains(where: trimmed(text[first - 1]).hasPrefix)
    { first -= 1 }
    for line in text[first..<index].map(trimmed) where line.hasPrefix("///") {
      let words = line.dropFirst(3).prefix { $0 != ":" }.split(separator: " ")
      if line.hasPrefix("/// - ") {
        isList = line == "/// - Parameters:"
        if words.count == 3, words[1] == "Parameter" { names.append(String(words[2])) }
      } else if isList, line.hasPrefix("///   - "), words.count == 2 {
        names.append(String(words[1]))
      }
    }
    return names
  }
  private static func trimmed(_ line: String) -> String {
    line.trimmingCharacters(in: .whitespaces)
  }
}
