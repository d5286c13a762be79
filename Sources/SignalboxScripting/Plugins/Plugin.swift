/// A plugin of a session.
public final class Plugin {
  /// The states of a plugin.
  public enum State: Sendable {
    /// The plugin has not been set up, or has been torn down.
    case available
    /// The plugin's `setup` is running.
    case settingUp
    /// The plugin has been set up.
    case loaded
    /// The plugin was rejected, for the given reason.
    case rejected(PluginRejection)
  }

  /// The name of the plugin and of its folder.
  public let name: String
  /// The path of the plugin in messages.
  public var path: String { code.path }
  /// Whether the plugin is included in the program.
  public let isBundled: Bool
  /// Whether the plugin replaces a bundled plugin with the same name.
  public let replacesBundled: Bool
  /// The manifest of the plugin, or `nil` if it could not be read.
  public internal(set) var manifest: PluginManifest?
  /// The state of the plugin.
  public internal(set) var state = State.available
  /// The wall-clock time for reading the manifest and setting the plugin up.
  public internal(set) var loadTime = Duration.zero

  let code: any PluginCode
  var registrar: PluginRegistrar?

  init(_ name: String, _ code: any PluginCode, isBundled: Bool, replacesBundled: Bool) {
    self.name = name
    self.code = code
    self.isBundled = isBundled
    self.replacesBundled = replacesBundled
  }

  /// The reason why the plugin was rejected, or `nil` if it was not rejected.
  public var rejection: PluginRejection? {
    if case .rejected(let rejection) = state { rejection } else { nil }
  }

  /// Whether the plugin has been set up.
  public var isLoaded: Bool {
    if case .loaded = state { true } else { false }
  }

  /// Runs the plugin's health check. Returns `nil` if there is none.
  ///
  /// - Throws: Any error that the check raises.
  public func health() throws(ScriptError) -> [HealthEntry]? { try code.health() }
}
