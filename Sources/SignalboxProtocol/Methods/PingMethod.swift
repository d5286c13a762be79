/// `ping`: whether the server is alive.
public enum PingMethod: ProtocolMethod {
  /// No parameters.
  public typealias Params = NoFields
  /// No result.
  public typealias Result = NoFields

  /// The name.
  public static let name = "ping"
  /// Answered while the host is busy.
  public static let isImmediate = true
  /// One sentence.
  public static let summary =
    "Is answered at once, also while a script or another request runs."
  /// The example.
  public static let example = MethodExample<Params, Result>(NoFields())
}
