import Signalbox
import SignalboxProtocol

@testable import SignalboxWeb

/// A page without a browser, which responds only when a test requests this.
@MainActor
final class SimulatedPage {
  private let link: WebScreenLink
  private let connection: ProtocolConnection
  private var lastRequest = 0
  /// The received interfaces that the page has not shown yet.
  private(set) var waiting: [NavigationArguments] = []
  /// The number and the state document of the shown interface.
  private(set) var number = 0
  private(set) var rendering: NavigationValue?
  /// Whether the application has closed the page.
  private(set) var isClosed = false
  private var answers: [Int: NavigationArguments] = [:]

  /// Connects the page and makes it the active page.
  init(_ link: WebScreenLink) throws {
    self.link = link
    connection = link.server.connect(.lines, needsToken: false)
    try ask("initialize", ["client": ["name": "page"], "versions": [1]])
    try ask("interface/open")
  }

  /// Sends a request.
  ///
  /// - Returns: The response.
  @discardableResult
  func ask(
    _ method: String, _ params: NavigationArguments = [:]
  ) throws -> NavigationArguments {
    lastRequest += 1
    let message = NavigationValue.table([
      "id": .integer(lastRequest), "jsonrpc": "2.0", "method": .string(method),
      "params": .table(params),
    ])
    connection.receive(Array((message.line + "\n").utf8))
    link.serve()
    try receive()
    return answers.removeValue(forKey: lastRequest) ?? [:]
  }

  /// Reports an action of the user.
  ///
  /// - Returns: The reason why the action was rejected, or `nil` if the application received it.
  @discardableResult
  func report(_ event: String, _ fields: NavigationArguments = [:]) throws -> String? {
    var params = fields
    params["event"] = .string(event)
    if params["number"] == nil { params["number"] = .integer(number) }
    let answer = try ask("interface/report", params)
    if let error = answer["error"]?.table { return error["message"]?.text }
    return answer["result"]?.table?["reason"]?.text
  }

  func receive() throws {
    var bytes: [UInt8] = []
    while case let chunk = connection.output(atMost: 1 << 20), !chunk.isEmpty { bytes += chunk }
    let text = String(decoding: bytes, as: UTF8.self)
    for line in text.split(separator: "\n") {
      let message = try NavigationValue(json: String(line)).table ?? [:]
      switch message["method"]?.text {
      case "interface/show": waiting.append(message["params"]?.table ?? [:])
      case "interface/closed": isClosed = true
      default:
        if case .integer(let id)? = message["id"] { answers[id] = message }
      }
    }
  }

  /// Shows the next interface.
  ///
  /// - Returns: Whether an interface was waiting.
  @discardableResult
  func show() throws -> Bool {
    try receive()
    guard !waiting.isEmpty else { return false }
    let change = waiting.removeFirst()
    guard case .integer(let number)? = change["number"] else { return false }
    (self.number, rendering) = (number, change["rendering"])
    try ask("interface/shown", ["number": .integer(number)])
    return true
  }

  /// Shows all interfaces.
  func showAll() throws { while try show() {} }

  func disconnect() {
    connection.close()
    link.serve()
  }
}
