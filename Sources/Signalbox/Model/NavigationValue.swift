/// A value in a route, a result or a link: either plain data, which is the same in Swift, Lua and
/// JSON, or an object that is passed by reference.
public enum NavigationValue: Hashable, Sendable {
  /// `true` or `false`.
  case boolean(Bool)
  /// An integer. As in Lua, integers and floating-point numbers are different types.
  case integer(Int)
  /// A floating-point number.
  case number(Double)
  /// A string of Unicode text.
  case string(String)
  /// A list of values. In Lua, the list is a table with the keys 1, 2 and so on.
  case list([NavigationValue])
  /// Values with names, such as the arguments of a route. In JSON, the table is an object.
  case table(NavigationArguments)
  /// An object of the host or of a script, which is passed by reference.
  case object(NavigationObject)

  /// The name of the value's kind in scripts: `boolean`, `integer`, `number`, `string`, `table` or
  /// `object`.
  public var kindName: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .list, .table: "table"
    case .object: "object"
    }
  }

  /// The kind with its indefinite article for messages, such as `a string` or `an integer`.
  package var kindPhrase: String {
    "aeiou".contains(kindName.prefix(1)) ? "an \(kindName)" : "a \(kindName)"
  }
}

extension NavigationValue: CustomStringConvertible {
  /// The value as Lua source, with the fields of tables sorted by name. An object without a factory
  /// has no Lua source and is represented by its type in angle brackets.
  public var description: String {
    switch self {
    case .boolean(let value): return value ? "true" : "false"
    // The least integer has no decimal literal in Lua, because its digits overflow before the sign
    // is applied.
    case .integer(let value): return value == .min ? "math.mininteger" : String(value)
    case .number(let value): return literal(value)
    case .string(let value): return quoted(value)
    case .list(let values) where values.isEmpty: return "{}"
    case .list(let values): return "{ " + values.map(\.description).joined(separator: ", ") + " }"
    case .table(let fields): return fields.description
    case .object(let object): return object.description
    }
  }
}

extension NavigationValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a boolean from a literal.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Creates an integer from a literal.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a number from a literal.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a string from a literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a list from a literal.
  public init(arrayLiteral elements: NavigationValue...) { self = .list(elements) }
  /// Creates a table from a literal.
  public init(dictionaryLiteral elements: (String, NavigationValue)...) {
    self = .table(NavigationArguments(elements))
  }
}

/// Returns a floating-point number as Lua source. Infinities and NaN are written as expressions,
/// because Lua has no literals for them.
private func literal(_ value: Double) -> String {
  if value.isNaN { return "(0/0)" }
  if value.isInfinite { return value > 0 ? "math.huge" : "-math.huge" }
  return String(value)
}

/// Returns a string in double quotes, with Lua's escape sequences.
func quoted(_ text: String) -> String { "\"" + luaEscaped(text, quote: "\"") + "\"" }

/// Returns a string with Lua's escape sequences, for a literal in quotes of the given kind.
package func luaEscaped(_ text: String, quote: Unicode.Scalar) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case quote:
      result += "\\"
      result.unicodeScalars.append(quote)
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    default:
      if scalar.value < 0x20 || scalar.value == 0x7F {
        let code = String(scalar.value)
        result += "\\" + String(repeating: "0", count: 3 - code.count) + code
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
  return result
}

extension NavigationValue {
  package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  package var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  package var number: Double? { if case .number(let value) = self { value } else { nil } }
  package var text: String? { if case .string(let value) = self { value } else { nil } }
  package var list: [NavigationValue]? { if case .list(let value) = self { value } else { nil } }
  package var table: NavigationArguments? {
    if case .table(let value) = self { value } else { nil }
  }
}
