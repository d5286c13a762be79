internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxREPL
internal import SignalboxScripting
internal import SignalboxTransports
internal import SignalboxWebSocket

/// Serves the inspector's page for a shared session, or for a session in another process.
final class InspectorServer {
  private let transport: WebSocketTransport

  /// The schemes of a web view in Visual Studio Code, and of the window that contains it.
  private static let webViews = ["vscode-webview:", "vscode-file:"]

  /// Starts serving the page on a loopback port.
  ///
  /// - Parameters:
  ///   - server: The shared session.
  ///   - application: The name of the application or script.
  ///   - name: The first word in the names of the scenarios that the page saves.
  convenience init(
    _ server: SessionServer, of application: String, named name: String,
    _ options: InspectorOptions
  ) throws(ScriptError) {
    try self.init(LivePage(title: application, name: name), from: server.server, options)
  }

  /// Starts serving the page of a session in another process.
  ///
  /// - Parameters:
  ///   - endpoint: The location of the session.
  ///   - token: The token of the session.
  ///   - application: The name of the session.
  convenience init(
    attachingTo endpoint: RemoteEndpoint, token: String, of application: String,
    _ options: InspectorOptions
  ) throws(ScriptError) {
    let name = application.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let page = LivePage(title: application, name: name.isEmpty ? "session" : name)
    let host = RelayedHost(named: endpoint.description, token: token) { () throws(TransportError) in
      try endpoint.connect()
    }
    try self.init(page, from: host, options)
  }

  private init(
    _ page: LivePage, from host: any PageHost, _ options: InspectorOptions
  ) throws(ScriptError) {
    var page = page
    page.folder = FilePath.resolved(".")
    page.editor = try EditorAddress.selected()
    do throws(TransportError) {
      transport = try WebSocketTransport(
        host, port: options.port ?? 0, embedders: options.isWebView ? Self.webViews : []
      ) { [page] in
        page.html(socket: $0, token: $1)
      }
    } catch {
      throw ScriptError(.runtime, code: error.code.rawValue, error.message, hint: error.hint)
    }
  }

  /// Prints an address of the page, and opens the page in a browser if the options allow this.
  ///
  /// - Parameters:
  ///   - file: The file for the address.
  ///   - errors: The file for the reason why no browser can be started.
  func show(_ options: InspectorOptions, on file: OutputFile, _ errors: OutputFile) {
    file.print("\(makeAddress())\n")
    guard !options.isClosed, !options.isWebView, let problem = open() else { return }
    errors.print(
      "signalbox: cannot start a browser (\(problem)); open the address above yourself\n")
  }

  /// Returns an address that opens the page once.
  func makeAddress() -> String { transport.makeAddress() }

  /// Opens the page in a browser.
  ///
  /// - Returns: The reason why the page cannot be opened, or `nil` if the browser was started.
  private func open() -> String? { Browser.open(makeAddress()) }

  /// Disconnects the pages.
  func close() { transport.close() }
}
