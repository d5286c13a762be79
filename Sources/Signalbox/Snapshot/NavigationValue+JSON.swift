/// A value that can be written as JSON, and how long its text is.
package struct JSONDocument {
  private let value: NavigationValue
  /// Bytes of ``text``.
  package let size: Int

  init(_ value: NavigationValue) throws(NavigationError) {
    self.value = value
    size = try JSONWriter.size(of: value)
  }

  /// One line of JSON, names in order. Cost: O(size).
  package var text: String {
    var numbering = ObjectNumbering()
    return JSONWriter.text(of: value, ofSize: size, &numbering)
  }
}

extension NavigationValue {
  /// Reads one JSON value; fields that are `null` are left out.
  ///
  /// - Throws: `malformed`, with the line and column.
  package init(json: String) throws(NavigationError) { self = try JSONReader.value(json) }

  /// Bytes that ``init(json:)`` takes for a text. Cost: O(text).
  package static func weight(ofJSON text: String) -> Int { JSONReader.weight(of: text) }

  /// The value as one line of JSON, names in order.
  ///
  /// - Throws: `notSerializable` for what JSON has no number for, and for what nests too deep.
  package var json: String { get throws(NavigationError) { try JSONWriter.text(of: self) } }

  /// One line of JSON of any length, for reports. Nothing in it is without JSON.
  package var line: String {
    var numbering = ObjectNumbering()
    return JSONWriter.text(of: self, ofSize: 0, &numbering)
  }

  /// One line of JSON of anything encodable, with its end.
  package static func line(_ value: some Encodable) -> String {
    ((try? NavigationValue(encoding: value)) ?? [:]).line + "\n"
  }

  /// A table of the fields that have a value.
  package static func fields(_ fields: [(String, NavigationValue?)]) -> NavigationValue {
    .table(NavigationArguments(fields.compactMap { name, value in value.map { (name, $0) } }))
  }

  /// A list of strings.
  package static func texts(_ texts: [String]) -> NavigationValue {
    .list(texts.map { .string($0) })
  }
}
