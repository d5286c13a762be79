/// The method `shutdown`, which is the last request of a connection.
public enum ShutdownMethod: ProtocolMethod {
  /// The method has no parameters.
  public typealias Params = NoFields
  /// The method has no result.
  public typealias Result = NoFields

  /// The name of the method.
  public static let name = "shutdown"
  /// Requests for this method are answered even while the host is busy.
  public static let isImmediate = true
  /// A short description of the method.
  public static let summary =
    "Ends the session of the client: its running and waiting requests are cancelled, and the server "
    + "closes the connection after the response. The application continues."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(NoFields())
}
