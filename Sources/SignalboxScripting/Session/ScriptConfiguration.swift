internal import Signalbox

/// The limits and sources of a script session.
public struct ScriptConfiguration {
  /// The memory limit for scripts in bytes; 0 means no limit. If ``countsHeap`` is set, memory that
  /// the host allocates for scripts is included.
  public var memoryLimit: Int
  /// Whether memory that the host allocates for scripts counts against ``memoryLimit``: all
  /// allocations of the session's thread while a script runs, until they are freed.
  ///
  /// Has an effect only on Linux, in programs that link the product `SignalboxHeapMeter`.
  public var countsHeap = false
  /// The source of modules for `require`, or `nil` for none.
  public var modules: (any ModuleSource)?
  /// Whether other threads may stop a script, which makes plain Lua code up to twice as slow. If
  /// not, time limits and Ctrl-C use signals, which have no run-time cost.
  public var countsInstructions: Bool
  /// The number of recent events that `app:events` can return.
  public var journalCapacity: Int

  /// The number of changes to records that are retained for `app:undo()`; 0 disables undo.
  public var undoCapacity: Int
  /// The size limit in bytes for the record that ``ScriptSession/reload(_:)`` repeats and
  /// ``ScriptSession/beginRecord()`` starts. When it is exceeded, the older half is dropped.
  public var recordCapacity = 32 << 20
  /// Whether ``ScriptSession/prepareForReuse()`` will be called. If so, the members of handles are
  /// created at the start, since each is created only once.
  public var isReused = false
  /// The available plugins and their permissions.
  public var plugins: PluginConfiguration
  /// The engine of a host, which outlives the session; `nil` for one of its own.
  var hostEngine: NavigationEngine?

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - memoryLimit: The memory limit for scripts in bytes; 0 means no limit.
  ///   - modules: The source of modules for `require`; `nil` for none.
  ///   - countsInstructions: Whether other threads may stop a script, which makes scripts slower.
  ///   - journalCapacity: The number of recent events that `app:events` can return.
  ///   - undoCapacity: The number of changes to records that are retained for `app:undo()`; 0
  ///     disables undo.
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

/// The source of modules for `require`. The host decides which modules are accessible.
public protocol ModuleSource: AnyObject {
  /// Returns the module with the given name, such as `scenarios.support`, or `nil` if there is
  /// none.
  ///
  /// - Parameter name: The argument of `require`, which scripts choose freely: reject names of
  ///   files that must not be read.
  /// - Throws: An error if the module exists and cannot be read.
  func module(named name: String) throws(ScriptError) -> ScriptModule?

  /// Returns the locations that were searched for a name, for the error about a missing module.
  ///
  /// - Parameter name: The argument of `require`.
  func searched(for name: String) -> [String]
}

/// The source of a module.
public struct ScriptModule: Sendable {
  /// The path in messages.
  public var path: String
  /// The Lua source in UTF-8.
  public var source: [UInt8]

  /// Creates a module.
  ///
  /// - Parameters:
  ///   - path: The path in messages.
  ///   - source: The Lua source in UTF-8.
  public init(path: String, source: [UInt8]) {
    self.path = path
    self.source = source
  }
}
