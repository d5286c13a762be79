internal import LuaRuntime

/// What a plugin is made of: a folder of Lua or an object of the host application.
protocol PluginCode: AnyObject {
  /// Where it comes from, as messages show it.
  var path: String { get }
  /// The plugins that its code has required so far.
  var required: [String] { get }

  func readManifest() throws(PluginRejection) -> PluginManifest

  /// - Parameter granted: What it needs and has been granted.
  func setup(
    _ host: PluginRegistrar, options: ScriptValue, granted: [Permission]
  ) throws(ScriptError)

  func teardown() throws(ScriptError)

  /// The value of a module such as `todo.store`, as the plugin itself has it.
  func module(_ name: String) throws(LuaError) -> LuaValue

  /// Puts back what it holds of scripts now; `nil` where that cannot be done.
  var restoring: (() -> Void)? { get }

  /// What its health check says; `nil` where it has none.
  func health() throws(ScriptError) -> [HealthEntry]?
}

/// A plugin of the host application.
final class NativePlugin: PluginCode {
  private let plugin: any SignalboxPlugin
  /// How messages call where it comes from.
  static let origin = "(host application)"
  let path = origin
  let required: [String] = []
  /// Swift code may hold anything.
  var restoring: (() -> Void)? { nil }

  init(_ plugin: any SignalboxPlugin) { self.plugin = plugin }

  func readManifest() throws(PluginRejection) -> PluginManifest {
    let manifest = plugin.manifest
    guard manifest.api == PluginManifest.api else {
      throw PluginRejection(
        manifest.name, at: path, .api,
        "its api is \(manifest.api), expected \(PluginManifest.api)",
        hint: "build it for api \(PluginManifest.api)")
    }
    guard PluginManifest.isName(manifest.name) else {
      throw PluginRejection(
        manifest.name, at: path, .manifest, "its name is \"\(manifest.name)\"",
        hint: "letters, digits, - and _ make a name")
    }
    guard PluginManifest.isVersion(manifest.version) else {
      throw PluginRejection(
        manifest.name, at: path, .manifest,
        "version of its manifest is \"\(manifest.version)\", expected three numbers",
        hint: "write it as \"1.0.0\"")
    }
    return manifest
  }

  func setup(
    _ host: PluginRegistrar, options: ScriptValue, granted: [Permission]
  ) throws(ScriptError) {
    try plugin.setup(host, options: options)
  }

  func teardown() { plugin.teardown() }

  func module(_ name: String) throws(LuaError) -> LuaValue {
    throw LuaError(
      code: ScriptError.moduleCode,
      "require: plugin \"\(name)\" is part of the host application and has no modules")
  }

  func health() -> [HealthEntry]? { nil }
}
