internal import LuaRuntime
internal import Signalbox

/// A saved state of a session. ``ScriptSession/rewind(to:)`` can return to it any number of times,
/// even from states that were not reached from it.
///
/// The checkpoint retains the coordinators that existed when it was created, and a copy of the
/// scripts' memory.
public final class SessionCheckpoint {
  private let engine: EngineCheckpoint
  private let memory: LuaCheckpoint
  private let host: HostDefinitions.Contents
  private let registrar: DefinitionRegistrar.Contents
  private let modules: ModuleLoader.Contents
  /// The contents of each definition that scripts or coordinators use.
  private let contents:
    [(definition: CoordinatorDefinition, contents: CoordinatorDefinition.Contents)]
  private let instances: InstanceTable.Contents
  private let locals: PromptScope.Contents
  private let unhandled: [NumberedError]
  private let restorePlugins: () -> Void
  fileprivate weak var session: ScriptSession?

  fileprivate init(
    of session: ScriptSession, _ engine: EngineCheckpoint, _ memory: LuaCheckpoint,
    _ restorePlugins: @escaping () -> Void
  ) {
    self.session = session
    self.engine = engine
    self.memory = memory
    self.restorePlugins = restorePlugins
    host = session.host.contents
    registrar = session.registrar.contents
    modules = session.moduleLoader.contents
    instances = session.instances.contents
    locals = session.prompt.localContents
    unhandled = session.errors.list
    var seen: Set<ObjectIdentifier> = []
    var contents: [(CoordinatorDefinition, CoordinatorDefinition.Contents)] = []
    for first in Array(registrar.definitions.values) + instances.definitions {
      var next: CoordinatorDefinition? = first
      while let definition = next, seen.insert(ObjectIdentifier(definition)).inserted {
        contents.append((definition, definition.contents))
        next = definition.base
      }
    }
    self.contents = contents
  }

  fileprivate func check(_ engine: NavigationEngine) throws(NavigationError) {
    try EngineRewinder(engine).check(self.engine)
  }

  /// Restores the session.
  ///
  /// - Returns: Whether the session was restored. The result is `false`, and nothing changes, if a
  ///   script is running.
  fileprivate func restore(_ session: ScriptSession) -> Bool {
    guard session.luaState.restore(memory) else { return false }
    EngineRewinder(session.engine).restore(engine)
    session.host.restore(host)
    session.registrar.contents = registrar
    session.moduleLoader.contents = modules
    for (definition, contents) in contents { definition.contents = contents }
    session.instances.restore(instances)
    session.prompt.localContents = locals
    session.errors.list = unhandled
    restorePlugins()
    return true
  }
}

extension ScriptSession {
  /// Saves the complete state of the session, so that ``rewind(to:)`` can return to it. The state
  /// consists of the engine, the values and functions of scripts with all objects that they refer
  /// to, suspended coroutines, the state of the random number generator, definitions, and the
  /// locals and globals of the prompt.
  ///
  /// The configuration must set ``ScriptConfiguration/isReused``. Cost: O(memory of scripts), in
  /// addition to the cost of the engine's checkpoint.
  ///
  /// - Throws: The errors of `NavigationEngine.checkpoint()`, `busy` while a script is running or
  ///   waiting or if there is not enough memory, `unsupported` if the session is being recorded,
  ///   was not configured for reuse or has loaded a plugin in Swift, and `closed` if the session is
  ///   closed.
  public func checkpoint() throws(ScriptError) -> SessionCheckpoint {
    try SessionRewinder(session: self).checkpoint(collectsGarbage: false)
  }

  /// Returns to a checkpoint. The session then behaves as if nothing had happened since the
  /// checkpoint. No event is written, no callback is called, and no script runs.
  ///
  /// Script values that the host received after the checkpoint become invalid. Values that the host
  /// received earlier remain valid. Hooks are unchanged. Cost: O(memory of scripts at the
  /// checkpoint + changes to the engine since the checkpoint).
  ///
  /// - Parameter checkpoint: A checkpoint of this session.
  /// - Throws: `badArgument` for a checkpoint of another session, `stale` for a checkpoint that
  ///   ``reset(modules:)`` has invalidated, and `busy`, `unsupported` or `closed` in the same cases
  ///   as ``checkpoint()``. If this method throws, the session is unchanged.
  public func rewind(to checkpoint: SessionCheckpoint) throws(ScriptError) {
    try SessionRewinder(session: self).rewind(to: checkpoint)
  }

  /// Saves the current state of the session so that ``reset(modules:)`` can restore it. The
  /// definitions that hosts and scripts have made so far are kept.
  ///
  /// Call this method only once for a session. The session's configuration must set `isReused`.
  /// Cost: O(memory of scripts).
  /// - Returns: `true` if the state was saved. The result is `false` if the engine belongs to a
  ///   host, code is running or waiting, a screen was shown, an operation was called, an object was
  ///   passed to the engine, a callback failed, or a plugin in Swift is loaded.
  public func prepareForReuse() -> Bool { SessionRewinder(session: self).prepare() }

  /// Resets the session to its state at the time when ``prepareForReuse()`` was called. All later
  /// changes by scripts and hosts are discarded. Checkpoints and script values that were created
  /// later become invalid. Cost: O(memory of scripts at that time + contents of the engine).
  ///
  /// - Parameter modules: The new source of modules for `require`.
  /// - Returns: Whether the session was reset. The result is `false` if ``prepareForReuse()`` has
  ///   not saved a state, code is running or waiting, or a snapshot is retained. In this case,
  ///   close the session.
  public func reset(modules: (any ModuleSource)?) -> Bool {
    SessionRewinder(session: self).reset(modules: modules)
  }

  /// Resets the session as ``reset(modules:)`` does, and keeps its source of modules.
  package func reset() -> Bool { SessionRewinder(session: self).resetWithSameModules() }
}

/// The state of a session at the time when it was prepared for reuse.
struct SessionBeginning {
  fileprivate let checkpoint: SessionCheckpoint
  fileprivate let engine: EngineBeginning
}

/// Saves a session and restores it.
private struct SessionRewinder {
  let session: ScriptSession

  func checkpoint(collectsGarbage: Bool) throws(ScriptError) -> SessionCheckpoint {
    try checkCanRewind("checkpoint")
    guard let restorePlugins = session.plugins.restoring else {
      throw unsupported(
        "checkpoint: a loaded plugin is written in Swift, so its properties cannot be restored",
        hint: "load only plugins that are written in Lua")
    }
    // The table must exist before the checkpoint. Otherwise, it would become invalid when the
    // session returns to the checkpoint.
    _ = session.prompt.globals
    do throws(NavigationError) {
      let engine = try EngineRewinder(session.engine).checkpoint {
        $0 is ScriptedCoordinator || $0 is EndedCoordinator
      }
      guard let memory = session.luaState.checkpoint(collectsGarbage: collectsGarbage) else {
        throw NavigationError(
          .busy, "checkpoint: script code is running, or there is not enough memory")
      }
      return SessionCheckpoint(of: session, engine, memory, restorePlugins)
    } catch {
      throw ScriptError(error)
    }
  }

  func rewind(to checkpoint: SessionCheckpoint) throws(ScriptError) {
    guard checkpoint.session === session else {
      throw .badArgument(
        "rewind: the checkpoint belongs to another session",
        hint: "use a checkpoint of this session")
    }
    try checkCanRewind("rewind")
    do throws(NavigationError) {
      try checkpoint.check(session.engine)
    } catch {
      throw ScriptError(error)
    }
    guard checkpoint.restore(session) else {
      throw ScriptError(.rejected, code: "busy", "busy: rewind: script code is running")
    }
  }

  private func checkCanRewind(_ name: String) throws(ScriptError) {
    guard !session.isClosed else { throw ScriptError(.closed, "the session is closed") }
    guard session.configuration.isReused else {
      throw unsupported(
        "\(name): this session was not created for checkpoints",
        hint: "set isReused in its configuration")
    }
    guard session.record == nil else {
      throw unsupported(
        "\(name): not available, because the session records its calls for a reload", hint: nil)
    }
    guard !session.inputs.isRunning, session.prompt.depth == 0 else {
      throw ScriptError(
        .rejected, code: "busy", "busy: \(name): script code is running or waiting",
        hint: "call it between inputs")
    }
  }

  private func unsupported(_ text: String, hint: String?) -> ScriptError {
    ScriptError(.rejected, code: "unsupported", "unsupported: \(text)", hint: hint)
  }

  // MARK: - Reuse

  func prepare() -> Bool {
    guard !session.isClosed, session.configuration.hostEngine == nil, session.beginning == nil,
      !session.inputs.isRunning, session.prompt.depth == 0, session.unhandled.isEmpty,
      session.luaState.identities.isEmpty, session.instances.isEmpty,
      let start = EngineBeginning(of: session.engine),
      let checkpoint = try? checkpoint(collectsGarbage: true)
    else { return false }
    session.beginning = SessionBeginning(checkpoint: checkpoint, engine: start)
    return true
  }

  func resetWithSameModules() -> Bool { reset(modules: session.configuration.modules) }

  func reset(modules: (any ModuleSource)?) -> Bool {
    guard let beginning = session.beginning, !session.isClosed, !session.inputs.isRunning,
      session.prompt.depth == 0, beginning.engine.discard()
    else { return false }
    session.removeAllHooks()
    session.configuration.modules = modules
    session.record = nil
    session.engine.symbols.onIntern = nil
    guard beginning.checkpoint.restore(session) else { return false }
    session.connectEngine()
    return true
  }
}
