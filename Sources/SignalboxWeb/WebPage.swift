internal import Signalbox
internal import SignalboxInspector

/// The page that shows the interface of an application.
struct WebPage: Sendable {
  /// The name of the application.
  let title: String

  /// Returns the page as HTML.
  ///
  /// - Parameters:
  ///   - socket: The address of the WebSocket, which is the only address to which the page can
  ///     connect.
  ///   - token: The token with which the page authenticates, or `nil` if the page has already
  ///     stored the token.
  func html(socket: String, token: String?) -> String {
    var document = PageDocument(
      title: title, settings: [], id: "application", socket: socket, token: token)
    document.styles = [.webStyle]
    document.scripts = [.webScript]
    return document.html
  }
}
