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
  ///   - token: The token with which the page authenticates, or `nil` if it has stored it earlier.
  func html(socket: String, token: String?) -> String {
    let settings = NavigationValue.fields([
      ("socket", .string(socket)), ("token", token.map { .string($0) }), ("title", .string(title)),
    ])
    var document = PageDocument(
      title: title,
      body: "<noscript><p>This page needs JavaScript.</p></noscript>\n"
        + PageDocument.data(settings, id: "application"))
    document.styles = [.webStyle]
    document.scripts = [.webScript]
    document.connections = [socket]
    return document.html
  }
}
