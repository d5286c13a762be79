/// A table of named values that is sorted by name, such as the arguments of a route.
///
/// Two instances are equal if they contain the same names with equal values. Looking up a name
/// costs O(log count).
public struct NavigationArguments: Hashable, Sendable {
  /// A named value.
  public struct Field: Hashable, Sendable {
    /// The name, as written in scripts.
    public let name: String
    /// The value for the name.
    public let value: NavigationValue

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The name, as written in scripts.
    ///   - value: The value for the name.
    public init(name: String, value: NavigationValue) {
      self.name = name
      self.value = value
    }
  }

  /// The fields, sorted by name. Names are unique.
  public private(set) var fields: [Field]

  /// Creates arguments without values.
  public init() { fields = [] }

  /// Creates arguments from pairs in any order. If a name occurs more than once, the last value is
  /// kept. Cost: O(n log n).
  ///
  /// - Parameter pairs: Names and their values.
  public init(_ pairs: some Sequence<(String, NavigationValue)>) {
    self.init(unordered: pairs.map { Field(name: $0.0, value: $0.1) })
  }

  /// Creates arguments from fields in any order. If a name occurs more than once, the last value is
  /// kept. Cost: O(n log n).
  package init(unordered all: [Field]) {
    fields = all
    guard fields.count > 1 else { return }
    // The sort is stable, so the last of several equal names is kept.
    fields.sort { $0.name < $1.name }
    var kept = 0
    for index in fields.indices.dropFirst() {
      if fields[kept].name != fields[index].name { kept += 1 }
      if kept != index { fields[kept] = fields[index] }
    }
    fields.removeSubrange((kept + 1)...)
  }

  /// Creates empty arguments with reserved capacity.
  init(room: Int) {
    fields = []
    fields.reserveCapacity(room)
  }

  /// Creates arguments from fields that are sorted by name and have unique names.
  init(ordered fields: [Field]) { self.fields = fields }

  /// Adds a value whose name sorts after all existing names.
  mutating func append(_ name: String, _ value: NavigationValue) {
    fields.append(Field(name: name, value: value))
  }

  /// The value for a name. Assigning `nil` removes the name.
  ///
  /// - Parameter name: The name to look up. Names are case-sensitive.
  public subscript(name: String) -> NavigationValue? {
    get {
      // For a few names, linear search is faster than binary search.
      if fields.count <= 8 { return fields.first { $0.name == name }?.value }
      let index = place(of: name)
      return index < fields.endIndex && fields[index].name == name ? fields[index].value : nil
    }
    set {
      let index = place(of: name)
      let isKnown = index < fields.endIndex && fields[index].name == name
      switch (newValue, isKnown) {
      case (let value?, true): fields[index] = Field(name: name, value: value)
      case (let value?, false): fields.insert(Field(name: name, value: value), at: index)
      case (nil, true): fields.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// Returns the index of the first field whose name does not sort before the given name.
  private func place(of name: String) -> Int {
    var low = fields.startIndex
    var high = fields.endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if fields[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether the arguments are empty.
  public var isEmpty: Bool { fields.isEmpty }
  /// The number of names.
  public var count: Int { fields.count }
}

extension NavigationArguments: ExpressibleByDictionaryLiteral {
  /// Creates arguments from a dictionary literal. If a name occurs more than once, the last value
  /// is kept.
  public init(dictionaryLiteral elements: (String, NavigationValue)...) {
    if elements.isEmpty { self.init() } else { self.init(elements) }
  }
}

extension NavigationArguments: CustomStringConvertible {
  /// The arguments as a Lua table, such as `{ id = 42, tab = "me" }`.
  public var description: String {
    if fields.isEmpty { return "{}" }
    let pairs = fields.map { field in
      let name = Self.isBareName(field.name) ? field.name : "[\(quoted(field.name))]"
      return "\(name) = \(field.value)"
    }
    return "{ " + pairs.joined(separator: ", ") + " }"
  }
}

extension NavigationArguments {
  /// Returns whether a key can be written without quotes in a Lua table (Lua manual, §3.1).
  package static func isBareName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !luaKeywords.contains(text) else { return false }
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    let isLetter = { (byte: UInt8) in
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }
    return !isDigit(first) && text.utf8.allSatisfy { isDigit($0) || isLetter($0) }
  }
}

private let luaKeywords: Set<String> = [
  "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
  "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
]
