internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// A session that sets up plugins only to describe or check them.
struct PluginContext {
  let session: ScriptSession
  private let output = OutputFile(OutputFile.output)

  init(_ project: Project, _ limits: Limits) throws(ScriptError) {
    var configuration = ScriptConfiguration(
      plugins: project.plugins(SourceCache(), timeout: limits.timeout?.duration))
    configuration.hold(to: limits.memory?.bytes)
    session = try ScriptSession(configuration)
    // The output of plugins is discarded, because it would be mixed with the output of the command.
    session.addHooks(SessionHooks(output: { _ in }))
    session.becomeInterruptTarget()
    ProcessSignals.installInterruptHandler()
  }

  func write(_ text: String) {
    output.print(text)
  }

  // MARK: - Text

  func page(of plugin: Plugin) -> String {
    let manifest = plugin.manifest
    var text = "\(plugin.name) \(manifest?.version ?? "")".trimmedEnd
    if let summary = manifest?.summary, !summary.isEmpty {
      text += " · \(DisplayText.line(summary))"
    }
    text += "\n  path     \(plugin.path)"
    if plugin.replacesBundled { text += " (replaces the bundled one)" }
    text += "\n  state    \(word(for: plugin))\n"
    if let license = manifest?.license, !license.isEmpty {
      text += "  license  \(DisplayText.line(license))\n"
    }
    for need in manifest?.dependencies ?? [] { text += "  depends  plugin \(need)\n" }
    for permission in manifest?.permissions ?? [] {
      let isPermitted = session.plugins.configuration.isPermitted(permission, to: plugin.name)
      let mark = isPermitted ? "granted" : "not granted"
      text += "  permits  \(DisplayText.line(permission.description)) (\(mark))\n"
    }
    for (index, item) in added(by: plugin).enumerated() {
      let name = item.name.isEmpty ? "" : " \(item.name)"
      let summary = item.summary.isEmpty ? "" : ": \(item.summary)"
      text +=
        "  \(index == 0 ? "adds" : "    ")     "
        + DisplayText.line("\(item.kind.rawValue)\(name)\(summary)") + "\n"
    }
    return text + (plugin.rejection.map(PluginList.report) ?? "")
  }

  private func word(for plugin: Plugin) -> String {
    switch plugin.state {
    case .available: "available"
    case .settingUp: "settingUp"
    case .loaded: "loaded"
    case .rejected: "rejected"
    }
  }

  private func permitted(of plugin: Plugin) -> [String] {
    (plugin.manifest?.permissions ?? []).filter {
      session.plugins.configuration.isPermitted($0, to: plugin.name)
    }.map(\.description)
  }

  private func added(by plugin: Plugin) -> [PluginContribution] {
    session.plugins.registry.contributions(of: plugin.name)
  }

  // MARK: - JSON

  func json(of plugin: Plugin) -> String {
    let items = added(by: plugin).map { item in
      NavigationValue.table([
        "kind": .string(item.kind.rawValue), "name": .string(item.name),
        "summary": .string(item.summary),
      ])
    }
    let fields = PluginList.fields(plugin.manifest, permitted(of: plugin), plugin.rejection)
    return NavigationValue.fields(
      fields + [
        ("name", .string(plugin.name)), ("state", .string(word(for: plugin))),
        ("path", .string(plugin.path)), ("isBundled", .boolean(plugin.isBundled)),
        ("replacesBundled", .boolean(plugin.replacesBundled)), ("adds", .list(items)),
      ]
    ).line + "\n"
  }
}
