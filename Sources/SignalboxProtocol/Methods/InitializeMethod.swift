internal import Signalbox

/// `initialize`: the first request of a connection.
public enum InitializeMethod: ProtocolMethod {
  /// The name and version of a program.
  public struct Program: MessageFields {
    /// The name.
    public var name: String
    /// The version, if it has one.
    public var version: String?

    /// The description of the values.
    public static let fields = [
      MessageField("name", .string, "its name"),
      MessageField("version", .string, optional: true, "its version"),
    ]

    /// Names a program.
    ///
    /// - Parameters:
    ///   - name: The name that other clients see.
    ///   - version: The version; `nil` if it has none.
    public init(name: String, version: String? = nil) {
      (self.name, self.version) = (name, version)
    }

    /// Rejects control characters, which other clients would show in their terminals.
    func check(in path: String) throws(ProtocolError) {
      for (field, text) in [("name", name), ("version", version ?? "")] {
        guard let scalar = text.unicodeScalars.first(where: \.isControl) else { continue }
        throw ProtocolError(
          .badParams,
          "\(path).\(field) contains the control character U+\(scalar.hexadecimal), expected "
            + "printable text")
      }
    }
  }

  /// The parameters.
  public struct Params: MessageFields {
    /// The versions of the protocol that the client speaks.
    public var versions: [Int]
    /// The client.
    public var client: Program
    /// The token of the server, if it has one.
    public var token: String?

    /// The description of the values.
    public static let fields = [
      MessageField(
        "versions", .list(.integer(least: 1)), "the versions of the protocol that the client speaks"
      ),
      MessageField("client", .fields(Program.fields), "the client"),
      MessageField("token", .string, optional: true, "the token of the server, if it needs one"),
    ]

    /// Creates parameters.
    ///
    /// - Parameters:
    ///   - client: The name of the client.
    ///   - token: The token of the server, if it needs one.
    ///   - versions: The versions of the protocol that the client speaks.
    public init(
      client: Program, token: String? = nil, versions: [Int] = Array(ProtocolVersion.all)
    ) {
      (self.client, self.token, self.versions) = (client, token, versions)
    }
  }

  /// The result.
  public struct Result: MessageFields {
    /// The version that both speak from now on: the highest that they have in common.
    public var version: Int
    /// The server.
    public var server: Program
    /// The number of this client for other clients.
    public var client: Int
    /// The methods that the server answers, and its notifications.
    public var methods: [String]
    /// The maximum length of a message to the server, in bytes.
    public var maxMessage: Int

    /// The description of the values.
    public static let fields = [
      MessageField(
        "version", .integer(least: 1),
        "the version of the protocol from now on: the highest that both speak"),
      MessageField("server", .fields(Program.fields), "the server"),
      MessageField("client", .integer(least: 1), "the number of this client for other clients"),
      MessageField("methods", .list(.string), "the methods of this server in that version"),
      MessageField(
        "maxMessage", .integer(least: 1),
        "the maximum length of a message to the server, in bytes"),
    ]
  }

  /// The name.
  public static let name = "initialize"
  /// Answered while the host is busy.
  public static let isImmediate = true
  /// One sentence.
  public static let summary =
    "Begins a session. It is the first request of a connection; the server answers no other before "
    + "it."
  /// The example.
  public static let example = MethodExample<Params, Result>(
    Params(client: Program(name: "editor", version: "1.0"), token: "secret"))
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }

  /// The number as at least four digits.
  fileprivate var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// The versions of the protocol.
public enum ProtocolVersion {
  /// The versions that this library speaks.
  public static let all = 1...1
}
