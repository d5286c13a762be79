internal import Signalbox

/// The protocol of hosts and clients; `docs/attach.md` describes it.
///
/// A message is a case of an enumeration: its line contains the name of the case, and its
/// associated values as fields of one table.
package enum AttachProtocol {
  package static let version = 1

  /// The names of associated values without a label.
  private static let unlabeled = ["_0", "_1"]

  /// Returns one line of JSON, with its line ending.
  ///
  /// - Parameter name: The field that contains the name of the case.
  static func frame(_ message: some Encodable, _ name: String, id: Int? = nil) -> [UInt8] {
    var fields = NavigationArguments()
    // No message contains a NaN or deeply nested values.
    if let value = try? NavigationArguments(encoding: message, in: .document("")),
      let field = value.fields.first, case .table(var contents) = field.value
    {
      for place in unlabeled {
        guard case .table(let inner) = contents[place] else { continue }
        contents[place] = nil
        for field in inner.fields { contents[field.name] = field.value }
      }
      fields = contents
      fields[name] = .string(field.name)
    }
    if let id { fields["id"] = .integer(id) }
    return Array((NavigationValue.table(fields).line + "\n").utf8)
  }

  /// Reads a message; unknown fields are left alone.
  static func message<Message: Decodable>(
    _ fields: NavigationArguments, _ name: String
  ) throws(NavigationError) -> Message {
    guard case .string(let word) = fields[name] else {
      let found = fields[name].map { "is \($0.kindName) \($0)" } ?? "is missing"
      throw NavigationError(.malformed, "\(name) \(found), expected a string")
    }
    var contents = fields
    for place in unlabeled { contents[place] = .table(fields) }
    return try NavigationValue.table([word: .table(contents)]).decoded(in: .document(""))
  }
}

/// The rejection of a request.
package struct Rejection: Error, Hashable, Codable, Sendable {
  /// The codes of the protocol.
  package enum Code: String, Hashable, Codable, Sendable, CaseIterable {
    case malformed, tooLong, unknownVerb, badField
    case notAdmitted, badToken, badVersion, full, busy
    case interrupted

    /// Decodes a code; unknown codes of later versions are also rejections.
    package init(from decoder: any Decoder) throws {
      self = Self(rawValue: try String(from: decoder)) ?? .malformed
    }
  }

  /// The request, if known.
  package var id: Int?
  package var code: Code
  /// One sentence.
  package var message: String

  package init(id: Int?, _ code: Code, _ message: String) {
    self.id = id
    self.code = code
    self.message = message
  }
}
