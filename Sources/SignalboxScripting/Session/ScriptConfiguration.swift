internal import Signalbox

/// The configuration of a script session: its limits, modules and plugins.
public struct ScriptConfiguration {
  /// The memory limit for scripts, in bytes. The value 0 means no limit. If ``countsHeap`` is set,
  /// memory that the host allocates for scripts is included.
  public var memoryLimit: Int
  /// Whether memory that the host allocates for scripts counts toward ``memoryLimit``. This
  /// includes all allocations that the session's thread makes while a script runs, until they are
  /// freed.
  ///
  /// This property has an effect only on Linux, in programs that link the product
  /// `SignalboxHeapMeter`.
  public var countsHeap = false
  /// The source of modules for `require`, or `nil` if there is none.
  public var modules: (any ModuleSource)?
  /// Whether scripts count instructions to detect stops, which makes plain Lua code up to twice as
  /// slow. If `false`, time limits, Ctrl-C and ``ScriptStopper`` use signals, which have no
  /// run-time cost.
  public var countsInstructions: Bool
  /// The number of recent events that `app:events` can return.
  public var journalCapacity: Int

  /// The number of changes to the engine's internal records that are retained for `app:undo()`. A
  /// push or pop changes two or three records. The value 0 disables undo.
  public var undoCapacity: Int
  /// The maximum size, in bytes, of the record that ``ScriptSession/beginRecord()`` starts.
  /// ``ScriptSession/reload(_:)`` repeats the calls in this record. When the record exceeds this
  /// size, its older half is dropped.
  public var recordCapacity = 32 << 20
  /// Whether ``ScriptSession/prepareForReuse()`` or ``ScriptSession/checkpoint()`` will be called.
  /// If `true`, all members of handles are created at the start, so that they are part of the state
  /// that a reset restores.
  public var isReused = false
  /// The available plugins and their permissions.
  public var plugins: PluginConfiguration
  /// The engine of a host, which outlives the session, or `nil` if the session has its own engine.
  var hostEngine: NavigationEngine?

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - memoryLimit: The memory limit for scripts, in bytes. The value 0 means no limit.
  ///   - modules: The source of modules for `require`, or `nil` if there is none.
  ///   - countsInstructions: Whether scripts count instructions to detect stops, which makes
  ///     scripts slower.
  ///   - journalCapacity: The number of recent events that `app:events` can return.
  ///   - undoCapacity: The number of changes to the engine's internal records that are retained for
  ///     `app:undo()`. The value 0 disables undo.
  ///   - plugins: The available plugins and their permissions. By default, only the bundled plugins
  ///     are available.
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
  /// - Parameter name: The argument of `require`. Scripts can pass any string, so reject the names
  ///   of files that must not be read.
  /// - Throws: An error if the module exists but cannot be read.
  func module(named name: String) throws(ScriptError) -> ScriptModule?

  /// Returns the locations that were searched for a module, for the error about a missing module.
  ///
  /// - Parameter name: The argument of `require`.
  func searched(for name: String) -> [String]
}

/// A module's source.
public struct ScriptModule: Sendable {
  /// The path of the module in messages.
  public var path: String
  /// The Lua source as UTF-8.
  public var source: [UInt8]

  /// Creates a module.
  ///
  /// - Parameters:
  ///   - path: The path of the module in messages.
  ///   - source: The Lua source as UTF-8.
  public init(path: String, source: [UInt8]) {
    self.path = path
    self.source = source
  }
}
