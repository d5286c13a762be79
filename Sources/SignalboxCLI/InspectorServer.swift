internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxREPL
internal import SignalboxScripting
internal import SignalboxTransports
internal import SignalboxWebSocket

/// The page of the inspector for a shared session.
final class InspectorServer {
  private let transport: WebSocketTransport

  /// Starts to serve the page on a port of the loopback interface.
  ///
  /// - Parameters:
  ///   - server: The shared session.
  ///   - application: The name of the application or script.
  ///   - name: The first word in the names of the scenarios that the page saves.
  init(
    _ server: SessionServer, of application: String, named name: String, _ options: InspectorOptions
  ) throws(ScriptError) {
    var page = LivePage(title: application, name: name)
    page.root = FilePath.resolved(".")
    page.editor = try EditorAddress.selected()
    do throws(TransportError) {
      transport = try WebSocketTransport(server.server, port: options.port ?? 0) { [page] in
        page.html(socket: $0, token: $1)
      }
    } catch {
      throw ScriptError(.runtime, code: error.code.rawValue, error.message, hint: error.hint)
    }
  }

  /// Returns an address that opens the page once.
  func makeAddress() -> String { transport.makeAddress() }

  /// Opens the page in a browser.
  ///
  /// - Returns: The reason why the page cannot be opened, or `nil` if the browser was started.
  func open() -> String? { Browser.open(makeAddress()) }

  /// Disconnects the pages.
  func close() { transport.close() }
}
