internal import SignalboxProtocol

/// The `definitions` tool, which returns the coordinator types and links of the application.
enum DefinitionsTool: AgentTool {
  typealias Params = NoFields

  struct Result: AgentResult {
    var coordinators: [String]
    var links: [String]

    static let fields = [
      MessageField(
        "coordinators", .list(.string),
        "each coordinator type with its parameters, routes, tabs and links"),
      MessageField("links", .list(.string), "the link patterns of the application itself"),
    ]

    var text: String {
      guard !coordinators.isEmpty else {
        return "no coordinators are defined; start the server with the script of the application: "
          + "signalbox mcp app.lua"
      }
      return AgentText.section("Coordinators", coordinators) + AgentText.section("Links", links)
    }
  }

  static let name = "definitions"
  static let title = "List definitions"
  static let summary =
    "Returns the application's coordinator types with their parameters, routes, tabs and links."
  static let effect = AgentEffect.nothing

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    let found = try session.request(DefinitionsListMethod.self)
    return Result(
      coordinators: AgentText.shortened(
        found.coordinators.map(line), to: 60, characters: 6_000, element: 2_000),
      links: AgentText.shortened(found.links, to: 40, characters: 1_500))
  }

  private static func line(_ type: DefinitionDocument) -> String {
    var line = "\(type.name) (\(type.kind), \(type.style))\(parameters(type.parameters)): "
    let routes = type.routes.map { route in
      let target = route.coordinator.map { " → \($0)" } ?? (route.isComputed ? " → computed" : "")
      return route.name + parameters(route.parameters) + target
    }
    line += AgentText.shortened(routes, to: 40, characters: 1_500).joined(separator: ", ")
    if !type.pages.isEmpty { line += "; tabs: \(type.pages.joined(separator: ", "))" }
    if !type.links.isEmpty { line += "; links: \(type.links.joined(separator: ", "))" }
    return line
  }

  private static func parameters(_ parameters: [DefinitionDocument.Parameter]?) -> String {
    guard let parameters, !parameters.isEmpty else { return "" }
    let texts = parameters.map { "\($0.name)\($0.isOptional ? "?" : ""): \($0.kind)" }
    return "(\(texts.joined(separator: ", ")))"
  }
}
