/// JSON (RFC 8259), written by hand: reports are small and their keys keep their order.
package enum JSONText {
  /// A value in JSON.
  package indirect enum Value {
    case string(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case list([Value])
    case object([(String, Value?)])
  }

  package static func text(of value: Value) -> String {
    switch value {
    case .string(let text): quoted(text)
    case .integer(let number): String(number)
    case .number(let number): number.isFinite ? String(number) : "null"
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .list(let values): "[" + values.map(text(of:)).joined(separator: ",") + "]"
    case .object(let fields):
      "{"
        + fields.compactMap { name, value in value.map { "\(quoted(name)):\(text(of: $0))" } }
        .joined(separator: ",") + "}"
    }
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          let code = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - code.count) + code
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
