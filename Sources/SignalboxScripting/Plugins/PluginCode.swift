internal import LuaRuntime

/// The code of a plugin, which is a folder of Lua files or an object of the host application.
protocol PluginCode: AnyObject {
  /// The path of the plugin in messages.
  var path: String { get }
  /// The plugins that the code has required so far.
  var required: [String] { get }

  func readManifest() throws(PluginRejection) -> PluginManifest

  /// - Parameter permitted: The requested permissions that have been granted.
  func setup(
    _ host: PluginRegistrar, options: ScriptValue, permitted: [Permission]
  ) throws(ScriptError)

  func teardown() throws(ScriptError)

  /// Returns a module of the plugin, such as `todo.store`. Code outside the plugin receives a
  /// read-only view of the module instead.
  func module(_ name: String) throws(LuaError) -> LuaValue

  /// A closure that restores the plugin's current references to Lua values, or `nil` if they cannot
  /// be restored.
  var restoring: (() -> Void)? { get }

  /// Returns the findings of the plugin's health check, or `nil` if there is no check.
  func health() throws(ScriptError) -> [HealthEntry]?
}

/// The code of a plugin that the host application implements.
final class NativePlugin: PluginCode {
  private let plugin: any SignalboxPlugin
  /// The path of all native plugins in messages.
  static let origin = "(host application)"
  let path = origin
  let required: [String] = []
  /// Always `nil`, because Swift code may retain any reference.
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
        manifest.name, at: path, .manifest, "its name \"\(manifest.name)\" is not valid",
        hint: "use letters, digits, - and _, starting with a letter")
    }
    guard PluginManifest.isVersion(manifest.version) else {
      throw PluginRejection(
        manifest.name, at: path, .manifest,
        "the version in its manifest is \"\(manifest.version)\", expected three numbers",
        hint: "write it as \"1.0.0\"")
    }
    return manifest
  }

  func setup(
    _ host: PluginRegistrar, options: ScriptValue, permitted: [Permission]
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
