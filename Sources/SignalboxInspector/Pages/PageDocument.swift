package import Signalbox

/// A self-contained HTML document, which loads no other files.
///
/// Its content security policy allows only images in `data:` URLs, requests to ``connections``, and
/// the document's own scripts and style sheets, which it identifies by hash.
package struct PageDocument {
  /// The title of the document.
  package var title: String
  /// The style sheets.
  package var styles: [PageAsset] = []
  /// The scripts, which run at the end of the document in the order of the array.
  package var scripts: [PageAsset] = []
  /// The addresses of WebSockets to which the scripts can connect.
  package var connections: [String] = []
  /// The contents, as markup.
  package var body: String

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - title: The title, as text.
  ///   - body: The contents, as markup.
  package init(title: String, body: String) {
    self.title = title
    self.body = body
  }

  /// Creates the document of a page that connects to a process.
  ///
  /// - Parameters:
  ///   - settings: The fields of the page's settings, in addition to the socket, the token and the
  ///     title.
  ///   - id: The identifier of the element that contains the settings.
  ///   - socket: The address of the WebSocket, which is the only address to which the page can
  ///     connect.
  ///   - token: The token with which the page authenticates, or `nil` if the page has already
  ///     stored the token.
  package init(
    title: String, settings: [(String, NavigationValue?)], id: String, socket: String,
    token: String?
  ) {
    let connection =
      [
        ("socket", .string(socket)), ("token", token.map { .string($0) }),
        ("title", .string(title)),
      ] as [(String, NavigationValue?)]
    self.init(
      title: title,
      body: "<noscript><p>This page needs JavaScript.</p></noscript>\n"
        + Self.data(NavigationValue.fields(connection + settings), id: id))
    connections = [socket]
  }

  /// The document as HTML.
  package var html: String {
    let requests = connections.isEmpty ? [] : ["connect-src \(connections.joined(separator: " "))"]
    let policy =
      ([
        "default-src 'none'", Self.sources("script-src", scripts),
        Self.sources("style-src", styles),
        "img-src data:", "base-uri 'none'", "form-action 'none'",
      ] + requests).joined(separator: "; ")
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content=\(MarkupText.quoted(policy))>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(MarkupText.escaped(title)) – Signalbox</title>
      <link rel="icon" href="data:,">
      \(styles.map { "<style>\($0.text)</style>\n" }.joined())</head>
      <body>
      \(body)\(scripts.map { "<script>\($0.text)</script>\n" }.joined())</body>
      </html>

      """
  }

  private static func sources(_ directive: String, _ assets: [PageAsset]) -> String {
    let hashes = assets.map { "'\($0.hash)'" }
    return ([directive] + (hashes.isEmpty ? ["'none'"] : hashes)).joined(separator: " ")
  }

  /// Returns a value as a data block for scripts. Text in the value is escaped so that it cannot
  /// end the block.
  ///
  /// - Parameters:
  ///   - value: The data, which JSON must be able to represent.
  ///   - id: The identifier of the block.
  package static func data(_ value: NavigationValue, id: String) -> String {
    let less = UInt8(ascii: "<")
    var json = value.line
    if json.utf8.contains(less) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(json.utf8.count + 64)
      for byte in json.utf8 {
        if byte == less { bytes += Array("\\u003c".utf8) } else { bytes.append(byte) }
      }
      json = String(decoding: bytes, as: UTF8.self)
    }
    return "<script type=\"application/json\" id=\(MarkupText.quoted(id))>\(json)</script>\n"
  }
}
