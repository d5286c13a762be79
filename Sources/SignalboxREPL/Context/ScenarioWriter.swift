internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// Writes a session as a readable scenario.
struct ScenarioWriter {
  /// The style of a written part. If a part fails, it is rewritten in the next style.
  enum Style: Hashable {
    /// The inputs are written as the user typed them.
    case typed
    /// Each call is written with its values. Coordinators are identified by type.
    case calls
    /// Each call is written with its values. Coordinators are identified by path.
    case paths
    /// The part is omitted, for the given reason.
    case omitted(String)
  }

  /// The points at which a scenario compares its whole state with that of the session.
  enum Comparison {
    /// The state after each part up to the first omitted part that changed the state.
    case parts
    /// The state at the end.
    case end
  }

  /// A scenario, with the part to which each line belongs.
  struct Scenario {
    var text = ""
    /// The part number of each line, or `nil` for lines between parts.
    var parts: [Int?] = []

    fileprivate mutating func add(_ lines: String, part: Int? = nil) {
      for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
        text += "\(line)\n"
        parts.append(part)
      }
    }
  }

  let title: String
  /// The text of the first comment. Each line of the text becomes a comment line.
  private(set) var origin: String
  /// The module names in the scenarios' `require` calls, keyed by the path of the script.
  let modules: [String: String]
  let files: [String]
  /// The code that ran after the scripts. The string is empty if no code ran.
  let code: String
  let engine: NavigationEngine

  private static let maxExpectations = 500
  private static let longestStack = 8

  /// Returns a writer whose scenarios have a further comment at the top.
  func noting(_ comment: String) -> ScenarioWriter {
    var writer = self
    writer.origin += "\n\(oneLine(comment))"
    return writer
  }

  /// Returns a session as a scenario.
  ///
  /// - Parameters:
  ///   - styles: The style of each part.
  ///   - comparison: The points at which the scenario compares its whole state with the session.
  func scenario(
    of script: SessionScript, _ styles: [Style], comparing comparison: Comparison? = nil
  ) -> Scenario {
    var scenario = Scenario()
    scenario.add("-- \(origin.replacing("\n", with: "\n-- "))")
    for file in files { if let name = modules[file] { scenario.add("require \(literal(name))") } }
    if !code.isEmpty { scenario.add(code) }
    // The number of initial parts that are files with only definitions.
    let head = zip(script.parts, styles).prefix { part, style in
      if case .file = part.content { part.state == nil && style == .typed } else { false }
    }.count
    for (number, part) in script.parts.prefix(head).enumerated() {
      if case .file(let path) = part.content {
        scenario.add("require \(literal(modules[path] ?? path))", part: number)
      }
    }
    scenario.add("")
    if styles.contains(.paths) { scenario.add(Self.finder + "\n") }
    let isRejected = zip(script.parts, styles).contains { $0.isRejected && !$1.isOmitted }
    if isRejected { scenario.add(Self.rejects + "\n") }
    scenario.add("scenario \(literal(title)) { function(app)")
    let last = styles.lastIndex { if case .omitted = $0 { false } else { true } }
    let expects = script.parts.count { $0.state != nil } <= Self.maxExpectations
    var shown = launched(by: script)
    var comparesTrees = comparison == .parts
    var state = script.firstState
    if let shown, let type = shown.main?.type {
      scenario.add("  app:launch(\(literal(type)))")
      if let line = expectation(of: shown, since: nil) { scenario.add("  " + line) }
    }
    for (number, part) in script.parts.enumerated().dropFirst(head) {
      if case .mistake = part.content { continue }
      if case .omitted(let why) = styles[number] {
        scenario.add("  -- omitted: \(text(of: part))\n  -- because \(oneLine(why))")
        if let end = part.state, end != state { comparesTrees = false }
        continue
      }
      state = part.state ?? state
      scenario.add(lines(of: part, styles[number]), part: number)
      guard expects || number == last, let state = part.state,
        let tree = engine.tree(atStep: state)
      else { continue }
      if let line = expectation(of: tree, since: shown) { scenario.add("  " + line, part: number) }
      if comparesTrees { scenario.add("  " + self.comparison(with: tree), part: number) }
      shown = tree
    }
    if comparison == .end { scenario.add("  " + self.comparison(with: engine.tree)) }
    scenario.add("end }")
    return scenario
  }

  /// Returns the state after a remote application launched its coordinator, because a model does
  /// not launch the coordinator itself. Returns `nil` if there is no remote application or if the
  /// session launches the coordinator.
  private func launched(by script: SessionScript) -> StateDocument? {
    guard engine.mirror != nil, !script.beginsWithLaunch else { return nil }
    return engine.tree(atStep: script.firstState)
  }

  // MARK: - Parts

  private func lines(of part: SessionScript.Part, _ style: Style) -> String {
    switch part.content {
    case .undo(let count): "  \(undo(count))"
    case .file(let path): "  require \(literal(modules[path] ?? path))"
    case .typed(let text, let calls):
      style == .typed || calls.isEmpty ? indented(text) : self.calls(calls, style)
    case .calls(let calls): self.calls(calls, style == .typed ? .calls : style)
    case .rejected(_, let error, let call?) where style != .typed:
      calls([call], style) + "  -- \(oneLine(error.message))"
    case .rejected(let text, let error, _):
      "  rejects(\(literal(error.code ?? "")), function()\n"
        + "  \(indented(text).replacing("\n", with: "\n  "))\n  end)  -- \(oneLine(error.message))"
    case .omitted(let text, _), .mistake(let text, _): "  -- \(oneLine(text))"
    }
  }

  private func undo(_ count: Int) -> String { count == 1 ? "app:undo()" : "app:undo(\(count))" }

  private func calls(_ calls: [RecordedCall], _ style: Style) -> String {
    calls.map { call in
      guard let text = call.lua(receiver: { receiver($0, style) }) else {
        return "  error(\"\(call.operation) cannot be written as Lua\")"
      }
      guard let code = call.rejectionCode else { return "  \(text)" }
      return "  rejects(\(literal(code)), function() \(text) end)"
    }.joined(separator: "\n")
  }

  private func receiver(_ path: String, _ style: Style) -> String {
    if style == .paths { return "at(\(literal(path)))" }
    guard path.contains("/") else { return "app.main.router" }
    let type = path.split(separator: "/").last.map(String.init) ?? path
    return "app:coordinator(\(literal(String(type.prefix { $0 != "#" })))).router"
  }

  /// Returns an indented statement. A statement that begins with a bracket is separated from the
  /// previous line, because it would otherwise continue the previous statement. An input with a
  /// `return` statement becomes a function, because it would otherwise end the scenario. A label
  /// gets a block of its own, because another input can have the same label. Locals must remain
  /// visible, so an input that also declares a local ends with a semicolon instead: Lua reports a
  /// repeated label at the line of the next token.
  private func indented(_ text: String) -> String {
    let tokens = Array(LuaTokens(Array(text.utf8), isFile: false))
    if Self.returns(tokens) { return "  ;(function()\n  \(indentedLines(text))\n  end)()" }
    let words = Set(tokens.map(\.word))
    guard words.contains("::") else { return indentedLines(text) }
    return words.contains("local")
      ? indentedLines(text) + "\n  ;" : "  do\n  \(indentedLines(text))\n  end"
  }

  /// Returns whether a chunk contains a `return` statement outside its functions.
  private static func returns(_ tokens: [LuaToken]) -> Bool {
    // For each open block, whether the block is the body of a function.
    var blocks: [Bool] = []
    for token in tokens where token.kind == .keyword {
      switch token.word {
      case "function": blocks.append(true)
      case "do", "if", "repeat": blocks.append(false)
      case "end", "until": _ = blocks.popLast()
      case "return" where !blocks.contains(true): return true
      default: break
      }
    }
    return false
  }

  private func indentedLines(_ text: String) -> String {
    let head = text.drop { $0.isWhitespace }.first == "(" ? ";" : ""
    // Lines in long strings are not indented.
    let isPlain = !text.contains("[[") && !text.contains("[=")
    return "  " + head + (isPlain ? text.replacing("\n", with: "\n  ") : text)
  }

  /// Returns a part as one line, for display.
  func text(of part: SessionScript.Part) -> String {
    switch part.content {
    case .undo(let count): undo(count)
    case .file(let path): "require \(path)"
    case .typed(let text, _), .rejected(let text, _, _), .omitted(let text, _),
      .mistake(let text, _):
      oneLine(text)
    case .calls(let calls):
      oneLine(calls.map { $0.lua { receiver($0, .calls) } ?? $0.operation }.joined(separator: "; "))
    }
  }

  private func oneLine(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 100 ? line.prefix(99) + "…" : line
  }

  private func literal(_ text: String) -> String { NavigationValue.string(text).description }

  // MARK: - Expectations

  /// Returns an expectation for the changed parts of the visible state, or `nil` if nothing has
  /// changed.
  private func expectation(of tree: StateDocument, since old: StateDocument?) -> String? {
    var fields: [String] = []
    if let front = tree.front, front != old?.front { fields.append("front = \(text(of: front))") }
    if let top = tree.top, let node = find(top, tree.main), node.stack.count <= Self.longestStack,
      node.stack != old?.top.flatMap({ find($0, old?.main) })?.stack
    {
      fields.append("stack = { \(node.stack.map(text(of:)).joined(separator: ", ")) }")
    }
    if tree.layers.map(\.style) != old?.layers.map(\.style) {
      fields.append("layers = { \(tree.layers.map { literal($0.style) }.joined(separator: ", ")) }")
    }
    let list = fields.joined(separator: ", ").replacing("{  }", with: "{}")
    return fields.isEmpty ? nil : "app:expect { \(list) }"
  }

  /// The error message if the state is not that of the session.
  static let difference = "the state is not that of the session"

  /// Returns a statement that raises an error if the state differs from the given state.
  private func comparison(with tree: StateDocument) -> String {
    let text = literal(TreeRenderer.render(RenderSubject(tree: tree)))
    return "if app:render 'tree' ~= \(text) then error '\(Self.difference)' end"
  }

  private func text(of screen: StateDocument.Screen) -> String {
    guard !screen.arguments.isEmpty, screen.arguments == screen.arguments else {
      return literal(screen.name)
    }
    return "{ \(literal(screen.name)), \(screen.arguments.description.dropFirst(2))"
  }

  private func find(_ id: CoordinatorID, _ node: CoordinatorNode?) -> CoordinatorNode? {
    guard let node else { return nil }
    if node.id == id { return node }
    for child in node.children { if let found = find(id, child) { return found } }
    return nil
  }

  /// The Lua function that expects a rejection with a given code.
  private static let rejects = """
    ---@param code string of the rejection
    local function rejects(code, call)
      local isDone, message = pcall(call)
      if isDone then error("expected the rejection " .. code, 2) end
      if not tostring(message):find(code, 1, true) then error(message, 2) end
    end
    """

  /// The Lua function that finds a coordinator by its path. In a path, `Shop#2` refers to the
  /// second coordinator of its type.
  private static let finder = """
    ---@param path string such as "Home/Shop"
    local function at(path)
      local children = { app.main }
      local node
      for name, place in path:gmatch "([^/#]+)#?(%d*)" do
        local left = tonumber(place) or 1
        node = nil
        for _, child in ipairs(children) do
          if child.type == name then left = left - 1 end
          if left == 0 then
            node = child
            break
          end
        end
        if not node then error("there is no coordinator at " .. path, 2) end
        children = node.children
      end
      return node.router
    end
    """
}
