package import Signalbox
package import SignalboxProtocol

/// Answers requests for protocol methods that need neither the engine nor a prompt, such as methods
/// that run scenarios in other processes. A server calls the handler in the isolation of the
/// server's session.
package protocol RequestHandler: AnyObject {
  /// The methods whose requests the handler answers, and the notifications that it sends.
  var methods: [MethodDescription] { get }

  /// Connects the handler to its server, before the first request.
  func begin(_ server: ProtocolServer)

  /// Answers a request.
  ///
  /// - Parameter request: A request for one of the methods. A deferred request is passed again
  ///   whenever the server serves requests.
  /// - Returns: The result, or `nil` to defer the response.
  /// - Throws: The error to send in the response.
  func answer(
    _ request: ProtocolServer.Request
  ) throws(ProtocolError) -> NavigationArguments?
}
