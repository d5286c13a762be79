/// A plugin of a session.
public final class Plugin {
  /// The states of a plugin.
  public enum State: Sendable {
    /// Its manifest is known, but it has not been set up.
    case available
    /// Its `setup` is running.
    case settingUp
    /// It is set up.
    case loaded
    /// It was rejected, with the reason.
    case rejected(PluginRejection)
  }

  /// The name of the plugin and of its folder.
  public let name: String
  /// The path in messages.
  public var path: String { code.path }
  /// Whether it is included in the program.
  public let isBundled: Bool
  /// Whether it replaces a bundled plugin with the same name.
  public let replacesBundled: Bool
  /// Its manifest; `nil` if it could not be read.
  public internal(set) var manifest: PluginManifest?
  /// Its state.
  public internal(set) var state = State.available
  /// The wall-clock time that reading its manifest and setting it up took.
  public internal(set) var loadTime = Duration.zero

  let code: any PluginCode
  var registrar: PluginRegistrar?

  init(_ name: String, _ code: any PluginCode, isBundled: Bool, replacesBundled: Bool) {
    self.name = name
    self.code = code
    self.isBundled = isBundled
    self.replacesBundled = replacesBundled
  }

  /// The reason why it was rejected, or `nil` if it was not.
  public var rejection: PluginRejection? {
    if case .rejected(let rejection) = state { rejection } else { nil }
  }

  /// Whether it is set up.
  public var isLoaded: Bool {
    if case .loaded = state { true } else { false }
  }

  /// Runs its health check. Returns `nil` if it has none.
  ///
  /// - Throws: The errors that the check throws.
  public func health() throws(ScriptError) -> [HealthEntry]? { try code.health() }
}
