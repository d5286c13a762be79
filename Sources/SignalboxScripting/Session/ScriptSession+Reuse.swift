internal import LuaRuntime
internal import Signalbox

/// One session after another in the same memory, for hosts that run many short scripts (decision
/// 0160).
extension ScriptSession {
  /// What a session was when it was prepared.
  struct Beginning {
    let symbolCount: Int
    let definitions: HostDefinitions.Contents
  }

  /// Keeps the session as it is now, so that ``renew(modules:)`` can put it back.
  ///
  /// Once in the life of a session whose configuration says `isReused`; what hosts have defined so
  /// far stays. Cost: O(memory that scripts hold), which is copied.
  /// - Returns: False where plugins are loaded or something runs: such a session is used once.
  public func prepareForReuse() -> Bool {
    guard !isClosed, beginning == nil, hasUntouchedPlugins else { return false }
    _ = promptEnvironment
    guard machine.takeImage() else { return false }
    beginning = Beginning(
      symbolCount: engine.symbols.all.count, definitions: hostDefinitions.contents)
    return true
  }

  /// Puts the session back to where ``prepareForReuse()`` was called: what scripts did and hosts set
  /// since then is gone, and every value of scripts from that time is dead.
  /// Cost: O(memory of scripts at that time) and O(what the engine holds).
  ///
  /// - Parameter modules: Where `require` finds modules from now on.
  /// - Returns: False where that is not possible, because plugins were loaded, something runs or waits,
  ///   or somebody holds a snapshot: the session has to be closed then.
  public func renew(modules: (any ModuleSource)?) -> Bool {
    guard let beginning, !isClosed, !isRunning, hasUntouchedPlugins, pauses.isEmpty else {
      return false
    }
    forgetListeners()
    forgetScripts()
    configuration.modules = modules
    output = { print($0) }
    guardPlaces = []
    unhandled = []
    application = nil
    record = nil
    instances.removeAll()
    machine.identities.removeAll()
    hostDefinitions.contents = beginning.definitions
    engine.symbols.onIntern = nil
    guard engine.renew(keeping: beginning.symbolCount), machine.restoreImage() else { return false }
    listen()
    return true
  }

  /// Whether no plugin was looked at, so that none has left anything behind.
  private var hasUntouchedPlugins: Bool { pluginHost?.isUntouched ?? true }
}
