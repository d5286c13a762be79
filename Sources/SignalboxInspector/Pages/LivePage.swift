internal import Signalbox

/// The inspector as a page that connects to a running session over a WebSocket.
package struct LivePage {
  /// The name of the application or script.
  package var title: String
  /// The absolute path of the folder to which the paths of saved files are relative, or `nil` if
  /// there is none.
  package var folder: String?
  /// The template of the URLs that open a line in the editor, with the placeholders `{path}` and
  /// `{line}`. The value `nil` selects Visual Studio Code.
  package var editor: String?
  /// The first word in the name of a scenario that the page writes, such as `shop`.
  package var name: String

  /// - Parameters:
  ///   - title: The name of the application or script.
  ///   - name: The first word in the name of a scenario that the page writes.
  package init(title: String, name: String) { (self.title, self.name) = (title, name) }

  /// Returns the page as HTML.
  ///
  /// - Parameters:
  ///   - socket: The address of the WebSocket, which is the only address to which the page can
  ///     connect.
  ///   - token: The token with which the page authenticates, or `nil` if the page has already
  ///     stored the token.
  package func html(socket: String, token: String?) -> String {
    let settings: [(String, NavigationValue?)] = [
      ("name", .string(name)), ("folder", folder.map { .string($0) }),
      ("editor", editor.map { .string($0) }),
    ]
    var document = PageDocument(
      title: title, settings: settings, id: "live", socket: socket, token: token)
    document.styles = [.liveStyle]
    document.scripts = [.liveScript]
    return document.html
  }
}
