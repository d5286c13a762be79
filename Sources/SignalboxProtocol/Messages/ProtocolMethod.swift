public import Signalbox

/// A method of the protocol: its name, its values, and one sentence.
///
/// A method that the engine answers also conforms to ``EngineMethod``. To add a method, add a file
/// to this folder and its name to ``MethodCatalog``.
public protocol ProtocolMethod: Sendable {
  /// The parameters.
  associatedtype Params: MessageFields
  /// The result; ``NoFields`` for a notification.
  associatedtype Result: MessageFields

  /// The name, such as `state/get`.
  static var name: String { get }
  /// Who sends it, and whether it is answered.
  static var kind: MethodKind { get }
  /// The first version of the protocol that has it.
  static var since: Int { get }
  /// Whether it is answered on the thread of the transport, also while the host is busy.
  static var isImmediate: Bool { get }
  /// One sentence for the documentation.
  static var summary: String { get }
  /// Parameters and a result, as the documentation shows them.
  static var example: MethodExample<Params, Result> { get }
}

extension ProtocolMethod {
  /// A request of a client.
  public static var kind: MethodKind { .request }
  /// The first version.
  public static var since: Int { 1 }
  /// Answered in a turn of the host.
  public static var isImmediate: Bool { false }
}

/// Who sends a method, and whether it is answered.
public enum MethodKind: String, Hashable, Sendable, CaseIterable {
  /// A client sends it, and the server answers.
  case request
  /// A client sends it, and there is no answer.
  case clientNotification
  /// The server sends it, and there is no answer.
  case serverNotification
}

/// A call of a method for the documentation.
public struct MethodExample<Params: MessageFields, Result: MessageFields>: Sendable {
  /// The parameters.
  public let params: Params
  /// Requests that are sent before it, as lines of JSON with a method and params.
  public let before: [String]

  /// Creates an example.
  ///
  /// - Parameters:
  ///   - params: The parameters.
  ///   - before: Requests that are sent before it, as JSON objects with `method` and `params`.
  public init(_ params: Params, after before: [String] = []) {
    (self.params, self.before) = (params, before)
  }
}

/// A method that needs only an engine.
public protocol EngineMethod: ProtocolMethod {
  /// Answers a request.
  ///
  /// - Parameters:
  ///   - params: The parameters, with known names and of the right kinds.
  ///   - context: The engine, outside its callbacks, and the client.
  /// - Returns: The result, or `nil` if the request cannot be answered yet: it is tried again in
  ///   later turns of the server.
  /// - Throws: Why the request failed. The state is then unchanged.
  static func answer(_ params: Params, in context: EngineContext) throws(ProtocolError) -> Result?
}

/// What methods of the engine work with.
public struct EngineContext {
  /// The engine.
  public let engine: NavigationEngine
  /// The client that has sent the request.
  package let client: EngineClient
}

/// The description of a method, for documentation and dispatching.
public struct MethodDescription: Sendable {
  /// The name, such as `state/get`.
  public let name: String
  /// Who sends it, and whether it is answered.
  public let kind: MethodKind
  /// The first version of the protocol that has it.
  public let since: Int
  /// Whether it is answered on the thread of the transport, also while the host is busy.
  public let isImmediate: Bool
  /// One sentence.
  public let summary: String
  /// The fields of its parameters.
  public let params: [MessageField]
  /// The fields of its result.
  public let result: [MessageField]
  /// The titles of its parameters and its result, if the documentation describes them once.
  package let titles: (params: String?, result: String?)
  /// The parameters of its example.
  package let example: NavigationArguments
  /// Requests that the example needs.
  package let before: [String]
  /// Answers a request; `nil` if something else than the engine does.
  package let answer:
    (@Sendable (NavigationArguments, EngineContext) throws(ProtocolError) -> NavigationArguments?)?

  /// Describes a method that something else than the engine answers.
  ///
  /// - Parameter method: The method.
  public init<Method: ProtocolMethod>(_ method: Method.Type) { self.init(method, answer: nil) }

  /// Describes a method that the engine answers.
  ///
  /// - Parameter method: The method.
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
    isImmediate = method.isImmediate
    (params, result) = (Method.Params.fields, Method.Result.fields)
    titles = (Method.Params.title, Method.Result.title)
    // Examples are plain data, which a test writes.
    example = (try? method.example.params.message) ?? [:]
    before = method.example.before
    self.answer = answer
  }
}
