/// A plugin of the host application, written in Swift.
///
/// It registers members with the same registrar as plugins in Lua. One instance is created per
/// session.
///
/// ```swift
/// final class Badges: SignalboxPlugin {
///   let manifest = PluginManifest(name: "badges", version: "1.0.0", summary: "Counts badges")
///
///   func setup(_ host: PluginRegistrar, options: ScriptValue) throws(ScriptError) {
///     try host.global("badges", value: 0)
///   }
/// }
/// ```
public protocol SignalboxPlugin: AnyObject {
  /// The description of the plugin.
  var manifest: PluginManifest { get }

  /// Registers the plugin's members. If it throws, they are removed.
  ///
  /// - Parameters:
  ///   - host: Adds the members. It can be retained and used until the plugin is torn down.
  ///   - options: The options in the configuration; an empty table by default.
  func setup(_ host: PluginRegistrar, options: ScriptValue) throws(ScriptError)

  /// Releases resources outside the session. Registrations are removed automatically.
  func teardown()
}

extension SignalboxPlugin {
  /// Has no effect by default.
  public func teardown() {}
}
