extension NavigationValue {
  /// Creates a value from an encodable value: a table for a keyed container, a list for an unkeyed
  /// container, and otherwise a boolean, an integer, a number or a string. Keys without a value are
  /// omitted.
  ///
  /// ```swift
  /// struct Order: Codable {
  ///   var id: Int
  ///   var notes: [String]
  /// }
  /// let value = try NavigationValue(encoding: Order(id: 42, notes: []))
  /// print(value)  // { id = 42, notes = {} }
  /// ```
  ///
  /// - Parameter value: The value to encode. A value that encodes nothing, such as `nil`, is
  ///   rejected.
  /// - Throws: `badArgument` with the path of an element that scripts cannot represent. Indices in
  ///   the path start at 1, as in scripts: `items[2].quantity`.
  public init(encoding value: some Encodable) throws(NavigationError) {
    try self.init(encoding: value, in: .script)
  }

  /// - Parameter style: The coding style, which determines the fields to omit.
  package init(
    encoding value: some Encodable, in style: CodingStyle
  ) throws(NavigationError) {
    do {
      let encoder = ValueEncoder([], style)
      try encoder.encode(value)
      guard let result = try encoder.value() else {
        throw NavigationError(
          .badArgument, "the value is nil, expected a value",
          hint: "leave it out")
      }
      self = result
    } catch {
      throw style.error(error)
    }
  }

  /// Returns the value as an instance of a Swift type, reversing ``init(encoding:)``.
  ///
  /// An empty table from a script can be decoded as an empty list, and an integer as a
  /// floating-point number.
  ///
  /// - Parameter type: The Swift type to decode. If omitted, the type is inferred.
  /// - Throws: `badArgument` with the path of the mismatched value, the actual value and the
  ///   expected type.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    try decoded(as: type, in: .script)
  }

  /// - Parameter style: The coding style, which determines how errors refer to the value.
  package func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, in style: CodingStyle
  ) throws(NavigationError) -> Value {
    do {
      return try ValueDecoder(self, [], style).decode(type)
    } catch {
      throw style.error(error)
    }
  }
}

extension NavigationArguments {
  /// Converts a keyed value to arguments.
  ///
  /// - Parameter value: A struct, an object or a dictionary with string keys. Each property or
  ///   dictionary entry becomes an argument.
  /// - Throws: `badArgument` for the same reasons as ``NavigationValue/init(encoding:)``, and if
  ///   the value is not keyed.
  public init(encoding value: some Encodable) throws(NavigationError) {
    try self.init(encoding: value, in: .script)
  }

  package init(encoding value: some Encodable, in style: CodingStyle) throws(NavigationError) {
    switch try NavigationValue(encoding: value, in: style) {
    case .table(let fields): self = fields
    case let other:
      throw NavigationError(
        .badArgument, "\(type(of: value)) is \(style.shown(other)), expected named values",
        hint: "encode the arguments from a struct or from a dictionary with string keys")
    }
  }

  /// Returns the arguments as an instance of a Swift type. Each property is decoded from the
  /// argument with the same name.
  ///
  /// - Parameter type: The Swift type to decode. If omitted, the type is inferred.
  /// - Throws: `badArgument` for the same reasons as ``NavigationValue/decoded(as:)``.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    try NavigationValue.table(self).decoded(as: type)
  }
}

extension FinishNotice {
  /// Returns the result that the coordinator passed to `finishFlow`, as an instance of a Swift
  /// type.
  ///
  /// - Parameter type: The Swift type to decode. If omitted, the type is inferred.
  /// - Throws: `badArgument` if there is no result or if the result does not match the type. The
  ///   message contains the finish reason or the path of the mismatched value, respectively.
  public func result<Value: Decodable>(
    as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    guard let result else {
      throw NavigationError(
        .badArgument, "\(self.type) has no result (\(reason.name)), expected \(Value.self)")
    }
    do throws(NavigationError) {
      return try result.decoded(as: type)
    } catch {
      throw NavigationError(
        error.code, "the result of \(self.type) is not of type \(Value.self): \(error.message)",
        hint: error.hint)
    }
  }
}
