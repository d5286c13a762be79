/// Reads types in LuaCATS notation, as a Lua language server does, and collects the names in them.
struct TypeNotation {
  private var rest: Substring
  /// The names of types, such as `string` and `signalbox.App`.
  private(set) var names: Set<String> = []

  struct Malformed: Error, CustomStringConvertible {
    let expected: String
    let rest: Substring
    var description: String { "expected \(expected) before \"\(rest)\"" }
  }

  init(_ text: Substring) { rest = text }

  /// Reads one type. A description may follow after a space.
  mutating func read() throws {
    try union()
    if let next = rest.first, next != " " {
      throw Malformed(expected: "the end of the type", rest: rest)
    }
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  private mutating func require(_ text: String) throws {
    if !take(text) { throw Malformed(expected: text, rest: rest) }
  }

  private mutating func union() throws {
    repeat { try element() } while take("|")
  }

  private mutating func element() throws {
    if take("(") {
      try union()
      try require(")")
    } else if rest.first == "\"" || rest.first == "'" {
      try literal()
    } else if take("{ ") {
      try fields()
    } else if take("fun(") {
      try function()
    } else {
      try name()
    }
    while take("[]") || take("?") {}
  }

  private mutating func literal() throws {
    let quotation = rest.removeFirst()
    guard let end = rest.firstIndex(of: quotation), !rest[..<end].contains("\\") else {
      throw Malformed(expected: "a literal without escape sequences", rest: rest)
    }
    rest = rest[rest.index(after: end)...]
  }

  private mutating func name() throws {
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    if name.isEmpty { throw Malformed(expected: "a type", rest: rest) }
    rest = rest.dropFirst(name.count)
    names.insert(String(name))
    guard take("<") else { return }
    try union()
    while take(", ") { try union() }
    try require(">")
  }

  /// Reads the parameters and results of a function.
  private mutating func function() throws {
    while !take(")") {
      if !take("...") { rest = rest.drop { $0.isLetter || $0.isNumber || $0 == "_" } }
      _ = take("?")
      if take(": ") { try union() }
      _ = take(", ")
    }
    guard take(": ") else { return }
    repeat { try union() } while take(", ")
  }

  /// Reads the fields of a table.
  private mutating func fields() throws {
    repeat {
      if take("[") {
        try union()
        try require("]")
      } else {
        rest = rest.drop { $0.isLetter || $0.isNumber }
        _ = take("?")
      }
      try require(": ")
      try union()
    } while take(", ")
    try require(" }")
  }
}
