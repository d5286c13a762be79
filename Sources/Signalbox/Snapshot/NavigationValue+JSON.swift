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
}
