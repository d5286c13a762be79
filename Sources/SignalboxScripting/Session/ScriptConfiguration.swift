/// The limits and sources of a script session.
public struct ScriptConfiguration {
  /// The memory limit of scripts in bytes, including memory of the host for them if ``countsHeap``
  /// is set; 0 means no limit.
  public var memoryLimit: Int
  /// Whether memory that the host allocates for scripts counts against ``memoryLimit``: all
  /// allocations of the session's thread while a script runs, until they are freed.
  ///
  /// Has an effect in programs that link the product `SignalboxHeapMeter`, on Linux.
  public var countsHeap = false
  /// The source of modules for `require`; `nil` for none.
  public var modules: (any ModuleSource)?
  /// Whether other threads may stop a script; costs up to twice the run time of plain Lua.
  /// Otherwise, time limits and Ctrl-C use signals, without cost.
  public var countsInstructions: Bool
  /// The number of recent events that `app:events` can return.
  public var journalCapacity: Int

  /// The number of record changes that are retained for `app:undo()`; 0 disables undo.
  public var undoCapacity: Int
  /// The size in bytes of the record for ``ScriptSession/reload(_:)``, after
  /// ``ScriptSession/beginRecord()``; when it is exceeded, the older half is dropped.
  public var recordCapacity = 32 << 20
  /// Whether ``ScriptSession/prepareForReuse()`` will be called: members of handles are then
  /// created at the start, since they are created only once.
  public var isReused = false
  /// The available plugins and their permissions.
  public var plugins: PluginConfiguration

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - memoryLimit: The limit of scripts in bytes; 0 means unlimited.
  ///   - modules: The source of modules for `require`; `nil` for none.
  ///   - countsInstructions: Whether other threads may stop a script, at the cost of run time.
  ///   - journalCapacity: The number of recent events that `app:events` can return.
  ///   - undoCapacity: The number of record changes that are retained for `app:undo()`; 0 disables
  ///     undo.
  ///   - plugins: The available plugins and their permissions; the bundled ones by default.
  public init(
    memoryLimit: Int = 256 << 20, modules: (any ModuleSource)? = nil,
    countsInstructions: Bool = false, journalCapacity: Int = 100_000, undoCapacity: Int = 8192,
    plugins: PluginConfiguration = PluginConfiguration()
  ) {
    self.memoryLimit = memoryLimit
    self.modules = modules
    self.countsInstructions = countsInstructions
    self.journalCapacity = journalCapacity
    self.undoCapacity = undoCapacity
    self.plugins = plugins
  }
}

/// The source of modules for `require`; the host decides which are accessible.
public protocol ModuleSource: AnyObject {
  /// Returns the module with the given name such as `scenarios.support`; `nil` if there is none.
  ///
  /// - Parameter name: The argument of `require`, which scripts choose: reject what must not be
  ///   read.
  /// - Throws: An error if the module exists and cannot be read.
  func module(named name: String) throws(ScriptError) -> ScriptModule?

  /// Returns the locations that were searched for a name, for the error about a missing module.
  ///
  /// - Parameter name: The argument of `require`.
  func searched(for name: String) -> [String]
}

/// The text of a module.
public struct ScriptModule: Sendable {
  /// The path in messages.
  public var path: String
  /// Lua text in UTF-8.
  public var source: [UInt8]

  /// Creates a module.
  ///
  /// - Parameters:
  ///   - path: The path in messages.
  ///   - source: Lua text in UTF-8.
  public init(path: String, source: [UInt8]) {
    self.path = path
    self.source = source
  }
}
