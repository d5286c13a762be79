internal import Signalbox
internal import SignalboxScripting

/// Selects the coordinator to which later commands refer.
enum CdCommand {
  static let command = Command(
    "cd", "NAME | .. | /", "Selects a coordinator: self and router refer to it until .cd /",
    details: """
      NAME is the type of a coordinator, the id of a page, or a path such as Home/shop.
      Children of the selected coordinator take precedence. The prompt shows the selection.
      """,
    twin: "self = app:coordinator \"Name\"; router = self.router", run)

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    let engine = prompt.session.engine
    if argument.isEmpty || argument == "/" { return prompt.leavePlace() }
    let tree = engine.tree
    guard tree.main != nil else { return prompt.fail(".cd: nothing has been launched") }
    let finder = CoordinatorFinder(tree: tree)
    let here = prompt.context.place.flatMap(engine.node(of:))
    if argument == "..", here == nil || here?.id == engine.main {
      return prompt.leavePlace()
    }
    guard let found = finder.find(argument, from: here) else {
      return finder.reject(argument, of: "cd", at: prompt)
    }
    prompt.enter(found.id)
  }
}
