package import Signalbox

/// The identifier of a request, which its sender chooses.
public enum MessageID: Hashable, Sendable {
  /// An integer, which the response repeats.
  case number(Int)
  /// A string, which the response repeats.
  case text(String)

  /// Creates an identifier from a value. Returns `nil` if the value is neither an integer nor a
  /// string.
  init?(_ value: NavigationValue) {
    switch value {
    case .integer(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .boolean, .number, .list, .table, .object: return nil
    }
  }

  var value: NavigationValue {
    switch self {
    case .number(let number): .integer(number)
    case .text(let text): .string(text)
    }
  }
}

extension MessageID: Codable {
  /// Decodes an integer or a string.
  public init(from decoder: any Decoder) throws {
    let value = try NavigationValue(from: decoder)
    guard let id = MessageID(value) else {
      throw ProtocolError(.badParams, "id is \(value.kindPhrase), expected an integer or a string")
    }
    self = id
  }

  /// Encodes the integer or string.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// A JSON-RPC 2.0 message.
package enum ProtocolMessage: Hashable, Sendable {
  case request(id: MessageID, method: String, params: NavigationArguments)
  case notification(method: String, params: NavigationArguments)
  case result(id: MessageID, NavigationValue)
  /// An error response.
  ///
  /// - Parameter id: The identifier of the request, or `nil` if it is not known.
  case failure(id: MessageID?, ProtocolError)

  /// The reason why a string is not a valid message, and the identifier of the message, if known.
  package struct Fault: Error, Hashable, Sendable {
    package let id: MessageID?
    package let error: ProtocolError
    /// Whether the message is a notification, which has no response.
    package var isNotification = false
  }

  /// Parses a message.
  package init(_ text: String) throws(Fault) {
    let value: NavigationValue
    do throws(NavigationError) {
      value = try NavigationValue(json: text)
    } catch {
      guard let outline = JSONOutline(text) else {
        throw Fault(id: nil, error: ProtocolError(.malformed, error.message))
      }
      throw Self.fault(outline, error)
    }
    guard case .table(let fields) = value else {
      let hint = value.list == nil ? nil : "send one message for each request"
      throw Fault(
        id: nil,
        error: ProtocolError(
          .invalidRequest, "a message must be an object, got \(value.kindPhrase)", hint: hint))
    }
    let id = fields["id"].flatMap { MessageID($0) }
    do throws(ProtocolError) {
      self = try Self.message(fields, id)
    } catch {
      throw Fault(id: id, error: error, isNotification: Self.isNotification { fields[$0] })
    }
  }

  /// Returns a fault that describes why plain data cannot represent a JSON message.
  private static func fault(_ outline: JSONOutline, _ error: NavigationError) -> Fault {
    guard outline.members != nil else {
      return Fault(
        id: nil, error: ProtocolError(.invalidRequest, "a message must be an object"))
    }
    let others = ["jsonrpc", "id", "method"]
    let code: ProtocolError.Code =
      others.allSatisfy(outline.isReadable) && !outline.isReadable("params")
      ? .badParams : .invalidRequest
    return Fault(
      id: outline.value("id").flatMap { MessageID($0) },
      error: ProtocolError(code, error.message),
      isNotification: outline.isReadable("id") && isNotification { outline.value($0) })
  }

  private static func isNotification(_ member: (String) -> NavigationValue?) -> Bool {
    guard case .string? = member("method") else { return false }
    return member("id") == nil && member("jsonrpc") == "2.0"
  }

  private static func message(
    _ fields: NavigationArguments, _ id: MessageID?
  ) throws(ProtocolError) -> ProtocolMessage {
    func invalid(_ message: String) -> ProtocolError { ProtocolError(.invalidRequest, message) }
    guard fields["jsonrpc"] == "2.0" else {
      let found = fields["jsonrpc"].map { "is \($0)" } ?? "is missing"
      throw invalid("jsonrpc \(found), expected \"2.0\"")
    }
    if let value = fields["id"], id == nil {
      throw invalid("id is \(value.kindPhrase), expected an integer or a string")
    }
    if let value = fields["method"] {
      guard case .string(let method) = value else {
        throw invalid("method is \(value.kindPhrase), expected a string")
      }
      try check(fields, ["jsonrpc", "id", "method", "params"])
      let params = fields["params"] ?? [:]
      guard case .table(let params) = params else {
        throw ProtocolError(.badParams, "params is \(params.kindPhrase), expected an object")
      }
      guard let id else { return .notification(method: method, params: params) }
      return .request(id: id, method: method, params: params)
    }
    try check(fields, ["jsonrpc", "id", "result", "error"])
    if let error = fields["error"] { return .failure(id: id, ProtocolError(error)) }
    guard let id, let result = fields["result"] else { throw invalid("method is missing") }
    return .result(id: id, result)
  }

  private static func check(
    _ fields: NavigationArguments, _ known: [String]
  ) throws(ProtocolError) {
    for field in fields.fields where !known.contains(field.name) {
      throw ProtocolError(
        .invalidRequest, "a message has no member \(quotation(field.name))",
        hint: nameHint(for: field.name, in: known))
    }
  }

  /// The message as a single line of JSON.
  ///
  /// - Throws: `notSerializable` if JSON cannot represent a value.
  package var text: String {
    get throws(NavigationError) {
      switch self {
      case .request(let id, let method, let params):
        return try Self.text([
          "id": id.value, "method": .string(method), "params": .table(params),
        ])
      case .notification(let method, let params):
        return try Self.text(["method": .string(method), "params": .table(params)])
      case .result(let id, let result): return try Self.text(["id": id.value, "result": result])
      case .failure(let id, let error):
        let fields: NavigationArguments = ["error": error.value]
        // Plain data cannot represent null, which JSON-RPC requires here.
        guard let id else { return "{\"id\":null," + (try Self.text(fields).dropFirst()) }
        return try Self.text(fields.setting("id", id.value))
      }
    }
  }

  private static func text(_ fields: NavigationArguments) throws(NavigationError) -> String {
    try NavigationValue.table(fields.setting("jsonrpc", "2.0")).json
  }
}

extension NavigationArguments {
  fileprivate func setting(_ name: String, _ value: NavigationValue) -> NavigationArguments {
    var copy = self
    copy[name] = value
    return copy
  }
}
