internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// Draws the screens of the steps up to the current step, and the transitions between them.
enum GraphCommand {
  static let command = Command(
    "graph", "[FILE]",
    "Draws the screens of the steps up to the current one, and the transitions between them",
    details: """
      The graph is an image if the terminal shows images (Kitty, iTerm2 or Sixel), and otherwise
      text. Screens that the scripts declare and that were not shown are marked as not reached. FILE is
      an image or a page: .svg, .html, .dot, .mmd, .puml, .json or .txt. An existing file is kept; FILE!
      overwrites it.
      """,
    twin: "signalbox graph FILE, which explores every path", run)

  /// The maximum number of steps that are read before the current step.
  private static let maxSteps = 5000

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    guard let history = StepHistory("graph", at: prompt) else { return }
    let (graph, current) = graph(of: history, prompt)
    let (path, isForced) = PathArgument.split(argument)
    guard !path.isEmpty else { return show(graph, current, at: prompt) }
    guard let format = GraphFormat(endingOf: path) else {
      return prompt.fail(
        ".graph: \"\(path)\" does not end in .svg, .html, .dot, .mmd, .puml, .json or .txt")
    }
    guard let host = prompt.commandHost(for: "graph") else { return }
    do throws(ScriptError) {
      let text = format.text(of: graph, titled: "Session", current: current)
      try host.write(Array(text.utf8), to: path, replacing: isForced)
      prompt.write("  wrote \(path)\n")
    } catch {
      prompt.fail(".graph: \(error.message)", error.hint)
    }
  }

  /// Shows a graph as an image if possible, and otherwise as text.
  private static func show(_ graph: ScreenGraph, _ current: Int?, at prompt: Prompt) {
    var reason = ""
    do throws(ScriptError) {
      let image = try prompt.context.host?.terminalImage {
        GraphFormat.image(of: graph, titled: "Session", current: current)
      }
      if let image { return prompt.write(image) }
    } catch {
      reason = "  \(DisplayText.line(error.message))\(error.hint.map { "; \($0)" } ?? "")\n"
    }
    let text = GraphFormat.txt.text(of: graph, titled: "", current: current)
    prompt.write(text.split(separator: "\n").map { "  \($0)\n" }.joined() + reason)
  }

  /// Returns the graph of the steps up to the current step, and the index of the front screen, if
  /// any.
  private static func graph(of history: StepHistory, _ prompt: Prompt) -> (ScreenGraph, Int?) {
    var graph = ScreenGraph()
    var current: Int?
    let engine = prompt.session.engine
    for number in max(history.oldest, history.present - maxSteps)...history.present {
      guard let tree = engine.tree(atStep: history.step(number).state), let front = tree.front
      else {
        continue
      }
      let owner = tree.coordinator(front.owner)?.type ?? ""
      let target = graph.add(front.name, of: owner)
      if target != current { graph.add(front.name, of: owner, states: 1) }
      if let current, current != target {
        graph.connect(current, to: target, by: history.cause(of: number))
      }
      current = target
    }
    for type in prompt.session.declaredTypes {
      for route in type.routes where route.coordinator == nil {
        graph.add(route.name, of: type.name)
      }
    }
    return (graph, current)
  }
}
