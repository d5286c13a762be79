internal import LuaRuntime
internal import Signalbox

/// A point in the life of a session to which ``ScriptSession/rewind(to:)`` returns, any number of
/// times and also from states that were reached on another path.
///
/// It retains the coordinators that were shown and a copy of the memory of scripts, as long as it
/// exists.
public final class SessionCheckpoint {
  private let engine: EngineCheckpoint
  private let memory: LuaCheckpoint
  private let hostDefinitions: HostDefinitions.Contents
  private let loaded: LoadedScripts
  /// The contents of each definition.
  private let contents:
    [(definition: CoordinatorDefinition, contents: CoordinatorDefinition.Contents)]
  private let instances: InstanceTable.Contents
  private let locals: PromptScope.Contents
  private let unhandled: [ScriptError]
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
    hostDefinitions = session.hostDefinitions.contents
    loaded = session.loaded
    instances = session.instances.contents
    locals = session.prompt.localContents
    unhandled = session.unhandled
    var seen: Set<ObjectIdentifier> = []
    var contents: [(CoordinatorDefinition, CoordinatorDefinition.Contents)] = []
    for first in Array(loaded.definitions.values) + instances.definitions {
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

  /// Restores everything.
  ///
  /// - Returns: Whether the session was restored. The result is `false`, and nothing changes, if code
  ///   of scripts is running.
  fileprivate func restore(_ session: ScriptSession) -> Bool {
    guard session.luaState.restore(memory) else { return false }
    EngineRewinder(session.engine).restore(engine)
    session.hostDefinitions.restore(hostDefinitions)
    session.loaded = loaded
    for (definition, contents) in contents { definition.contents = contents }
    session.instances.restore(instances)
    session.prompt.localContents = locals
    session.unhandled = unhandled
    restorePlugins()
    return true
  }
}

extension ScriptSession {
  /// Saves the complete state of the session, so that ``rewind(to:)`` can return to it: the engine, the
  /// values and functions of scripts with everything that they refer to, suspended coroutines, random
  /// numbers, definitions, and the locals and globals of the prompt.
  ///
  /// The configuration must set ``ScriptConfiguration/isReused``. Cost: O(memory of scripts), and that
  /// of the engine's checkpoint.
  ///
  /// - Throws: The errors of `NavigationEngine.checkpoint()`, `busy` while code of scripts is running
  ///   or waiting, `unsupported` if the session is recorded, was not created for it, or has loaded a
  ///   plugin in Swift, and `memory` if there is not enough memory.
  public func checkpoint() throws(ScriptError) -> SessionCheckpoint {
    try SessionRewinder(session: self).checkpoint(collectsGarbage: false)
  }

  /// Returns to a checkpoint. The session then behaves as if nothing had happened since: no event is
  /// written, no callback is called, and no code of scripts runs.
  ///
  /// Values of scripts that were received since become invalid; those that were received before remain
  /// valid. Hooks remain. Cost: O(memory of scripts at the checkpoint + changes of the engine since).
  ///
  /// - Parameter checkpoint: A checkpoint of this session.
  /// - Throws: `badArgument` for a checkpoint of another session, `stale` for one that
  ///   ``reset(modules:)`` has invalidated, and `busy` and `unsupported` as ``checkpoint()`` does. The
  ///   session is then unchanged.
  public func rewind(to checkpoint: SessionCheckpoint) throws(ScriptError) {
    try SessionRewinder(session: self).rewind(to: checkpoint)
  }

  /// Saves the current state of the session so that ``reset(modules:)`` can restore it. The
  /// definitions that hosts and scripts have made so far are kept.
  ///
  /// Call it once in the life of a session whose configuration sets `isReused`. Cost: O(memory of
  /// scripts).
  /// - Returns: `false` if the state cannot be saved: because the engine is that of a host, code is
  ///   running or waiting, a screen was shown, an operation was called, an object was passed to the
  ///   engine, a callback failed, or a plugin of the host is loaded.
  public func prepareForReuse() -> Bool { SessionRewinder(session: self).prepare() }

  /// Resets the session to its state at the time when ``prepareForReuse()`` was called. All later
  /// changes by scripts and hosts are discarded, script values that were created later become
  /// invalid, and so do checkpoints. Cost: O(memory of scripts at that time) and O(contents of the
  /// engine).
  ///
  /// - Parameter modules: The new source of modules for `require`.
  /// - Returns: Whether the session was reset. The result is `false` if code is running or waiting
  ///   or a snapshot is retained. The session must then be closed.
  public func reset(modules: (any ModuleSource)?) -> Bool {
    SessionRewinder(session: self).reset(modules: modules)
  }
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
        "checkpoint: a plugin in Swift is loaded, whose properties cannot be restored",
        hint: "load only plugins in Lua")
    }
    // A table that is created after the checkpoint would not be valid after the return to it.
    _ = session.prompt.globals
    do throws(NavigationError) {
      let engine = try EngineRewinder(session.engine).checkpoint {
        $0 is ScriptedCoordinator || $0 is EndedCoordinator
      }
      guard let memory = session.luaState.checkpoint(collectsGarbage: collectsGarbage) else {
        throw NavigationError(
          .busy, "checkpoint: code of scripts is running, or there is not enough memory")
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
        hint: "use one that this session's checkpoint() has returned")
    }
    try checkCanRewind("rewind")
    do throws(NavigationError) {
      try checkpoint.check(session.engine)
    } catch {
      throw ScriptError(error)
    }
    guard checkpoint.restore(session) else {
      throw ScriptError(.rejected, code: "busy", "busy: rewind: code of scripts is running")
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
      throw unsupported("\(name): the session records its calls for a reload", hint: nil)
    }
    guard !session.isRunning, session.prompt.depth == 0 else {
      throw ScriptError(
        .rejected, code: "busy", "busy: \(name): code of scripts is running or waiting",
        hint: "call it between inputs")
    }
  }

  private func unsupported(_ text: String, hint: String?) -> ScriptError {
    ScriptError(.rejected, code: "unsupported", "unsupported: \(text)", hint: hint)
  }

  // MARK: - Reuse

  func prepare() -> Bool {
    guard !session.isClosed, session.configuration.hostEngine == nil, session.beginning == nil,
      !session.isRunning, session.prompt.depth == 0, session.unhandled.isEmpty,
      session.luaState.identities.isEmpty, session.instances.isEmpty,
      let start = EngineBeginning(of: session.engine),
      let checkpoint = try? checkpoint(collectsGarbage: true)
    else { return false }
    session.beginning = SessionBeginning(checkpoint: checkpoint, engine: start)
    return true
  }

  func reset(modules: (any ModuleSource)?) -> Bool {
    guard let beginning = session.beginning, !session.isClosed, !session.isRunning,
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
