internal import Signalbox
internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// The findings of `signalbox doctor`.
struct DoctorReport {
  private struct Section: Encodable {
    let title: String
    let entries: [HealthEntry]
  }

  private var sections: [Section] = []

  init(_ options: PluginOptions, _ limits: Limits) throws(ScriptError) {
    var environment = [Self.lua, Self.headers, Self.terminal]
    let project: Project
    do throws(ScriptError) {
      project = try Project(options)
      environment.append(
        project.path.map { HealthEntry(.ok, "\($0) is read") }
          ?? HealthEntry(.info, "there is no \(ProjectFile.name)"))
      environment += Self.trust(of: project)
    } catch {
      environment.append(Self.entry(of: error))
      project = Project(withoutFile: options)
    }
    sections.append(Section(title: "environment", entries: environment))
    let context = try PluginContext(project, limits)
    try context.session.plugins.loadAtStart()
    sections.append(Section(title: "plugins", entries: Self.plugins(context.session.plugins)))
    for plugin in context.session.plugins.loaded {
      Watchdog.begin("health.lua of plugin \(plugin.name)")
      do throws(ScriptError) {
        guard let entries = try plugin.health() else { continue }
        sections.append(Section(title: "plugin \(plugin.name)", entries: entries))
      } catch {
        sections.append(
          Section(
            title: "plugin \(plugin.name)",
            entries: [HealthEntry(.error, "its health.lua failed: \(error)")]))
      }
    }
    let failures = context.session.tearDownPlugins().map(Self.entry)
    if !failures.isEmpty { sections.append(Section(title: "teardown", entries: failures)) }
    context.session.close()
  }

  /// The number of errors.
  var errorCount: Int { sections.reduce(0) { $0 + $1.entries.count { $0.level == .error } } }

  // MARK: - Checks

  private static var lua: HealthEntry { HealthEntry(.ok, ScriptSession.luaRelease) }

  private static var headers: HealthEntry {
    let folders = [
      "/usr/include/lua5.4", "/usr/local/include/lua5.4", "/usr/include",
      "/opt/homebrew/opt/lua@5.4/include/lua5.4", "/usr/local/opt/lua@5.4/include/lua5.4",
    ]
    let found = folders.map { "\($0)/lua.h" }.first(where: FilePath.isFile)
    return found.map { HealthEntry(.ok, "the Lua headers are installed: \($0)") }
      ?? HealthEntry(
        .info, "the Lua headers are not installed; they are required only to build signalbox",
        advice: ["scripts/setup installs them"])
  }

  /// Returns findings that state whether each permission in the configuration file is in effect.
  private static func trust(of project: Project) -> [HealthEntry] {
    func entry(_ level: HealthEntry.Level, _ permissions: [PluginPermission], _ what: String)
      -> [HealthEntry]
    {
      let list = permissions.map(\.description).joined(separator: ", ")
      let advice = level == .ok ? [] : [project.trustAdvice]
      let file = project.path ?? ProjectFile.name
      return permissions.isEmpty
        ? [] : [HealthEntry(level, "\(file) grants \(list); \(what)", advice: advice)]
    }
    return entry(.ok, project.trust.given, "you trust the folder")
      + entry(.warn, project.trust.missing, "you have not trusted the folder")
  }

  private static var terminal: HealthEntry {
    guard isatty(OutputFile.output) == 1 else {
      return HealthEntry(
        .info, "standard output is not a terminal: the output is \(format(onTerminal: false))")
    }
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    if name.isEmpty || name == "dumb" {
      return HealthEntry(
        .warn, "the terminal is \(name.isEmpty ? "unknown" : "dumb"): the output is plain text",
        advice: ["set TERM, for example to xterm-256color"])
    }
    return HealthEntry(
      .ok, "the terminal is \(name): the output is \(format(onTerminal: true))")
  }

  private static func format(onTerminal: Bool) -> String {
    ColorChoice.auto.isColored(onTerminal: onTerminal) ? "colored" : "plain text"
  }

  private static func plugins(_ host: PluginHost) -> [HealthEntry] {
    let loaded = host.loaded.map { plugin in
      HealthEntry(
        .ok, "\(plugin.name) \(plugin.manifest?.version ?? "") (\(plugin.path))")
    }
    let all = loaded + host.rejections.map { entry(of: $0.error) }
    return all.isEmpty ? [HealthEntry(.info, "no plugin is loaded at startup")] : all
  }

  private static func entry(of error: ScriptError) -> HealthEntry {
    let place = error.location.map { "\($0): " } ?? ""
    return HealthEntry(.error, place + error.message, advice: error.hint.map { [$0] } ?? [])
  }

  // MARK: - Texts

  var text: String {
    sections.map { section in
      section.title + "\n" + section.entries.map(Self.lines(of:)).joined()
    }.joined(separator: "\n")
  }

  private static func lines(of entry: HealthEntry) -> String {
    let mark =
      switch entry.level {
      case .start: ""
      case .ok: "✓ "
      case .info: "· "
      case .warn: "! "
      case .error: "✗ "
      }
    return "  \(mark)\(DisplayText.line(entry.text))\n"
      + entry.advice.map { "      \(DisplayText.line($0))\n" }.joined()
  }

  var json: String {
    struct Report: Encodable {
      let sections: [Section]
      let errors: Int
    }
    return NavigationValue.line(Report(sections: sections, errors: errorCount))
  }
}
