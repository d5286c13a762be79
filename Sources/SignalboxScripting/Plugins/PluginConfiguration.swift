/// Which plugins a session may have, and what they may do.
public struct PluginConfiguration {
  /// Where folder plugins come from; a name in an earlier one goes before the same name in a later.
  public var libraries: [any PluginLibrary]
  /// Makes the plugins of the host application, one of each for every session.
  public var native: [() -> any SignalboxPlugin]
  /// Plugins that load at the start beside those whose library says so.
  public var start: [String]
  /// What the user lets plugins do.
  public var permissions: [PluginPermission]
  /// What the project grants itself and the user has not confirmed: nothing of it is given, and
  /// plugins that need it are rejected with ``trustAdvice``.
  public var untrusted: [PluginPermission] = []
  /// Whether plugins get all that they need, from a system that gives nothing.
  package var givesAll = false
  /// What the user does to confirm it.
  public var trustAdvice: String?
  /// What each plugin's `setup` gets.
  public var options: [String: ScriptValue]
  /// What granted plugins reach of the system; `nil` rejects all of it.
  public var system: (any PluginSystem)?
  /// Names that plugins must not define, because layers above have them: commands and the like, and
  /// functions that only some sessions have.
  public var reserved: [PluginContribution.Kind: Set<String>]
  /// How long each piece of a plugin's code may take: `plugin.lua`, `setup`, `teardown` and
  /// `health.lua`; `nil` is ten seconds.
  public var timeout: Duration?

  /// The wall-clock limit of each call of a plugin's code.
  var limit: Duration { timeout ?? .seconds(10) }

  /// The bundled plugins on demand and nothing else, or what is given.
  public init(
    libraries: [any PluginLibrary] = [BundledPlugins()],
    native: [() -> any SignalboxPlugin] = [], start: [String] = [],
    permissions: [PluginPermission] = [],
    options: [String: ScriptValue] = [:], system: (any PluginSystem)? = nil,
    reserved: [PluginContribution.Kind: Set<String>] = [:], timeout: Duration? = nil
  ) {
    self.libraries = libraries
    self.native = native
    self.start = start
    self.permissions = permissions
    self.options = options
    self.system = system
    self.reserved = reserved
    self.timeout = timeout
  }
}

/// A folder with a `plugin.lua` in it.
public struct PluginFolder: Hashable, Sendable {
  /// The folder's name, which is the plugin's.
  public let name: String
  /// As messages show it.
  public let path: String

  /// A folder of that name at that path.
  public init(name: String, path: String) {
    self.name = name
    self.path = path
  }
}

/// Where folder plugins come from: a folder of a project, or the program itself.
public protocol PluginLibrary: AnyObject {
  /// Its plugins, sorted by the bytes of their names.
  ///
  /// - Throws: where they cannot be listed; that is reported, and all other plugins load.
  func folders() throws(ScriptError) -> [PluginFolder]
  /// Whether all of them load at the start; the others wait until a script requires them.
  var loadsAtStart: Bool { get }
  /// Whether they come with the program.
  var isBundled: Bool { get }

  /// The text of a file such as `lua/init.lua`; `nil` where there is none.
  func text(_ file: String, of folder: PluginFolder) throws(ScriptError) -> [UInt8]?
}

/// What granted plugins reach of the system.
///
/// Folders are those of grants; a path that leads out of its folder, links followed, is an error.
public protocol PluginSystem: AnyObject {
  /// The bytes of a file; one that has more than `most` is an error, and is not read to its end.
  func read(_ path: String, below folder: String, most: Int) throws(ScriptError) -> [UInt8]

  /// The names in a folder, sorted by their bytes.
  func list(_ path: String, below folder: String) throws(ScriptError) -> [String]

  /// Replaces a file.
  func write(_ bytes: [UInt8], to path: String, below folder: String) throws(ScriptError)

  /// The value of a variable of the environment.
  func environment(_ name: String) -> String?

  /// Runs a program to its end, without a shell and without input.
  func run(
    _ command: String, _ arguments: [String], timeout: Duration
  ) throws(ScriptError) -> PluginProcess
}

/// What a program came to.
public struct PluginProcess: Hashable, Sendable {
  /// What it wrote on standard output.
  public let output: [UInt8]
  /// What it wrote on standard error.
  public let errors: [UInt8]
  /// Its exit code; 128 and the signal's number where a signal ended it.
  public let code: Int

  /// What a program came to.
  public init(output: [UInt8], errors: [UInt8], code: Int) {
    self.output = output
    self.errors = errors
    self.code = code
  }
}
