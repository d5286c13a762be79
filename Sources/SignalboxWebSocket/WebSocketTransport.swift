internal import Dispatch
package import SignalboxTransports

/// Serves a page over HTTP, and the protocol over a WebSocket, on a loopback port.
///
/// Each URL that ``makeAddress()`` returns opens the page once. The server accepts WebSockets only
/// from the origin of this page, and the page must send the host's token.
package final class WebSocketTransport: Sendable {
  /// The port on the loopback interface.
  package let port: UInt16
  private let host: any PageHost
  private let tokens = EntryTokens()
  private let wakePipe: WakePipe
  /// The dispatch queue, which runs only the loop of the sockets.
  private let queue = DispatchQueue(label: "signalbox.websocket")

  /// Starts listening for connections from browsers.
  ///
  /// - Parameters:
  ///   - host: The server that answers the page's requests, or a host in another process.
  ///   - port: The port. The value 0 chooses a free port.
  ///   - embedders: The sources of the pages that may embed the page when it is opened with a URL of
  ///     ``makeAddress()``, such as `vscode-webview:`.
  ///   - page: A closure that returns the HTML document. The closure receives the URL of the
  ///     WebSocket and the host's token. If the token is `nil`, the page must have already stored
  ///     it. The closure is called on the transport's thread.
  /// - Throws: ``TransportError`` if the port is in use or the system rejects it.
  package init(
    _ host: any PageHost, port: UInt16 = 0, embedders: [String] = [],
    page: @escaping @Sendable (_ socket: String, _ token: String?) -> String
  ) throws(TransportError) {
    let (listener, found) = try SystemSocket.listen(onPort: port)
    wakePipe = try WakePipe()
    (self.host, self.port) = (host, found)
    let site = WebSite(
      port: found, tokens: tokens, token: host.token, page: page, embedders: embedders)
    queue.async { [host, wakePipe] in
      WebLoop(host, site, wakePipe: wakePipe, listener: listener).run()
    }
  }

  deinit { end() }

  /// Returns a URL that opens the page once, such as `http://127.0.0.1:49213/?token=…`.
  package func makeAddress() -> String { "http://127.0.0.1:\(port)/?token=\(tokens.make())" }

  /// Disconnects all pages, and ends the server unless the host is in another process. Further
  /// calls to this method have no effect.
  package func close() { end() }

  private func end() {
    host.close()
    wakePipe.wake()
    queue.sync {}
  }
}
