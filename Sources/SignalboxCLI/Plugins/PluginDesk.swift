internal import SignalboxScenarios
internal import SignalboxScripting

/// A session that is there to tell of its plugins.
struct PluginDesk {
  let session: ScriptSession
  private let output = OutputFile(OutputFile.output)

  init(_ options: PluginOptions, _ limits: Limits) throws(ScriptError) {
    try self.init(try Project(options), limits)
  }

  init(_ project: Project, _ limits: Limits) throws(ScriptError) {
    var configuration = ScriptConfiguration(
      plugins: project.plugins(SourceShelf(), timeout: limits.timeout?.duration))
    if let memory = limits.memory { configuration.memoryLimit = memory.bytes }
    session = try ScriptSession(configuration)
    // What plugins print would be in the way of what is asked for.
    session.output = { _ in }
    session.becomeInterruptTarget()
    ScriptSession.installInterruptHandler()
    try session.plugins.loadAtStart()
  }

  func write(_ text: String) {
    output.write(text)
    output.flush()
  }

  /// Refusals of names that belong to no plugin: asked for and not there, or second of their name.
  var strays: [PluginRefusal] {
    session.plugins.refusals.filter { [.duplicate].contains($0.reason) || $0.path.isEmpty }
  }

  // MARK: - Text

  func table(of plugins: [Plugin]) -> String {
    let rows = plugins.map { plugin in
      [
        plugin.name, plugin.manifest?.version ?? "-", word(for: plugin),
        plugin.path + (plugin.replacesBundled ? " (replaces the bundled one)" : ""),
        plugin.isLoaded ? "\(milliseconds(plugin)) ms" : "",
        grants(of: plugin).joined(separator: " "),
      ]
    }
    let widths = (0..<6).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for (row, plugin) in zip(rows, plugins) {
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      text += cells.joined(separator: "  ").trimmedEnd + "\n"
      if let refusal = plugin.refusal { text += report(refusal) }
    }
    for refusal in strays { text += report(refusal) }
    return text.isEmpty ? "there are no plugins\n" : text
  }

  func page(of plugin: Plugin) -> String {
    let manifest = plugin.manifest
    var text = "\(plugin.name) \(manifest?.version ?? "")".trimmedEnd
    if let summary = manifest?.summary, !summary.isEmpty { text += " · \(summary)" }
    text += "\n  path     \(plugin.path)"
    if plugin.replacesBundled { text += " (replaces the bundled one)" }
    text += "\n  state    \(word(for: plugin))\n"
    if let license = manifest?.license, !license.isEmpty { text += "  license  \(license)\n" }
    for (index, need) in (manifest?.needs ?? []).enumerated() {
      let isDenied = Capability(need).map {
        !session.plugins.isGranted($0, to: plugin.name)
      }
      let mark = isDenied == nil ? "" : isDenied == true ? " (not granted)" : " (granted)"
      text += "  \(index == 0 ? "needs" : "     ")    \(need)\(mark)\n"
    }
    for (index, item) in added(by: plugin).enumerated() {
      let name = item.name.isEmpty ? "" : " \(item.name)"
      let summary = item.summary.isEmpty ? "" : ": \(item.summary)"
      text += "  \(index == 0 ? "adds" : "    ")     \(item.kind.rawValue)\(name)\(summary)\n"
    }
    return text + (plugin.refusal.map(report) ?? "")
  }

  private func report(_ refusal: PluginRefusal) -> String {
    FailureReport(refusal.error, sources: SourceShelf()).text.split(separator: "\n")
      .map { "  \($0)\n" }.joined()
  }

  private func word(for plugin: Plugin) -> String {
    switch plugin.state {
    case .available: "available"
    case .settingUp: "settingUp"
    case .loaded: "loaded"
    case .refused: "refused"
    }
  }

  private func grants(of plugin: Plugin) -> [String] {
    (plugin.manifest?.capabilities ?? []).filter {
      session.plugins.isGranted($0, to: plugin.name)
    }.map(\.description)
  }

  private func added(by plugin: Plugin) -> [PluginContribution] {
    session.plugins.registry.contributions(of: plugin.name)
  }

  private func milliseconds(_ plugin: Plugin) -> Int {
    let parts = plugin.loadTime.components
    return Int(parts.seconds * 1000) + Int(parts.attoseconds / 1_000_000_000_000_000)
  }

  // MARK: - JSON

  func json(of plugins: [Plugin]) -> String {
    JSONText.text(
      of: .object([
        ("plugins", .list(plugins.map { .object(fields(of: $0)) })),
        ("refusals", .list(strays.map { .object(Self.fields(of: $0)) })),
      ])) + "\n"
  }

  func json(of plugin: Plugin) -> String {
    let items = added(by: plugin).map { item in
      JSONText.Value.object([
        ("kind", .string(item.kind.rawValue)), ("name", .string(item.name)),
        ("summary", .string(item.summary)),
      ])
    }
    return JSONText.text(of: .object(fields(of: plugin) + [("adds", .list(items))])) + "\n"
  }

  private func fields(of plugin: Plugin) -> [(String, JSONText.Value?)] {
    let manifest = plugin.manifest
    return [
      ("name", .string(plugin.name)), ("version", manifest.map { .string($0.version) }),
      ("state", .string(word(for: plugin))), ("path", .string(plugin.path)),
      ("isBundled", .boolean(plugin.isBundled)),
      ("replacesBundled", .boolean(plugin.replacesBundled)),
      ("summary", manifest.map { .string($0.summary) }),
      ("license", manifest.map { .string($0.license) }),
      ("needs", .list((manifest?.needs ?? []).map { .string($0) })),
      ("grants", .list(grants(of: plugin).map { .string($0) })),
      ("milliseconds", plugin.isLoaded ? .integer(milliseconds(plugin)) : nil),
      ("refusal", plugin.refusal.map { .object(Self.fields(of: $0)) }),
    ]
  }

  private static func fields(of refusal: PluginRefusal) -> [(String, JSONText.Value?)] {
    [
      ("plugin", .string(refusal.plugin)), ("path", .string(refusal.path)),
      ("code", .string(refusal.reason.rawValue)), ("message", .string(refusal.error.message)),
      ("hint", refusal.error.hint.map { .string($0) }),
      ("file", refusal.error.location.map { .string($0.file) }),
      ("line", refusal.error.location.map { .integer($0.line) }),
    ]
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
