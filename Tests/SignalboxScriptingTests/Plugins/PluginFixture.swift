import Signalbox
import SignalboxScripting
import Testing

/// A session whose plugins are given as strings.
final class PluginFixture {
  /// A library of strings, keyed by path, such as `todo/plugin.lua`.
  final class Library: PluginLibrary {
    let files: [String: String]
    let names: [String]
    let loadsAtStart: Bool
    let isBundled: Bool

    init(
      _ files: [String: String], names: [String]? = nil, loadsAtStart: Bool = true,
      isBundled: Bool = false
    ) {
      self.files = files
      let folders = Set(files.keys.map { String($0.prefix { $0 != "/" }) })
      self.names = names ?? folders.sorted()
      self.loadsAtStart = loadsAtStart
      self.isBundled = isBundled
    }

    func folders() -> [PluginFolder] {
      names.map { PluginFolder(name: $0, path: "\(isBundled ? "(bundled)" : "plugins")/\($0)") }
    }

    func text(_ file: String, of folder: PluginFolder) -> [UInt8]? {
      files["\(folder.name)/\(file)"].map { Array($0.utf8) }
    }
  }

  let session: ScriptSession
  private let lines: Lines

  private final class Lines {
    var printed: [String] = []
  }

  init(
    _ files: [String: String] = [:], bundled: [String: String] = [:],
    modules: [String: String] = [:],
    configuration: PluginConfiguration = PluginConfiguration(libraries: []), loads: Bool = true
  ) throws {
    let lines = Lines()
    self.lines = lines
    var plugins = configuration
    plugins.libraries +=
      [Library(files), Library(bundled, loadsAtStart: false, isBundled: true)]
    let source = ScriptFixture.Modules()
    source.sources = modules
    session = try ScriptSession(ScriptConfiguration(modules: source, plugins: plugins))
    session.addHooks(SessionHooks(output: { lines.printed.append($0) }))
    if loads { try session.plugins.loadAtStart() }
  }

  /// The reports of all rejected plugins, in order.
  var reports: [String] { session.plugins.rejections.map(\.error.description) }

  /// The names of the plugins that are set up, in order.
  var loaded: [String] { session.plugins.loaded.map(\.name) }

  /// Runs a script and returns the output since the last call.
  @discardableResult
  func run(_ script: String) throws -> [String] {
    try session.run(Array(script.utf8), name: "test.lua")
    return takePrinted()
  }

  func takePrinted() -> [String] {
    defer { lines.printed = [] }
    return lines.printed
  }

  /// Runs a script that must fail and returns the text of its error.
  func failure(of script: String) -> String {
    do {
      try session.run(Array(script.utf8), name: "test.lua")
      return "no error"
    } catch {
      return error.description
    }
  }

  /// The text of a `plugin.lua`.
  static func manifest(
    _ name: String, dependencies: [String] = [], permissions: [String] = [], setup: String = "",
    more: String = ""
  ) -> String {
    func list(_ texts: [String]) -> String {
      texts.map { "\"\($0)\"" }.joined(separator: ", ")
    }
    return """
      return {
        name = "\(name)", version = "1.0.0", api = 1, summary = "A plugin", \
        dependencies = { \(list(dependencies)) }, permissions = { \(list(permissions)) },
        setup = function(host, options) \(setup) end,
        \(more)
      }
      """
  }

  /// Returns a description of everything that plugins can have changed in a session.
  var registries: [String] {
    let registry = session.plugins.registry
    return registry.contributions.map { "\($0.kind) \($0.name) of \($0.plugin)" }
      + ExtensionPoint.allCases.flatMap { point in
        session.host.extensions(of: point).map { "\(point) \($0.name)" }
      }
      + session.engine.coordinatorTypeNames.map { "coordinator \($0)" }
      + session.engine.registry.customStyleNames.map { "style \($0)" }
      + session.engine.registry.applicationLinkPatterns.map { "link \($0)" }
      + session.engine.registry.rewrittenSchemes.map { "scheme \($0)" }
  }
}
