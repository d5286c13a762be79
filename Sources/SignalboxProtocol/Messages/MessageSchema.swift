package import Signalbox

/// Derives the JSON Schemas of messages from the descriptions of their fields.
package enum MessageSchema {
  /// Returns the schema of an object.
  ///
  /// - Parameters:
  ///   - fields: The descriptions of the fields.
  ///   - replacement: A closure that returns a different schema for a kind of value, for example a
  ///     `$ref`, or `nil` to use the default schema. By default, shared objects are repeated
  ///     wherever they occur.
  package static func object(
    _ fields: [MessageField],
    replacing replacement: (MessageField.Kind) -> NavigationValue? = { _ in nil }
  ) -> NavigationValue {
    let properties = fields.map { field -> (String, NavigationValue) in
      var schema = schema(field.kind, replacement).table ?? [:]
      schema["description"] = .string(field.summary)
      return (field.name, .table(schema))
    }
    return [
      "type": "object", "properties": .table(NavigationArguments(properties)),
      "additionalProperties": false,
      "required": .texts(fields.filter { !$0.isOptional }.map(\.name)),
    ]
  }

  private static func schema(
    _ kind: MessageField.Kind, _ replacement: (MessageField.Kind) -> NavigationValue?
  ) -> NavigationValue {
    if let other = replacement(kind) { return other }
    return switch kind {
    case .boolean: ["type": "boolean"]
    case .integer(.min, .max): ["type": "integer"]
    case .integer(let minimum, .max): ["type": "integer", "minimum": .integer(minimum)]
    case .integer(let minimum, let maximum):
      ["type": "integer", "minimum": .integer(minimum), "maximum": .integer(maximum)]
    case .number: ["type": "number"]
    case .string: ["type": "string"]
    case .choice(let words): ["type": "string", "enum": .texts(words)]
    case .identifier: ["type": ["integer", "string"]]
    case .fields(let fields), .shared(_, let fields): object(fields, replacing: replacement)
    case .list(let kind): ["type": "array", "items": schema(kind, replacement)]
    case .table, .state, .call: ["type": "object"]
    case .any: [:]
    case .stringOr(let title, let fields):
      ["anyOf": [["type": "string"], schema(.shared(title, fields), replacement)]]
    }
  }
}
