public import Signalbox

/// A method of the protocol: its name, its parameters and result, and a summary.
///
/// A method whose requests the engine answers also conforms to ``EngineMethod``. To add a method,
/// add a file to the folder `Methods` and an entry to ``MethodCatalog``.
public protocol ProtocolMethod: Sendable {
  /// The parameters of the method.
  associatedtype Params: MessageFields
  /// The result of the method, or ``NoFields`` for a notification.
  associatedtype Result: MessageFields

  /// The name of the method, such as `state/get`.
  static var name: String { get }
  /// Whether the method is a request or a notification, and whether the client or the server sends
  /// it.
  static var kind: MethodKind { get }
  /// The first version of the protocol that contains the method.
  static var since: Int { get }
  /// Whether the server answers requests for the method on the transport's thread, even while the
  /// host is busy.
  static var isImmediate: Bool { get }
  /// Whether the server passes requests for the method to the host on the transport's thread,
  /// because the host can answer them even while it is busy.
  static var isUrgent: Bool { get }
  /// A short description for the documentation.
  static var summary: String { get }
  /// An example call for the documentation.
  static var example: MethodExample<Params, Result> { get }
}

extension ProtocolMethod {
  /// The default is a request sent by a client.
  public static var kind: MethodKind { .request }
  /// The default is the first version.
  public static var since: Int { 1 }
  /// The default is `false`: a request is answered when the host handles requests.
  public static var isImmediate: Bool { false }
  /// The default is `false`: the request waits for earlier requests.
  public static var isUrgent: Bool { false }
}

/// Whether a method is a request or a notification, and whether the client or the server sends it.
public enum MethodKind: String, Hashable, Sendable, CaseIterable {
  /// A request that a client sends and to which the server responds.
  case request
  /// A notification that a client sends. It has no response.
  case clientNotification
  /// A notification that the server sends. It has no response.
  case serverNotification
}

/// An example of a method call, for the documentation.
public struct MethodExample<Params: MessageFields, Result: MessageFields>: Sendable {
  /// The parameters of the call.
  public let params: Params
  /// The requests that are sent before the call, as JSON objects with `method` and `params`.
  public let before: [String]

  /// Creates an example.
  ///
  /// - Parameters:
  ///   - params: The parameters of the call.
  ///   - before: The requests that are sent before the call, as JSON objects with `method` and
  ///     `params`.
  public init(_ params: Params, after before: [String] = []) {
    (self.params, self.before) = (params, before)
  }
}

/// A method that requires only an engine.
public protocol EngineMethod: ProtocolMethod {
  /// Answers a request.
  ///
  /// - Parameters:
  ///   - params: The parameters, whose names and kinds have been checked.
  ///   - context: The engine and the client. The engine is not running a callback.
  /// - Returns: The result, or `nil` if the request cannot be answered yet. In this case,
  ///   ``EngineService`` calls this method again later.
  /// - Throws: The reason why the request failed. If this method throws, the state is unchanged.
  static func answer(_ params: Params, in context: EngineContext) throws(ProtocolError) -> Result?
}

/// The engine and the client on which engine methods operate.
public struct EngineContext {
  /// The engine.
  public let engine: NavigationEngine
  /// The client that sent the request.
  package let client: EngineClient
}

/// The description of a method, which is used for documentation and dispatch.
public struct MethodDescription: Sendable {
  /// The name of the method, such as `state/get`.
  public let name: String
  /// Whether the method is a request or a notification, and whether the client or the server sends
  /// it.
  public let kind: MethodKind
  /// The first version of the protocol that contains the method.
  public let since: Int
  /// Whether the server answers requests for the method on the transport's thread, even while the
  /// host is busy.
  public let isImmediate: Bool
  /// Whether the host can answer requests for the method even while it is busy.
  public let isUrgent: Bool
  /// A short description of the method.
  public let summary: String
  /// Descriptions of the fields of the parameters.
  public let params: [MessageField]
  /// Descriptions of the fields of the result.
  public let result: [MessageField]
  /// The titles of the parameters and the result, if the documentation describes these values only
  /// once.
  package let titles: (params: String?, result: String?)
  /// The parameters of the example.
  package let example: NavigationArguments
  /// The requests that are sent before the example.
  package let before: [String]
  /// The closure that answers a request, or `nil` if the engine does not answer requests for the
  /// method.
  package let answer:
    (@Sendable (NavigationArguments, EngineContext) throws(ProtocolError) -> NavigationArguments?)?

  /// Creates the description of a method whose requests the engine does not answer.
  ///
  /// - Parameter method: The method to describe.
  public init<Method: ProtocolMethod>(_ method: Method.Type) { self.init(method, answer: nil) }

  /// Creates the description of a method whose requests the engine answers.
  ///
  /// - Parameter method: The method to describe.
  public init<Method: EngineMethod>(engine method: Method.Type) {
    self.init(method) { params, context throws(ProtocolError) in
      let params = try Method.Params(message: params, in: "params")
      guard let result = try method.answer(params, in: context) else { return nil }
      do throws(NavigationError) { return try result.message } catch { throw ProtocolError(error) }
    }
  }

  private init<Method: ProtocolMethod>(
    _ method: Method.Type,
    answer: (
      @Sendable (NavigationArguments, EngineContext) throws(ProtocolError) -> NavigationArguments?
    )?
  ) {
    (name, kind, since, summary) = (method.name, method.kind, method.since, method.summary)
    (isImmediate, isUrgent) = (method.isImmediate, method.isUrgent)
    (params, result) = (Method.Params.fields, Method.Result.fields)
    titles = (Method.Params.title, Method.Result.title)
    // The parameters of examples are plain data, so the conversion cannot fail.
    example = (try? method.example.params.message) ?? [:]
    before = method.example.before
    self.answer = answer
  }
}
