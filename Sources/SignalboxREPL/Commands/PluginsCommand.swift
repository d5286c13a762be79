internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// Lists the plugins.
enum PluginsCommand {
  static let command = Command(
    "plugins", "Lists the plugins and what each loaded plugin has added",
    twin: "app:plugins()", run)

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    let host = prompt.session.plugins
    let outlines = host.configuration.outlines
    if outlines.isEmpty { return prompt.write("  there are no plugins\n") }
    let names = outlines.map { outline in
      let manifest = host.plugin(named: outline.name)?.manifest ?? outline.manifest
      return "\(outline.name) \(manifest?.version ?? "")".trimmed
    }
    let width = names.map(DisplayText.width(of:)).max() ?? 0
    for (name, outline) in zip(names, outlines) {
      prompt.write("  \(DisplayText.pad(name, to: width))  \(state(of: outline, prompt))\n")
    }
  }

  private static func state(of outline: PluginOutline, _ prompt: Prompt) -> String {
    let plugin = prompt.session.plugins.plugin(named: outline.name)
    if let rejection = plugin?.rejection ?? outline.rejection {
      return "\(prompt.palette.failure("rejected")): \(rejection.error)"
    }
    guard let plugin, plugin.isLoaded else {
      let summary = outline.manifest?.summary ?? ""
      return summary.isEmpty ? "not loaded" : "not loaded; \(summary)"
    }
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
