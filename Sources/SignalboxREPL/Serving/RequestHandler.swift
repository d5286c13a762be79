package import Signalbox
package import SignalboxProtocol

/// Answers methods of the protocol that need neither the engine nor a prompt, such as runs in other
/// processes. A server calls it in the isolation of its session.
package protocol RequestHandler: AnyObject {
  /// The methods that the handler answers, and the notifications that it sends.
  var methods: [MethodDescription] { get }

  /// Connects the handler to its server, before the first request.
  func begin(_ server: ProtocolServer)

  /// Answers a request.
  ///
  /// - Parameter request: A request for one of the methods. A deferred request is passed again each
  ///   time the server serves.
  /// - Returns: The result, or `nil` to defer the response.
  /// - Throws: The error of the response.
  func answer(
    _ request: ProtocolServer.Request
  ) throws(ProtocolError) -> NavigationArguments?
}
