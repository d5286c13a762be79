internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// The available plugins, read from their manifests without running their code.
struct PluginList {
  private let configuration: PluginConfiguration
  private let plugins: [PluginOutline]
  private let strays: [PluginRejection]

  init(_ configuration: PluginConfiguration) {
    self.configuration = configuration
    plugins = configuration.outlines
    strays = configuration.strays
  }

  /// Whether all plugins can be loaded, as far as this can be determined.
  var isSound: Bool { strays.isEmpty && plugins.allSatisfy { $0.rejection == nil } }

  // MARK: - Text

  var text: String {
    let rows = plugins.map { plugin in
      [
        plugin.name, plugin.manifest?.version ?? "-", Self.word(for: plugin),
        plugin.path + (plugin.replacesBundled ? " (replaces the bundled one)" : ""),
        DisplayText.line(permitted(of: plugin).joined(separator: " ")),
      ]
    }
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for (row, plugin) in zip(rows, plugins) {
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      text += cells.joined(separator: "  ").trimmedEnd + "\n"
      if let rejection = plugin.rejection { text += Self.report(rejection) }
    }
    for rejection in strays { text += Self.report(rejection) }
    return text.isEmpty ? "there are no plugins\n" : text
  }

  static func report(_ rejection: PluginRejection) -> String {
    FailureReport(rejection.error, sources: SourceCache()).text.split(separator: "\n")
      .map { "  \($0)\n" }.joined()
  }

  /// Returns a word that describes a plugin's state. The state is unknown if the manifest is
  /// computed, because the plugin's code is not run.
  private static func word(for plugin: PluginOutline) -> String {
    if plugin.rejection != nil { return "rejected" }
    if plugin.manifest == nil { return "unknown" }
    return plugin.loadsAtStart ? "at start" : "available"
  }

  private func permitted(of plugin: PluginOutline) -> [String] {
    (plugin.manifest?.permissions ?? []).filter {
      configuration.isPermitted($0, to: plugin.name)
    }.map(\.description)
  }

  // MARK: - JSON

  var json: String {
    let list = plugins.map { plugin in
      NavigationValue.fields(
        Self.fields(plugin.manifest, permitted(of: plugin), plugin.rejection) + [
          ("name", .string(plugin.name)), ("state", .string(Self.word(for: plugin))),
          ("path", .string(plugin.path)), ("isBundled", .boolean(plugin.isBundled)),
          ("replacesBundled", .boolean(plugin.replacesBundled)),
          ("loadsAtStart", .boolean(plugin.loadsAtStart)),
        ])
    }
    let rejections = strays.map { NavigationValue.fields(Self.fields(of: $0)) }
    return NavigationValue.table(["plugins": .list(list), "rejections": .list(rejections)]).line
      + "\n"
  }

  /// Returns the fields of a manifest, the granted permissions and, if the plugin fails to load,
  /// the reason.
  static func fields(
    _ manifest: PluginManifest?, _ permitted: [String], _ rejection: PluginRejection?
  ) -> [(String, NavigationValue?)] {
    [
      ("version", manifest.map { .string($0.version) }),
      ("summary", manifest.map { .string($0.summary) }),
      ("license", manifest.map { .string($0.license) }),
      ("dependencies", .texts(manifest?.dependencies ?? [])),
      ("permissions", .texts((manifest?.permissions ?? []).map(\.description))),
      ("granted", .texts(permitted)), ("rejection", rejection.map { .fields(fields(of: $0)) }),
    ]
  }

  private static func fields(of rejection: PluginRejection) -> [(String, NavigationValue?)] {
    [
      ("plugin", .string(rejection.plugin)), ("path", .string(rejection.path)),
      ("code", .string(rejection.reason.rawValue)), ("message", .string(rejection.error.message)),
      ("hint", rejection.error.hint.map { .string($0) }),
      ("file", rejection.error.location.map { .string($0.file) }),
      ("line", rejection.error.location.map { .integer($0.line) }),
    ]
  }
}

extension String {
  /// The string without trailing spaces.
  var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
