/// What a script session may use.
public struct ScriptConfiguration {
  /// Bytes that scripts may hold at once, with what is kept for them where ``countsHeap`` says so; 0
  /// is no limit.
  public var memoryLimit: Int
  /// Whether what the host keeps for scripts counts against ``memoryLimit``: all that the thread of the
  /// session takes of the heap while a script runs, until it gives it back.
  ///
  /// Has an effect in programs that link the product `SignalboxHeapMeter`, on Linux.
  public var countsHeap = false
  /// Where `require` finds modules; `nil` finds none.
  public var modules: (any ModuleSource)?
  /// Whether other threads may stop a script; costs up to twice the run time of plain Lua. Without
  /// it, deadlines and Ctrl-C work through signals, at no cost.
  public var countsInstructions: Bool
  /// How many of the newest events `app:events` can show.
  public var journalCapacity: Int

  /// How many changes of records are kept for `app:undo()`; 0 keeps none.
  public var undoCapacity: Int
  /// Bytes of what was done that are kept for ``ScriptSession/reload(_:)`` once
  /// ``ScriptSession/beginRecord()`` was called; beyond them the older half goes.
  public var recordCapacity = 32 << 20
  /// Whether ``ScriptSession/prepareForReuse()`` is to be called: members of handles are made at once
  /// then, since they are made only once.
  public var isReused = false
  /// Which plugins there are, and what they may do.
  public var plugins: PluginConfiguration

  /// The defaults, or others.
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

/// Where `require` finds the text of modules; the host decides what is within reach.
public protocol ModuleSource: AnyObject {
  /// The module of a name such as `scenarios.support`; `nil` when there is none.
  func module(named name: String) throws(ScriptError) -> ScriptModule?

  /// The places that were searched for a name, for the error that tells it is missing.
  func searched(for name: String) -> [String]
}

/// The text of a module.
public struct ScriptModule: Sendable {
  /// How messages name it.
  public var path: String
  /// Lua text in UTF-8.
  public var source: [UInt8]

  /// A module of that path and text.
  public init(path: String, source: [UInt8]) {
    self.path = path
    self.source = source
  }
}
