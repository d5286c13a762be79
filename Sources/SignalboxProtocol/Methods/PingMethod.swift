/// The method `ping`, which checks whether the server is responsive.
public enum PingMethod: ProtocolMethod {
  /// The method has no parameters.
  public typealias Params = NoFields
  /// The method has no result.
  public typealias Result = NoFields

  /// The name of the method.
  public static let name = "ping"
  /// Requests for this method are answered even while the host is busy.
  public static let isImmediate = true
  /// A short description of the method.
  public static let summary =
    "Returns an empty result immediately, even while a script or another request is running."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(NoFields())
}
