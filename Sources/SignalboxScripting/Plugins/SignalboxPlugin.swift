/// A plugin of the host application, written in Swift.
///
/// It registers members with the same registrar as plugins in Lua. One instance is created for each
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

  /// Registers the members of the plugin. After an error, they are removed.
  ///
  /// - Parameters:
  ///   - host: Adds the members; it can be retained and used until the teardown.
  ///   - options: The options in the configuration; by default an empty table.
  func setup(_ host: PluginRegistrar, options: ScriptValue) throws(ScriptError)

  /// Releases resources outside the session; its registrations are removed automatically.
  func teardown()
}

extension SignalboxPlugin {
  /// Has no effect by default.
  public func teardown() {}
}
