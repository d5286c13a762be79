internal import LuaRuntime
internal import Signalbox

/// One session after another in the same memory, for hosts that run many short scripts (decision
/// 0160).
extension ScriptSession {
  /// What a session was when it was prepared.
  struct Beginning {
    let engine: NavigationEngine.Beginning
    let hostDefinitions: HostDefinitions.Contents
    let definitions: [String: CoordinatorDefinition]
    /// What each of those definitions said.
    let contents: [(definition: CoordinatorDefinition, contents: CoordinatorDefinition.Contents)]
    let modules: [String: LoadedModule]
    let application: ApplicationDefinition?
    let guardPlaces: [ScriptLocation]
    let restorePlugins: () -> Void
  }

  /// Keeps the session as it is now, so that ``renew(modules:)`` can put it back: what hosts and
  /// scripts have defined so far stays.
  ///
  /// Once in the life of a session whose configuration says `isReused`. Cost: O(memory that scripts
  /// hold), which is copied.
  /// - Returns: False where that cannot be kept: something runs, waits or was shown, an operation was
  ///   called, an object was passed to the engine, a callback failed, or a plugin of the host is loaded.
  public func prepareForReuse() -> Bool {
    guard !isClosed, beginning == nil, !isRunning, pauses.isEmpty, unhandled.isEmpty,
      machine.identities.isEmpty, instances.isEmpty, let restorePlugins = plugins.restoring,
      let start = engine.takeBeginning()
    else { return false }
    _ = promptEnvironment
    guard machine.takeImage() else { return false }
    beginning = Beginning(
      engine: start, hostDefinitions: hostDefinitions.contents, definitions: definitions,
      contents: definitions.values.map { ($0, $0.contents) }, modules: modules,
      application: application, guardPlaces: guardPlaces, restorePlugins: restorePlugins)
    return true
  }

  /// Begins the random numbers of scripts again: the same two numbers give the same sequence.
  package func seedRandom(_ first: UInt64, _ second: UInt64) { machine.seedRandom(first, second) }

  /// Puts the session back to where ``prepareForReuse()`` was called: what scripts did and hosts set
  /// since then is gone, and every value of scripts from that time is dead.
  /// Cost: O(memory of scripts at that time) and O(what the engine holds).
  ///
  /// - Parameter modules: Where `require` finds modules from now on.
  /// - Returns: False where that is not possible, because something runs or waits, or a
  ///   snapshot is held: the session has to be closed then.
  public func renew(modules: (any ModuleSource)?) -> Bool {
    guard let beginning, !isClosed, !isRunning, pauses.isEmpty else { return false }
    removeAllHooks()
    promptScope.removeAll()
    configuration.modules = modules
    unhandled = []
    record = nil
    instances.removeAll()
    machine.identities.removeAll()
    engine.symbols.onIntern = nil
    hostDefinitions.restore(beginning.hostDefinitions)
    definitions = beginning.definitions
    for (definition, contents) in beginning.contents { definition.contents = contents }
    self.modules = beginning.modules
    application = beginning.application
    guardPlaces = beginning.guardPlaces
    guard engine.renew(beginning.engine), machine.restoreImage() else { return false }
    beginning.restorePlugins()
    listen()
    return true
  }
}
