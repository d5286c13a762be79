package import Signalbox

/// A value in a message: parameters, a result, or a value that they contain.
public protocol MessageFields: Codable, Hashable, Sendable {
  /// Descriptions of the fields, in the order in which the documentation lists them.
  static var fields: [MessageField] { get }
  /// The title under which the documentation describes the value once, or `nil` to describe the
  /// value with each method.
  static var title: String? { get }
}

extension MessageFields {
  /// The default is `nil`: the documentation describes the value with each method.
  public static var title: String? { nil }
}

/// The description of a message field: its name, the kind of its value, and a summary.
public struct MessageField: Sendable {
  /// The kinds of values.
  public indirect enum Kind: Sendable {
    /// `true` or `false`.
    case boolean
    /// An integer between the minimum and the maximum. The value `Int.min` means that there is no
    /// minimum, and `Int.max` that there is no maximum.
    case integer(minimum: Int, maximum: Int = .max)
    /// An integer or a floating-point number.
    case number
    /// Any string.
    case string
    /// One of the given strings.
    case choice([String])
    /// An integer or a string.
    case identifier
    /// An object with the given fields.
    case fields([MessageField])
    /// An array whose elements all have the given kind.
    case list(Kind)
    /// An object whose field names the application chooses.
    case table
    /// Any JSON value.
    case any
    /// An object that the documentation describes once, with a title.
    case shared(String, [MessageField])
    /// A string, or an object that the documentation describes once, with a title.
    case stringOr(String, [MessageField])
    /// A saved state, which has its own schema.
    case state
    /// A call in its recorded form. See ``CallFields``.
    case call
  }

  /// The name of the field in JSON.
  public let name: String
  /// The kind of value.
  public let kind: Kind
  /// Whether the field may be omitted.
  public let isOptional: Bool
  /// A one-sentence description without a period.
  public let summary: String

  /// Creates the description of a field.
  ///
  /// - Parameters:
  ///   - name: The name of the field in JSON.
  ///   - kind: The kind of value.
  ///   - isOptional: Whether the field may be omitted.
  ///   - summary: A one-sentence description in lower case and without a period.
  public init(_ name: String, _ kind: Kind, optional isOptional: Bool = false, _ summary: String) {
    (self.name, self.kind, self.isOptional, self.summary) = (name, kind, isOptional, summary)
  }
}

/// Empty parameters or an empty result.
public struct NoFields: MessageFields {
  /// An empty array, because the value has no fields.
  public static var fields: [MessageField] { [] }

  /// Creates an empty value.
  public init() {}
}

extension MessageFields {
  /// Creates a value from the fields of a message. Unknown field names are rejected.
  ///
  /// - Parameter root: The path of the value in error messages.
  /// - Throws: `badParams` if a name is unknown or a value is invalid.
  package init(message fields: NavigationArguments, in root: String) throws(ProtocolError) {
    try MessageField.check(fields, Self.fields, root)
    do throws(NavigationError) {
      self = try NavigationValue.table(fields).decoded(in: .document(root))
    } catch {
      throw ProtocolError(.badParams, error.message, hint: error.hint)
    }
  }

  /// The value as a JSON object. Empty fields are omitted.
  package var message: NavigationArguments {
    get throws(NavigationError) {
      Self.fields.isEmpty ? [:] : try NavigationArguments(encoding: self, in: .document(""))
    }
  }
}

extension MessageField {
  /// Checks the field names and the kinds of values in an object and its nested objects.
  ///
  /// - Throws: `badParams` with the path of the first invalid name or value.
  static func check(
    _ table: NavigationArguments, _ fields: [MessageField], _ path: String
  ) throws(ProtocolError) {
    for member in table.fields {
      guard let field = fields.first(where: { $0.name == member.name }) else {
        throw ProtocolError(
          .badParams, "\(path) has no field \(quotation(member.name))",
          hint: nameHint(for: member.name, in: fields.map(\.name)) ?? "it has no fields")
      }
      try field.kind.check(member.value, "\(path).\(member.name)")
    }
  }
}

extension MessageField.Kind {
  /// Checks that a value has this kind, including the names and values in nested objects.
  fileprivate func check(_ value: NavigationValue, _ path: String) throws(ProtocolError) {
    switch (self, value) {
    case (.fields(let fields), .table(let table)), (.shared(_, let fields), .table(let table)),
      (.stringOr(_, let fields), .table(let table)):
      try MessageField.check(table, fields, path)
    case (.list(let kind), .list(let values)):
      for (index, value) in values.enumerated() { try kind.check(value, "\(path)[\(index)]") }
    case (.boolean, .boolean), (.string, .string), (.stringOr, .string), (.table, .table): break
    case (.identifier, .integer), (.identifier, .string), (.any, _), (.state, .table): break
    case (.number, .integer), (.number, .number): break
    case (.call, .table(let table)): try MessageField.check(table, CallFields.fields, path)
    case (.integer(let minimum, let maximum), .integer(let number))
    where (minimum...maximum).contains(number): break
    case (.choice(let names), .string(let name)) where names.contains(name): break
    default:
      let shown = String(value.description.prefix(60))
      throw ProtocolError(
        .badParams, "\(path) is \(value.kindName) \(shown), expected \(expectation)")
    }
  }

  /// Returns the kind of a step index or a line number. The maximum is one billion, so that the
  /// numbers of later steps or lines can always be represented.
  package static func index(minimum: Int) -> Self {
    .integer(minimum: minimum, maximum: 1_000_000_000)
  }

  /// A description of the expected kind for error messages, such as `an integer`.
  package var expectation: String {
    switch self {
    case .boolean: "true or false"
    case .integer(.min, .max): "an integer"
    case .integer(let minimum, .max): "an integer of at least \(minimum)"
    case .integer(let minimum, let maximum): "an integer from \(minimum) to \(maximum)"
    case .number: "a number"
    case .string: "a string"
    case .choice(let names): names.map { "\"\($0)\"" }.joined(separator: " or ")
    case .identifier: "an integer or a string"
    case .fields, .shared, .table: "an object"
    case .list: "a list"
    case .any: "a value"
    case .stringOr: "a string or an object"
    case .state: "a saved state"
    case .call: "a call"
    }
  }
}
