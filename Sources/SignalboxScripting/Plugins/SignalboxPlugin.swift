/// A plugin of the host application, written in Swift.
///
/// The plugin registers its members with a ``PluginRegistrar``, as Lua plugins do. Each session
/// creates its own instance of the plugin.
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

  /// Registers the plugin's members. If this method throws an error, the members that have been
  /// registered are removed.
  ///
  /// - Parameters:
  ///   - host: The registrar that adds the members. The registrar can be retained and used until
  ///     the plugin is torn down.
  ///   - options: The plugin's options in the configuration. The default is an empty table.
  func setup(_ host: PluginRegistrar, options: ScriptValue) throws(ScriptError)

  /// Releases resources outside the session. Registrations are removed automatically.
  func teardown()
}

extension SignalboxPlugin {
  /// The default implementation does nothing.
  public func teardown() {}
}
