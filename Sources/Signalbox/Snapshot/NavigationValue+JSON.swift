extension NavigationValue {
  /// Reads one JSON value; fields that are `null` are left out.
  ///
  /// - Throws: `malformed`, with the line and column.
  package init(json: String) throws(NavigationError) { self = try JSONReader.value(json) }

  /// The value as one line of JSON, names in order.
  ///
  /// - Throws: `notSerializable` for what JSON has no number for, and for what nests too deep.
  package var json: String { get throws(NavigationError) { try JSONWriter.text(of: self) } }
}
