/// A value that can be written as JSON, together with the length of its JSON text.
package struct JSONDocument {
  private let value: NavigationValue
  /// The length of ``text`` in bytes.
  package let size: Int

  init(_ value: NavigationValue) throws(NavigationError) {
    self.value = value
    size = try JSONWriter.size(of: value)
  }

  /// The value as a single line of JSON with sorted names. Cost: O(size).
  package var text: String {
    var numbering = ObjectNumbering()
    return JSONWriter.text(of: value, ofSize: size, &numbering)
  }
}

extension NavigationValue {
  /// Reads a JSON value. Fields whose value is `null` are omitted.
  ///
  /// - Throws: `malformed` with the line and column.
  package init(json: String) throws(NavigationError) { self = try JSONReader.value(json) }

  /// Returns an estimate, in bytes, of the memory that ``init(json:)`` needs to parse a string.
  /// Cost: O(length of the string).
  package static func weight(ofJSON text: String) -> Int { JSONReader.weight(of: text) }

  /// The value as a single line of JSON with sorted names.
  ///
  /// - Throws: `notSerializable` if JSON cannot represent the value, values are nested too deeply,
  ///   or the text is too long.
  package var json: String { get throws(NavigationError) { try JSONWriter.text(of: self) } }

  /// The value as a single line of JSON of any length, for reports. JSON must be able to represent
  /// all contained values.
  package var line: String {
    var numbering = ObjectNumbering()
    return JSONWriter.text(of: self, ofSize: 0, &numbering)
  }

  /// Returns an encodable value as a single line of JSON, including the line ending.
  package static func line(_ value: some Encodable) -> String {
    ((try? NavigationValue(encoding: value)) ?? [:]).line + "\n"
  }

  /// Creates a table from the fields that have a value.
  package static func fields(_ fields: [(String, NavigationValue?)]) -> NavigationValue {
    .table(NavigationArguments(fields.compactMap { name, value in value.map { (name, $0) } }))
  }

  /// Creates a list from strings.
  package static func texts(_ texts: [String]) -> NavigationValue {
    .list(texts.map { .string($0) })
  }
}
