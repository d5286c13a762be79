extension NavigationValue {
  /// What an encodable value looks like to scripts: a table for what has names, a list for what has
  /// places, else a boolean, an integer, a number or a string. Names without a value are left out.
  ///
  /// ```swift
  /// struct Order: Codable { var id: Int; var notes: [String] }
  /// try NavigationValue(encoding: Order(id: 42, notes: []))  // { id = 42, notes = {} }
  /// ```
  ///
  /// - Throws: `badArgument` with the path of what no value stands for, counted as scripts do:
  ///   `items[2].quantity`.
  public init(encoding value: some Encodable) throws(NavigationError) {
    try self.init(encoding: value, in: .script)
  }

  /// - Parameter style: What is left out.
  package init(
    encoding value: some Encodable, in style: CodingStyle
  ) throws(NavigationError) {
    do {
      let encoder = ValueEncoder([], style)
      try encoder.encode(value)
      guard let result = try encoder.value() else {
        throw NavigationError(
          .badArgument, "the value is nothing, expected one that holds something",
          hint: "leave it out")
      }
      self = result
    } catch {
      throw style.error(error)
    }
  }

  /// The value as a Swift type, as ``init(encoding:)`` would have written it.
  ///
  /// An empty table of a script is an empty list as well, and an integer is a number.
  ///
  /// - Throws: `badArgument` with the path of what does not fit, what came and what was expected.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    try decoded(as: type, in: .script)
  }

  /// - Parameter style: How errors name the value.
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
  /// The named values of an encodable value.
  ///
  /// - Throws: as ``NavigationValue/init(encoding:)`` does, and where the value has no names.
  public init(encoding value: some Encodable) throws(NavigationError) {
    try self.init(encoding: value, in: .script)
  }

  package init(encoding value: some Encodable, in style: CodingStyle) throws(NavigationError) {
    switch try NavigationValue(encoding: value, in: style) {
    case .table(let fields): self = fields
    case let other:
      throw NavigationError(
        .badArgument, "\(type(of: value)) is \(style.shown(other)), expected named values",
        hint: "arguments come from a struct or a dictionary with text keys")
    }
  }

  /// The values as a Swift type, each under the name of its property.
  ///
  /// - Throws: as ``NavigationValue/decoded(as:)`` does.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    try NavigationValue.table(self).decoded(as: type)
  }
}

extension FinishNotice {
  /// What the coordinator gave to `finishFlow`, as a Swift type.
  ///
  /// - Throws: `badArgument` where it gave nothing, or something else; the message says why it is
  ///   gone, and the path of what does not fit.
  public func result<Value: Decodable>(
    as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    guard let result else {
      throw NavigationError(
        .badArgument, "\(self.type) gave no result (\(reason.name)), expected \(Value.self)")
    }
    do throws(NavigationError) {
      return try result.decoded(as: type)
    } catch {
      throw NavigationError(
        error.code, "the result of \(self.type) is no \(Value.self): \(error.message)",
        hint: error.hint)
    }
  }
}
