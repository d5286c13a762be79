import Foundation
import Signalbox
import SignalboxScripting
import Testing

@testable import SignalboxProtocol
@testable import SignalboxREPL

/// The generated part of `docs/reference/protocol.md`, and the schema.
struct ProtocolPage {
  static let methods =
    MethodCatalog.methods + ScriptMethodCatalog.methods + ScenarioMethodCatalog.methods
  private static let groups: [(title: String, names: [String])] = [
    (
      "Session",
      [
        "initialize", "shutdown", "ping", "$/cancelRequest", "$/progress", "output/text",
      ]
    ),
    (
      "State",
      [
        "state/get", "state/inspect", "state/diff", "state/save", "state/restore",
        "definitions/list",
      ]
    ),
    (
      "Operations",
      [
        "operation/perform", "gesture/list", "gesture/perform", "link/open", "clock/advance",
        "idle/wait", "work/end", "undo", "redo", "application/relaunch",
      ]
    ),
    (
      "Events",
      [
        "events/subscribe", "events/batch", "calls/subscribe", "calls/batch", "schedule/subscribe",
        "schedule/batch",
      ]
    ),
    (
      "Scripts",
      [
        "script/evaluate", "script/complete", "script/interrupt", "script/load", "script/changed",
        "script/preview", "file/write",
      ]
    ),
    (
      "Scenarios",
      [
        "scenario/list", "scenario/run", "scenario/started", "scenario/finished",
        "scenario/cancel", "explore/run", "explore/progress", "lint/run",
      ]
    ),
    ("Debugger", ["debug/request", "debug/event"]),
    (
      "Recorded steps",
      [
        "trace/read", "trace/changed", "trace/restore", "trace/overview", "trace/schedule",
        "trace/source",
      ]
    ),
  ]

  /// The names of the methods in page order.
  static let names = groups.flatMap(\.names)

  /// Returns the page, starting at the heading of the first group.
  static func text() throws -> String {
    var text = ""
    for group in groups {
      text += "## \(group.title)\n\n"
      for name in group.names {
        let method = try #require(methods.first { $0.name == name })
        text += try section(method)
      }
    }
    return text + sharedText()
  }

  /// Returns the descriptions of the objects that several methods share.
  private static func sharedText() -> String {
    var text = "## Objects\n\n"
    for (title, fields) in shared { text += "### \(title)\n\n\(table(fields))" }
    return text.trimmingCharacters(in: .newlines) + "\n"
  }

  /// The shared objects, in the order of the page's references.
  private static let shared: [(title: String, fields: [MessageField])] = {
    var found: [(title: String, fields: [MessageField])] = []
    func add(_ title: String, _ fields: [MessageField]) {
      if found.contains(where: { $0.title == title }) { return }
      found.append((title, fields))
      for field in fields { visit(field.kind) }
    }
    func visit(_ kind: MessageField.Kind) {
      switch kind {
      case .shared(let title, let fields), .stringOr(let title, let fields): add(title, fields)
      case .fields(let fields): for field in fields { visit(field.kind) }
      case .list(let kind): visit(kind)
      default: break
      }
    }
    for method in methods {
      if let title = method.titles.params { add(title, method.params) }
      if let title = method.titles.result { add(title, method.result) }
      for field in method.params + method.result { visit(field.kind) }
    }
    return found
  }()

  private static func link(_ title: String) -> String {
    let words = title.split(separator: " ").map { $0.lowercased() }
    return "[\(title.lowercased())](#\(words.joined(separator: "-")))"
  }

  private static func section(_ method: MethodDescription) throws -> String {
    let kind =
      switch method.kind {
      case .request: "Request"
      case .clientNotification: "Notification to the server"
      case .serverNotification: "Notification to the client"
      }
    let notes =
      method.isImmediate
      ? ", answered at once" : method.isUrgent ? ", answered even while a script runs" : ""
    var text = "### \(method.name)\n\n\(kind)\(notes). \(method.summary)\n\n"
    text += values("Parameters", method.params, method.titles.params)
    if method.params.isEmpty { text += "No parameters.\n\n" }
    text += values("Result", method.result, method.titles.result)
    let lines = try ExampleRun(method).lines
    return text + "```json\n\(lines.joined(separator: "\n"))\n```\n\n"
  }

  private static func values(
    _ heading: String, _ fields: [MessageField], _ title: String?
  ) -> String {
    if let title { return "\(heading): \(link(title)).\n\n" }
    return fields.isEmpty ? "" : "\(heading):\n\n" + table(fields)
  }

  // MARK: - Tables

  private static func table(_ fields: [MessageField]) -> String {
    var text = "| field | value | meaning |\n|---|---|---|\n"
    for row in rows(fields, below: "") { text += row }
    return text + "\n"
  }

  private static func rows(_ fields: [MessageField], below path: String) -> [String] {
    fields.flatMap { field -> [String] in
      let name = path + field.name
      let suffix = field.isOptional ? ", optional" : ""
      let row = "| `\(name)` | \(kind(field.kind))\(suffix) | \(escaped(field.summary)) |\n"
      return [row] + inner(of: field.kind, below: name)
    }
  }

  private static func inner(of kind: MessageField.Kind, below name: String) -> [String] {
    switch kind {
    case .fields(let fields): rows(fields, below: name + ".")
    case .list(let kind): inner(of: kind, below: name + "[]")
    default: []
    }
  }

  private static func kind(_ kind: MessageField.Kind) -> String {
    switch kind {
    case .boolean: "boolean"
    case .integer(.min, .max): "integer"
    case .integer(let minimum, .max): "integer of \(minimum) or more"
    case .integer(let minimum, let maximum): "integer from \(minimum) to \(maximum)"
    case .number: "number"
    case .string: "string"
    case .choice(let words) where words.count > 12: "string"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .identifier: "integer or string"
    case .fields, .table: "object"
    case .shared(let title, _): link(title)
    case .list(let kind): "list of: \(self.kind(kind))"
    case .any: "any value"
    case .stringOr(let title, _): "string or \(link(title))"
    case .state: "[saved state](schemas/state.schema.json)"
    case .call: link("Call")
    }
  }

  private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }

  // MARK: - Schema

  /// Returns the JSON Schema of all messages.
  static func schema() throws -> String {
    var definitions: [String: Any] = [:]
    for (title, fields) in shared { definitions[title] = try object(fields) }
    for method in methods {
      let params = try method.titles.params.map { reference($0) } ?? object(method.params)
      var definition: [String: Any] = [
        "description": method.summary, "params": params,
        "sender": method.kind == .serverNotification ? "server" : "client", "since": method.since,
      ]
      if method.kind == .request {
        definition["result"] =
          try method.titles.result.map { reference($0) } ?? object(method.result)
      }
      definitions[method.name] = definition
    }
    definitions["Response error"] = try object(ProtocolError.fields)
    let schema: [String: Any] = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "signalbox:protocol",
      "title": "Methods of the Signalbox protocol",
      "description": "The parameters and results of each method, and errors, as JSON Schemas.",
      "$defs": definitions,
    ]
    let data = try JSONSerialization.data(
      withJSONObject: schema, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  private static func reference(_ title: String) -> [String: Any] {
    ["$ref": "#/$defs/\(title.replacing(" ", with: "%20"))"]
  }

  private static func object(_ fields: [MessageField]) throws -> Any {
    let value = MessageSchema.object(fields) { kind in
      switch kind {
      case .shared(let title, _): reference(to: title)
      case .call: reference(to: "Call")
      case .state: ["$ref": "signalbox:state"]
      default: nil
      }
    }
    return try JSONSerialization.jsonObject(with: Data(value.json.utf8))
  }

  private static func reference(to title: String) -> NavigationValue {
    ["$ref": .string("#/$defs/\(title.replacing(" ", with: "%20"))")]
  }
}

/// The messages of a method's example, answered by a real server: a server in this process or, for
/// methods that run scenarios, the program.
struct ExampleRun {
  private static let application = """
    Shop = coordinator "Shop" {
      routes = {
        catalog = { actions = { Help = function(screen) print "help is on its way" end } },
        product = { args = { id = "integer" } },
      },
      links = { ["shop://product/:id"] = "openProduct" },
    }
    function Shop:openProduct(link) self.router:navigate("product", { id = link.id }) end
    function Shop:start() self.router:startFlow("catalog") end
    app:launch "Shop"
    """

  /// The request, and all messages that the server sends in response.
  let lines: [String]

  init(_ method: MethodDescription) throws {
    let isServed = ScenarioMethodCatalog.methods.contains { $0.name == method.name }
    if isServed, method.kind == .request {
      lines = try Self.served(method)
    } else {
      lines = try Self.answered(method)
    }
  }

  /// The answers of `signalbox serve --stdio`.
  private static func served(_ method: MethodDescription) throws -> [String] {
    let tool = try Tool([
      "shop.lua": Self.application.replacing(
        "app:launch \"Shop\"", with: "application \"Shop\" { main = \"Shop\" }"),
      "shop.scenario.lua": """
      require "shop"

      scenario "help is available" { tags = { "smoke" }, function(app)
        app:launch()
        app:tap "Help"
      end }
      """,
    ])
    defer { tool.remove() }
    let request = try ProtocolMessage.request(
      id: .number(7), method: method.name, params: method.example
    ).text
    let hello = try ProtocolMessage.request(
      id: .number(0), method: InitializeMethod.name,
      params: try InitializeMethod.example.params.message
    ).text
    let input = [hello, request].map {
      String(decoding: MessageFraming.contentLength.frame($0), as: UTF8.self)
    }
    let result = try tool.run(["serve", "--stdio"], input: input.joined())
    var reader = MessageReader(.contentLength, limit: 1 << 20)
    reader.append(Array(result.output.utf8))
    var lines = [request]
    while case .text(let line)? = reader.next() {
      // On a busy machine, an exploration lasts long enough to report its progress.
      guard line.contains("\"id\":7"), !line.contains(ExploreProgressMethod.name) else { continue }
      lines.append(
        line.replacing(/"milliseconds":[\d.]+/, with: "\"milliseconds\":12")
          .replacing(/"seed":"\d+"/, with: "\"seed\":\"481516\""))
    }
    return lines
  }

  /// The answers of a server in this process.
  private static func answered(_ method: MethodDescription) throws -> [String] {
    let session = try ScriptSession()
    session.addHooks(SessionHooks(output: { _ in }))
    try session.run(
      Array(application.utf8), name: "shop.lua", sharesEnvironment: true)
    let host = IdleWorkHost()
    if method.name == WorkEndMethod.name {
      session.engine.workHost = host
      _ = try session.engine.work { _ in
      } then: { _ in
      }
    }
    var options = RemoteSessionOptions()
    (options.name, options.token) = ("shop", "secret")
    let server = try SessionServer(session, at: [], options: options)
    let connection = server.server.connect(.lines)
    func exchange(_ message: ProtocolMessage) throws -> [String] {
      connection.receive(Array((try message.text + "\n").utf8))
      server.serve()
      return lines(of: connection)
    }
    let example = method.example
    guard method.kind != .serverNotification else {
      return [try ProtocolMessage.notification(method: method.name, params: example).text]
    }
    if method.name != InitializeMethod.name {
      let hello = InitializeMethod.example.params
      _ = try exchange(
        .request(
          id: .number(0), method: InitializeMethod.name, params: try hello.message))
    }
    for (number, line) in method.before.enumerated() {
      guard let fields = try NavigationValue(json: line).table, let name = fields["method"]?.text
      else { throw ProtocolError(.malformed, line) }
      _ = try exchange(
        .request(
          id: .number(number + 1), method: name, params: fields["params"]?.table ?? [:]))
    }
    let request: ProtocolMessage =
      method.kind == .request
      ? .request(id: .number(7), method: method.name, params: example)
      : .notification(method: method.name, params: example)
    let answers = try exchange(request)
    return ([try request.text] + answers).map {
      $0.replacing(/Lua 5\.4\.\d+/, with: "Lua 5.4")
    }
  }

  private static func lines(of connection: ProtocolConnection) -> [String] {
    var bytes: [UInt8] = []
    while case let chunk = connection.output(), !chunk.isEmpty { bytes += chunk }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// A host that never runs the work of coordinators.
private final class IdleWorkHost: WorkHost {
  let clock: any Clock<Duration> = ContinuousClock()

  func start(_ work: CoordinatorWork) -> @Sendable () -> Void { {} }
}
