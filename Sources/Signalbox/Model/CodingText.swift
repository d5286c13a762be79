/// The place of an element in a list.
struct PlaceKey: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }
  init?(intValue: Int) { index = intValue }
  init?(stringValue: String) { return nil }

  var intValue: Int? { index }
  var stringValue: String { "[\(index + 1)]" }
}

/// A name in a table.
struct NameKey: CodingKey {
  let stringValue: String

  init(_ name: String) { stringValue = name }
  init?(intValue: Int) { stringValue = String(intValue) }
  init?(stringValue: String) { self.stringValue = stringValue }

  var intValue: Int? { nil }
}

/// Errors of coding in the words of scripts.
enum CodingText {
  /// `order.items[2].price`; places count from 1.
  static func path(_ keys: [any CodingKey]) -> String {
    var text = ""
    for key in keys {
      if key is PlaceKey {
        text += key.stringValue
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text.isEmpty ? "the value" : text
  }

  /// `string "x"`, `integer 7`.
  static func shown(_ value: NavigationValue) -> String { "\(value.kindName) \(value)" }

  /// Whatever an encoding or decoding threw, as a refusal with its path.
  static func error(_ error: any Error) -> NavigationError {
    switch error {
    case let error as NavigationError: return error
    case EncodingError.invalidValue(let value, let context):
      return refusal(context.codingPath, "\(value) cannot be encoded", context.debugDescription)
    case DecodingError.keyNotFound(let key, let context):
      return NavigationError(.badArgument, "\(path(context.codingPath + [key])) is missing")
    case DecodingError.valueNotFound(let type, let context):
      return NavigationError(
        .badArgument, "\(path(context.codingPath)) is missing, expected \(type)")
    case DecodingError.typeMismatch(let type, let context):
      return refusal(context.codingPath, "expected \(type)", context.debugDescription)
    case DecodingError.dataCorrupted(let context):
      return refusal(context.codingPath, context.debugDescription, "")
    default: return NavigationError(.badArgument, String(describing: error))
    }
  }

  private static func refusal(
    _ keys: [any CodingKey], _ text: String, _ detail: String
  ) -> NavigationError {
    NavigationError(.badArgument, "\(path(keys)): \(text)", hint: detail.isEmpty ? nil : detail)
  }
}
