/// A plugin of a session.
public final class Plugin {
  /// How far it is.
  public enum State: Sendable {
    /// Its manifest is known; nothing was set up.
    case available
    /// Its `setup` runs.
    case settingUp
    /// Everything works.
    case loaded
    /// It does not load, for this reason.
    case rejected(PluginRejection)
  }

  /// What it is called: the name of its folder.
  public let name: String
  /// Where it comes from, as messages show it.
  public var path: String { code.path }
  /// Whether it comes with the program.
  public let isBundled: Bool
  /// Whether it takes the place of a bundled one of its name.
  public let replacesBundled: Bool
  /// What it says of itself; `nil` where that could not be read.
  public internal(set) var manifest: PluginManifest?
  /// How far it is.
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

  /// Why it does not load.
  public var rejection: PluginRejection? {
    if case .rejected(let rejection) = state { rejection } else { nil }
  }

  /// Whether it is set up.
  public var isLoaded: Bool {
    if case .loaded = state { true } else { false }
  }

  /// Runs its health check; `nil` where it has none.
  ///
  /// - Throws: what the check throws.
  public func health() throws(ScriptError) -> [HealthEntry]? { try code.health() }
}
