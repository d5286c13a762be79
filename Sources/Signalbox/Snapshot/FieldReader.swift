/// Reads the fields of a single table in a document. Errors contain the path of the invalid field.
struct FieldReader {
  let fields: NavigationArguments
  private let path: String

  init(_ fields: NavigationArguments, path: String) {
    self.fields = fields
    self.path = path
  }

  func wrong(_ name: String, expected: String) -> NavigationError {
    let found = fields[name].map { "is \($0.kindName) \(String(describing: $0).prefix(60))" }
    return NavigationError(
      .malformed, "\(path).\(name) \(found ?? "is missing"), expected \(expected)")
  }

  /// Returns the fields of a required table.
  func required(_ name: String) throws(NavigationError) -> NavigationArguments {
    guard fields[name] != nil else { throw wrong(name, expected: "a table") }
    return try arguments(name)
  }

  func value(_ name: String) -> NavigationValue? { fields[name] }

  func optionalText(_ name: String) throws(NavigationError) -> String? {
    switch fields[name] {
    case nil: return nil
    case .string(let text): return text
    default: throw wrong(name, expected: "a string")
    }
  }

  func text(_ name: String) throws(NavigationError) -> String {
    guard let text = try optionalText(name) else { throw wrong(name, expected: "a string") }
    return text
  }

  func optionalInteger(_ name: String) throws(NavigationError) -> Int? {
    switch fields[name] {
    case nil: return nil
    case .integer(let integer): return integer
    default: throw wrong(name, expected: "an integer")
    }
  }

  func integer(_ name: String) throws(NavigationError) -> Int {
    guard let integer = try optionalInteger(name) else {
      throw wrong(name, expected: "an integer")
    }
    return integer
  }

  /// Returns a zero-based index that is less than the given count, or `nil` if the field is
  /// missing.
  func index(_ name: String, below count: Int) throws(NavigationError) -> Int? {
    guard let index = try optionalInteger(name) else { return nil }
    guard (0..<max(0, count)).contains(index) else {
      throw wrong(name, expected: "an index below \(count)")
    }
    return index
  }

  func requiredIndex(_ name: String, below count: Int) throws(NavigationError) -> Int {
    guard let index = try index(name, below: count) else {
      throw wrong(name, expected: "an index below \(count)")
    }
    return index
  }

  func boolean(_ name: String) throws(NavigationError) -> Bool? {
    switch fields[name] {
    case nil: return nil
    case .boolean(let value): return value
    default: throw wrong(name, expected: "true or false")
    }
  }

  func arguments(_ name: String) throws(NavigationError) -> NavigationArguments {
    switch fields[name] {
    case nil: return [:]
    case .table(let table): return table
    default: throw wrong(name, expected: "a table")
    }
  }

  func table(_ name: String) throws(NavigationError) -> FieldReader? {
    fields[name] == nil ? nil : FieldReader(try arguments(name), path: "\(path).\(name)")
  }

  /// Returns the values in a list. The array is empty if the list is missing.
  func list(_ name: String) throws(NavigationError) -> [NavigationValue] {
    guard let value = fields[name] else { return [] }
    guard case .list(let values) = value else { throw wrong(name, expected: "a list") }
    return values
  }

  /// Returns the strings in a list. The array is empty if the list is missing.
  func texts(_ name: String) throws(NavigationError) -> [String] {
    var texts: [String] = []
    for value in try list(name) {
      guard case .string(let text) = value else { throw wrong(name, expected: "strings") }
      texts.append(text)
    }
    return texts
  }

  /// Returns the tables in a list. The array is empty if the list is missing.
  func tables(_ name: String) throws(NavigationError) -> [FieldReader] {
    var readers: [FieldReader] = []
    for (index, value) in try list(name).enumerated() {
      let path = "\(path).\(name)[\(index)]"
      guard case .table(let table) = value else {
        throw NavigationError(.malformed, "\(path) is \(value.kindName), expected a table")
      }
      readers.append(FieldReader(table, path: path))
    }
    return readers
  }
}
