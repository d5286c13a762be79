internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// Lists the plugins.
enum PluginsCommand: Command {
  static let name = "plugins"
  static let summary = "Lists the plugins that there are, and what those that are loaded have added"
  static let twin = "app:plugins()"

  static func run(_ argument: String, at prompt: Prompt) {
    guard prompt.takesNothing(argument, name) else { return }
    let plugins: [Plugin]
    do throws(ScriptError) {
      plugins = try prompt.session.plugins.survey()
    } catch {
      return prompt.fail(error.message, error.hint)
    }
    if plugins.isEmpty { return prompt.write("  there are no plugins\n") }
    let names = plugins.map { "\($0.name) \($0.manifest?.version ?? "")".trimmed }
    let width = names.map(DisplayText.width(of:)).max() ?? 0
    for (name, plugin) in zip(names, plugins) {
      prompt.write("  \(DisplayText.pad(name, to: width))  \(state(of: plugin, prompt))\n")
    }
  }

  private static func state(of plugin: Plugin, _ prompt: Prompt) -> String {
    if let refusal = plugin.refusal {
      return "\(prompt.palette.failure("refused")): \(refusal.error)"
    }
    guard plugin.isLoaded else { return "not loaded; \(plugin.manifest?.summary ?? "")" }
    let added = prompt.session.plugins.registry.contributions(of: plugin.name)
    var counts: [(kind: String, count: Int)] = []
    for contribution in added {
      let kind = "\(contribution.kind.rawValue)"
      if let index = counts.firstIndex(where: { $0.kind == kind }) {
        counts[index].count += 1
      } else {
        counts.append((kind, 1))
      }
    }
    let list = counts.map { "\($0.count) \($0.kind)" }.joined(separator: ", ")
    return list.isEmpty ? "loaded" : "loaded: \(list)"
  }
}
