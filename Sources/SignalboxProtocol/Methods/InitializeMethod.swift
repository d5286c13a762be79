internal import Signalbox

/// The method `initialize`, which is the first request of a connection.
public enum InitializeMethod: ProtocolMethod {
  /// The name and version of a program.
  public struct Program: MessageFields {
    /// The name of the program.
    public var name: String
    /// The version of the program, or `nil` if it is unknown.
    public var version: String?

    /// Descriptions of the fields.
    public static let fields = [
      MessageField("name", .string, "the program name"),
      MessageField("version", .string, optional: true, "the program version"),
    ]

    /// Creates a program description.
    ///
    /// - Parameters:
    ///   - name: The name, which is visible to other clients.
    ///   - version: The version, or `nil` if it is unknown.
    public init(name: String, version: String? = nil) {
      (self.name, self.version) = (name, version)
    }

    /// Throws an error if the name or version contains control characters, because other clients
    /// would print them in their terminals.
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

  /// The parameters of the method.
  public struct Params: MessageFields {
    /// The protocol versions that the client supports.
    public var versions: [Int]
    /// The client's program.
    public var client: Program
    /// The token of the server, or `nil` if the server requires none.
    public var token: String?

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "versions", .list(.integer(minimum: 1)), "the protocol versions that the client supports"
      ),
      MessageField("client", .fields(Program.fields), "the client"),
      MessageField("token", .string, optional: true, "the token of the server, if required"),
    ]

    /// Creates the parameters.
    ///
    /// - Parameters:
    ///   - client: The client's program.
    ///   - token: The token of the server, or `nil` if the server requires none.
    ///   - versions: The protocol versions that the client supports.
    public init(
      client: Program, token: String? = nil, versions: [Int] = Array(ProtocolVersion.all)
    ) {
      (self.client, self.token, self.versions) = (client, token, versions)
    }
  }

  /// The result of the method.
  public struct Result: MessageFields {
    /// The protocol version of the connection, which is the highest version that both sides
    /// support.
    public var version: Int
    /// The server's program.
    public var server: Program
    /// The number that identifies this client to other clients.
    public var client: Int
    /// The names of all methods of the protocol version, including notifications.
    public var methods: [String]
    /// The maximum length of a message to the server, in bytes.
    public var maxMessage: Int

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "version", .integer(minimum: 1),
        "the protocol version of the session, which is the highest version that both programs "
          + "support"),
      MessageField("server", .fields(Program.fields), "the server"),
      MessageField(
        "client", .integer(minimum: 1), "the number that identifies this client to other clients"),
      MessageField("methods", .list(.string), "the methods of the server in this version"),
      MessageField(
        "maxMessage", .integer(minimum: 1),
        "the maximum length of a message to the server, in bytes"),
    ]
  }

  /// The name of the method.
  public static let name = "initialize"
  /// Requests for this method are answered even while the host is busy.
  public static let isImmediate = true
  /// A short description of the method.
  public static let summary =
    "Begins a session. This must be the first request of a connection."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(
    Params(client: Program(name: "editor", version: "1.0"), token: "secret"))
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }

  /// The number in hexadecimal notation, with at least four digits.
  fileprivate var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// The versions of the protocol.
public enum ProtocolVersion {
  /// The versions that this library supports.
  public static let all = 1...1
}
