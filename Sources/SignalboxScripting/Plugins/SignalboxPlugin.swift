/// A plugin of the host application, written in Swift.
///
/// It registers through the same registrar as plugins in Lua do. One is made for each session.
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
  /// What it says of itself.
  var manifest: PluginManifest { get }

  /// Registers what it adds. What was registered before an error is taken back.
  ///
  /// - Parameter options: What the user configured for it; an empty table where that is nothing.
  func setup(_ host: PluginRegistrar, options: ScriptValue) throws(ScriptError)

  /// Lets go of what it holds outside of the session; its registrations go by themselves.
  func teardown()
}

extension SignalboxPlugin {
  /// Does nothing.
  public func teardown() {}
}
