/// The plugins of a session, and their permissions.
public struct PluginConfiguration {
  /// The sources of folder plugins. If two sources contain a plugin with the same name, the earlier
  /// source is used.
  public var libraries: [any PluginLibrary]
  /// The functions that create the host application's plugins. Each session calls the functions to
  /// create its own plugins; ``outlines`` and ``strays`` also call them.
  public var native: [() -> any SignalboxPlugin]
  /// The names of the plugins to load at startup, in addition to those that the libraries load.
  public var start: [String]
  /// The names of library plugins that do not load at startup, but only when a script requires
  /// them.
  public var heldBack: Set<String> = []
  /// The permissions that the user has granted.
  public var permissions: [PluginPermission]
  /// The permissions that the project requests and that the user has not confirmed. These
  /// permissions are not granted, and plugins that require them are rejected with ``trustAdvice``.
  public var untrusted: [PluginPermission] = []
  /// Whether all permissions are granted to plugins, for use with a system object that denies all
  /// access.
  package var allowsAll = false
  /// Advice on how the user can confirm the ``untrusted`` permissions, or `nil` if there is none.
  public var trustAdvice: String?
  /// The options that each plugin's `setup` receives, keyed by plugin name.
  public var options: [String: ScriptValue]
  /// The object through which plugins with permissions access the system, or `nil` to deny all
  /// access.
  public var system: (any PluginSystem)?
  /// The names that plugins must not define because higher-level modules use them, such as the
  /// names of commands, or of functions that only some sessions provide.
  public var reserved: [PluginContribution.Kind: Set<String>]
  /// The wall-clock limit for each part of a plugin's code: `plugin.lua`, `setup`, `teardown` and
  /// `health.lua`. If `nil`, the limit is ten seconds.
  public var timeout: Duration?

  /// The wall-clock limit for each call into a plugin's code.
  var limit: Duration { timeout ?? .seconds(10) }

  /// Creates a configuration. By default, the bundled plugins load on demand.
  ///
  /// - Parameters:
  ///   - libraries: The sources of folder plugins. If two sources contain a plugin with the same
  ///     name, the earlier source is used.
  ///   - native: The functions that create the host application's plugins. Each session calls the
  ///     functions to create its own plugins; ``outlines`` and ``strays`` also call them.
  ///   - start: The names of the plugins to load at startup, in addition to those that the libraries
  ///     load.
  ///   - permissions: The permissions that the user has granted. A plugin that requires other
  ///     permissions is rejected.
  ///   - options: The options that each plugin's `setup` receives, keyed by plugin name.
  ///   - system: The object through which plugins with permissions access the system, or `nil`
  ///     to deny all access.
  ///   - reserved: The names that plugins must not define because higher-level modules use them.
  ///   - timeout: The wall-clock limit for each part of a plugin's code. If `nil`, the limit is ten
  ///     seconds.
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

/// A folder that contains a `plugin.lua` file.
public struct PluginFolder: Hashable, Sendable {
  /// The name of the folder, which is also the name of the plugin.
  public let name: String
  /// The path of the folder in messages.
  public let path: String

  /// Creates a folder.
  ///
  /// - Parameters:
  ///   - name: The name of the folder and of the plugin.
  ///   - path: The path of the folder in messages, which the library also uses to find the files.
  public init(name: String, path: String) {
    self.name = name
    self.path = path
  }
}

/// A source of folder plugins, which is a project's folder or the program itself.
public protocol PluginLibrary: AnyObject {
  /// Returns the folders of the plugins, sorted by the bytes of their names.
  ///
  /// - Throws: An error if the folders cannot be listed. The error is reported, and the plugins of
  ///   other sources load.
  func folders() throws(ScriptError) -> [PluginFolder]
  /// Whether the plugins load at startup. If `false`, they load when a script requires them.
  var loadsAtStart: Bool { get }
  /// Whether the plugins are part of the program.
  var isBundled: Bool { get }

  /// Returns the contents of a file such as `lua/init.lua`, or `nil` if the file does not exist.
  ///
  /// - Parameters:
  ///   - file: The path relative to the folder, with `/` between its components.
  ///   - folder: A folder that ``folders()`` returned.
  /// - Throws: An error if the path leads outside the folder or the file cannot be read.
  func text(_ file: String, of folder: PluginFolder) throws(ScriptError) -> [UInt8]?
}

/// Provides plugins with access to the system, as far as their permissions allow.
///
/// Paths have the form of the paths in permissions: they are normalized, and either absolute or
/// relative to the project folder. A path that leads outside the folder of its permission after
/// symbolic links have been followed is an error.
public protocol PluginSystem: AnyObject {
  /// Returns the contents of a file. If the file is larger than the limit, reading stops and an
  /// error is thrown.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which lies in the folder.
  ///   - folder: The folder of the permission.
  ///   - maxBytes: The maximum size of the file, in bytes.
  /// - Throws: An error if the path leads outside the folder, or if the file cannot be read or is
  ///   too large.
  func read(_ path: String, below folder: String, maxBytes: Int) throws(ScriptError) -> [UInt8]

  /// Returns the names of the entries in a folder, except hidden entries, sorted by their bytes.
  ///
  /// - Parameters:
  ///   - path: The path of the folder to list, which is the permission's folder or lies in it.
  ///   - folder: The folder of the permission.
  /// - Throws: An error if the path leads outside the folder or the folder at the path cannot be
  ///   listed.
  func list(_ path: String, below folder: String) throws(ScriptError) -> [String]

  /// Replaces the contents of a file, or creates the file.
  ///
  /// - Parameters:
  ///   - bytes: The new contents.
  ///   - path: The path of the file, which lies in the folder. Missing folders are not created.
  ///   - folder: The folder of the permission.
  /// - Throws: An error if the path leads outside the folder or the file cannot be written. In this
  ///   case, the file is unchanged.
  func write(_ bytes: [UInt8], to path: String, below folder: String) throws(ScriptError)

  /// Returns the value of an environment variable.
  ///
  /// - Parameter name: The name of the variable. The result is `nil` if the variable is not set.
  func environment(_ name: String) -> String?

  /// Runs a program until it ends, without a shell and without input.
  ///
  /// - Parameters:
  ///   - command: The path of the program, or a name that is looked up in `PATH`.
  ///   - arguments: The arguments of the program, without its name.
  ///   - timeout: The wall-clock time limit. When it is exceeded, the program is terminated.
  /// - Throws: An error if the program cannot be started or exceeds the time limit.
  func run(
    _ command: String, _ arguments: [String], timeout: Duration
  ) throws(ScriptError) -> PluginProcess
}

/// The output and the exit code of a program that has ended.
public struct PluginProcess: Hashable, Sendable {
  /// The standard output.
  public let output: [UInt8]
  /// The standard error output.
  public let errors: [UInt8]
  /// The exit code, or 128 plus the signal number if a signal terminated the program.
  public let code: Int

  /// Creates the result of a program.
  ///
  /// - Parameters:
  ///   - output: The bytes that the program wrote to standard output.
  ///   - errors: The bytes that the program wrote to standard error.
  ///   - code: The exit code, or 128 plus the signal number if a signal terminated the program.
  public init(output: [UInt8], errors: [UInt8], code: Int) {
    self.output = output
    self.errors = errors
    self.code = code
  }
}
