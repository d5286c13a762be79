internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// Lists the screens, actions, pages or children, routes and links of a coordinator.
enum LsCommand {
  static let command = Command(
    "ls", "[NAME]", "Lists a coordinator's screens, actions, children, routes and links",
    details: "Without a name, lists the coordinator selected with .cd, or the front coordinator.",
    twin: "app:routes \"Name\", coordinator.stack, coordinator.children", run)

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    let engine = prompt.session.engine
    let tree = engine.tree
    guard tree.main != nil else { return prompt.fail(".ls: nothing has been launched") }
    let finder = CoordinatorFinder(tree: tree)
    let here = (prompt.context.place ?? engine.topCoordinator).flatMap(engine.node(of:))
    guard let node = argument.isEmpty ? here : finder.find(argument, from: here) else {
      return finder.reject(argument, of: "ls", at: prompt)
    }
    prompt.write("\(prompt.palette.strong(finder.path(of: node.id)))\n")
    for (title, lines) in sections(of: node, prompt.session, tree) where !lines.isEmpty {
      for (index, line) in lines.enumerated() {
        let head = DisplayText.pad(index == 0 ? title : "", to: 8)
        prompt.write("  \(prompt.palette.faint(head))  \(DisplayText.line(line))\n")
      }
    }
  }

  private static func sections(
    of node: CoordinatorNode, _ session: ScriptSession, _ tree: StateDocument
  ) -> [(String, [String])] {
    let subject = RenderSubject(session.engine)
    let isFront = tree.front?.owner == node.id
    let actions = isFront ? tree.front.map(subject.actions(of:)) ?? [] : []
    return [
      ("screens", node.stack.isEmpty ? [] : [ScreenText.path(node.stack)]),
      ("actions", actions.isEmpty ? [] : [actions.joined(separator: ", ")]),
      ("pages", pages(of: node)),
      ("children", node.pages.isEmpty ? node.children.map(\.type) : []),
      ("routes", routes(of: node.type, session)),
      ("links", session.engine.coordinatorType(named: node.type)?.links.map(\.pattern) ?? []),
    ]
  }

  private static func pages(of node: CoordinatorNode) -> [String] {
    node.pages.map { page in
      let type = node.children.first { $0.id == page.coordinator.id }?.type ?? ""
      return "\(page.isSelected ? "●" : "○") \(TabText.name(page))  \(type)"
    }
  }

  /// Returns descriptions of routes, such as `product(id: integer)  push` or
  /// `checkout → Checkout  sheet`.
  private static func routes(of type: String, _ session: ScriptSession) -> [String] {
    guard let table = session.inspection.routes(ofType: type) else {
      return nativeRoutes(of: type, session)
    }
    let rows = table.fields.compactMap { field -> (call: String, style: String)? in
      guard case .table(let route) = field.value, route["style"] != .string("page") else {
        return nil
      }
      var call = field.name
      if case .table(let arguments) = route["args"], !arguments.isEmpty {
        let list = arguments.fields.map { "\($0.name): \(text($0.value))" }
        call += "(\(list.joined(separator: ", ")))"
      }
      if let target = route["coordinator"] { call += " → \(text(target))" }
      return (call, route["isDynamic"] == nil ? route["style"].map(text) ?? "" : "a function")
    }
    return columns(rows)
  }

  /// Returns descriptions of the routes of a type that no script defines. The type's Swift
  /// definition or the connected application declares these routes.
  private static func nativeRoutes(of type: String, _ session: ScriptSession) -> [String] {
    let routes = session.engine.coordinatorType(named: type)?.routes ?? [:]
    return columns(
      routes.sorted { $0.key < $1.key }.map { name, route in
        var call = name
        if let parameters = route.parameters, !parameters.isEmpty {
          let list = parameters.map {
            "\($0.name): \($0.kind.rawValue)\($0.isOptional ? "?" : "")"
          }
          call += "(\(list.joined(separator: ", ")))"
        }
        if case .coordinator(let target) = route.destination { call += " → \(target)" }
        return (call, route.style == .automatic ? "" : session.engine.name(of: route.style))
      })
  }

  private static func columns(_ rows: [(call: String, style: String)]) -> [String] {
    let width = rows.map { DisplayText.width(of: $0.call) }.max() ?? 0
    return rows.map { row in
      row.style.isEmpty ? row.call : "\(DisplayText.pad(row.call, to: width))  \(row.style)"
    }
  }

  private static func text(_ value: NavigationValue) -> String {
    if case .string(let text) = value { text } else { value.description }
  }
}
