package import Signalbox

/// The reason why a request failed: a JSON-RPC error with a stable code in its data.
public struct ProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error codes of the protocol. Requests can also fail with the codes of the engine and of
  /// scripts.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The message is not valid JSON, or its framing or contents cannot be decoded.
    case malformed
    /// The message is JSON, but not a JSON-RPC message.
    case invalidRequest
    /// The method does not exist, or is not part of the version in use.
    case unknownMethod
    /// The parameters are not valid for the method.
    case badParams
    /// The first request was not `initialize`, or `initialize` was sent twice.
    case notInitialized
    /// The token does not match.
    case badToken
    /// The client and the server have no common version.
    case badVersion
    /// The message, the response or the incomplete input is longer than the limit.
    case tooLong
    /// The maximum number of clients has been reached.
    case full
    /// Too many requests from the client are waiting, or another client is debugging the session.
    case busy
    /// The debugger of the session cannot perform the request now, or at all.
    case debuggerRejected
    /// The client cancelled the request.
    case cancelled
    /// The time limit of a request was exceeded. Changes that the request had already made remain
    /// in effect.
    case timeout
    /// The other side has been silent for too long.
    case timedOut
    /// The connection has ended.
    case disconnected
  }

  /// The stable code, such as `badParams` or `unknownRoute`.
  public var code: String
  /// A description of the error, which names the invalid value, if any, and the expected value.
  public var message: String
  /// A suggested fix, or `nil` if the fix follows from the message.
  public var hint: String?

  /// Creates an error with a protocol code.
  ///
  /// - Parameters:
  ///   - code: The reason.
  ///   - message: A description of the error, which names the invalid value, if any, and the
  ///     expected value, in lower case and without a period.
  ///   - hint: A suggested fix, or `nil` if the fix follows from the message.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.init(code: code.rawValue, message, hint: hint)
  }

  /// Creates an error with an engine or script error code.
  ///
  /// - Parameters:
  ///   - code: The stable code.
  ///   - message: A one-sentence description in lower case and without a period.
  ///   - hint: A suggested fix, or `nil` if the fix follows from the message.
  public init(code: String, _ message: String, hint: String? = nil) {
    (self.code, self.message, self.hint) = (code, message, hint)
  }

  /// The message, followed by the hint if there is one.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }

  /// Returns whether the error has the given protocol code.
  package func isCode(_ code: Code) -> Bool { self.code == code.rawValue }

  /// Whether the connection ends if the server sends this error after `initialize` without
  /// referring to a request.
  var endsConnection: Bool {
    switch Code(rawValue: code) {
    case .badToken, .badVersion, .full, .timedOut, .disconnected: true
    case .tooLong, .malformed, .invalidRequest, .unknownMethod, .badParams, .notInitialized, .busy,
      .debuggerRejected, .cancelled, .timeout, nil:
      false
    }
  }

  /// The JSON-RPC 2.0 error code. The range from -32099 to -32000 is reserved for servers, and
  /// -32800 is defined by the Language Server Protocol.
  package var number: Int {
    switch Code(rawValue: code) {
    case .malformed: -32700
    case .invalidRequest: -32600
    case .unknownMethod: -32601
    case .badParams: -32602
    case .notInitialized: -32002
    case .cancelled: -32800
    case .badToken, .badVersion, .tooLong, .full, .busy, .debuggerRejected, .timeout, .timedOut,
      .disconnected, nil:
      -32000
    }
  }
}

extension ProtocolError {
  /// Calls a closure and converts an error that the closure throws into a protocol error.
  static func translating<Value>(
    _ body: () throws(NavigationError) -> Value
  ) throws(ProtocolError) -> Value {
    do throws(NavigationError) {
      return try body()
    } catch {
      throw ProtocolError(error)
    }
  }

  package init(_ error: NavigationError) {
    self.init(code: error.code.name, error.message, hint: error.hint)
  }

  /// The fields of the error in a response.
  package static let fields: [MessageField] = [
    MessageField(
      "code", .integer(minimum: .min), "the numeric error code, such as -32601"),
    MessageField("message", .string, "a description of the error"),
    MessageField(
      "data",
      .fields([
        MessageField("code", .string, "the stable code"),
        MessageField("hint", .string, optional: true, "a suggestion"),
      ]), "the stable code, and a suggestion if the user can correct the error"),
  ]

  /// The error as JSON.
  var value: NavigationValue {
    .table([
      "code": .integer(number), "message": .string(message),
      "data": .fields([("code", .string(code)), ("hint", hint.map { .string($0) })]),
    ])
  }

  /// Creates an error from the error object of a response. If the object contains no stable code,
  /// the numeric code is used instead.
  init(_ value: NavigationValue) {
    let data = value.table?["data"]?.table
    self.init(
      code: data?["code"]?.text ?? value.table?["code"]?.integer.map(String.init) ?? "",
      value.table?["message"]?.text ?? "", hint: data?["hint"]?.text)
  }
}
