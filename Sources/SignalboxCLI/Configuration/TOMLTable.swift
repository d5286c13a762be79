internal import Signalbox

/// A value of a configuration file, with the line that it begins on.
struct TOMLValue: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case string(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case array([TOMLValue])
    case table(TOMLTable)
  }

  var content: Content
  let line: Int

  init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  var string: String? { if case .string(let text) = content { text } else { nil } }
  var boolean: Bool? { if case .boolean(let value) = content { value } else { nil } }
  var array: [TOMLValue]? { if case .array(let values) = content { values } else { nil } }
  var table: TOMLTable? { if case .table(let table) = content { table } else { nil } }

  var integer: Int? { if case .integer(let value) = content { value } else { nil } }

  /// How messages say what it is: a text or number itself, others by their kind.
  var shown: String {
    switch content {
    case .string(let text): quotation(text)
    case .integer(let value): "\(value)"
    case .number, .boolean, .array, .table: kindName
    }
  }

  /// What kind of value it is, for messages.
  var kindName: String {
    switch content {
    case .string: "a string"
    case .integer, .number: "a number"
    case .boolean: "a boolean"
    case .array: "an array"
    case .table: "a table"
    }
  }
}

/// A table of a configuration file; its keys stay in order.
struct TOMLTable: Equatable, Sendable {
  let line: Int
  private(set) var keys: [String] = []
  private var values: [String: TOMLValue] = [:]
  /// Whether a header of its own has named it: it may not do so twice.
  private var isOpened = false

  init(line: Int) { self.line = line }

  subscript(key: String) -> TOMLValue? { values[key] }

  /// `[a.b]`: makes the table, and those around it.
  mutating func open(_ path: [String], _ line: Int) throws(TOMLReader.Failure) {
    try descend(path[...], path, line) { (table: inout TOMLTable) throws(TOMLReader.Failure) in
      if table.isOpened {
        throw TOMLReader.Failure(
          line: line, message: "[\(TOMLReader.shown(path))] is there twice")
      }
      table.isOpened = true
    }
  }

  /// Sets a value; the last name of the path is its key.
  ///
  /// - Parameter depth: How many names of the path its header gave.
  mutating func set(
    _ path: [String], _ value: TOMLValue, below depth: Int
  ) throws(TOMLReader.Failure) {
    guard let key = path.last else { return }
    try descend(path.dropLast(), path, value.line) {
      (table: inout TOMLTable) throws(TOMLReader.Failure) in
      guard table.values[key] == nil else {
        throw TOMLReader.Failure(
          line: value.line, message: "\(TOMLReader.shown(path)) is there twice")
      }
      table.keys.append(key)
      table.values[key] = value
    }
  }

  private mutating func descend(
    _ rest: ArraySlice<String>, _ path: [String], _ line: Int,
    _ body: (inout TOMLTable) throws(TOMLReader.Failure) -> Void
  ) throws(TOMLReader.Failure) {
    guard let key = rest.first else { return try body(&self) }
    if values[key] == nil {
      keys.append(key)
      values[key] = TOMLValue(.table(TOMLTable(line: line)), line: line)
    }
    guard let value = values[key], var table = value.table else {
      throw TOMLReader.Failure(
        line: line, message: "\(TOMLReader.shown(path)): \(shortened(key, to: 200)) is no table")
    }
    // Taken out meanwhile, so that the table below is not copied.
    values[key]?.content = .boolean(false)
    defer { values[key]?.content = .table(table) }
    try table.descend(rest.dropFirst(), path, line, body)
  }
}
