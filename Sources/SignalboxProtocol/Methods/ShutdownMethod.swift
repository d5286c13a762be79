/// `shutdown`: the last request of a connection.
public enum ShutdownMethod: ProtocolMethod {
  /// No parameters.
  public typealias Params = NoFields
  /// No result.
  public typealias Result = NoFields

  /// The name.
  public static let name = "shutdown"
  /// Answered while the host is busy.
  public static let isImmediate = true
  /// One sentence.
  public static let summary =
    "Ends the session of the client: its waiting requests are cancelled, and the server closes the "
    + "connection after the answer. The application continues."
  /// The example.
  public static let example = MethodExample<Params, Result>(NoFields())
}
