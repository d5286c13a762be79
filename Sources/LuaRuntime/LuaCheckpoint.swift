import CLuaShim

/// A copy of a Lua state's memory at one point in time. ``LuaState/restore(_:)`` returns the Lua
/// state to this point.
package final class LuaCheckpoint {
  fileprivate let memory: OpaquePointer
  fileprivate let lifeline: LuaLifeline
  fileprivate let hostContents: (natives: [LuaNative], typeCount: UInt64)
  fileprivate let chunks: ChunkNames
  fileprivate let identities: LuaIdentities.Contents
  fileprivate let generations: LuaGenerations

  fileprivate init(
    _ memory: OpaquePointer, of luaState: LuaState, generations: LuaGenerations
  ) {
    self.memory = memory
    self.generations = generations
    lifeline = luaState.lifeline
    hostContents = luaState.hostContents
    chunks = luaState.errors.chunks
    identities = luaState.identities.contents
  }

  // If the Lua state has been closed, it has already freed its checkpoints.
  deinit {
    if let luaState = lifeline.luaState { luaState.checkpoints.forget(self, of: luaState) }
  }
}

/// The checkpoints of a Lua state.
final class LuaCheckpointList {
  /// The number of the newest generation of values.
  private var lastGeneration: UInt32 = 0
  /// For each checkpoint, the newest generation that it contains and its position in the log of
  /// dropped references.
  private var saved: [ObjectIdentifier: (newest: UInt32, place: Int)] = [:]

  fileprivate func take(of luaState: LuaState) -> LuaCheckpoint? {
    guard lastGeneration < .max, let memory = sbx_checkpoint_take(luaState.host) else { return nil }
    let checkpoint = LuaCheckpoint(memory, of: luaState, generations: luaState.generations)
    lastGeneration += 1
    luaState.generations = luaState.generations.followed(by: lastGeneration)
    let place = luaState.lifeline.save(checkpoint.generations, next: luaState.generations)
    saved[ObjectIdentifier(checkpoint)] = (checkpoint.generations.current, place)
    return checkpoint
  }

  fileprivate func restore(_ checkpoint: LuaCheckpoint, in luaState: LuaState) -> Bool {
    guard checkpoint.lifeline === luaState.lifeline, lastGeneration < .max,
      let place = saved[ObjectIdentifier(checkpoint)]?.place,
      sbx_checkpoint_restore(checkpoint.memory)
    else { return false }
    lastGeneration += 1
    luaState.generations = checkpoint.generations.followed(by: lastGeneration)
    luaState.lifeline.restore(luaState.generations, at: place)
    luaState.hostContents = checkpoint.hostContents
    luaState.errors.restore(checkpoint.chunks)
    luaState.identities.restore(checkpoint.identities)
    luaState.pausedTime = 0
    return true
  }

  fileprivate func forget(_ checkpoint: LuaCheckpoint, of luaState: LuaState) {
    saved[ObjectIdentifier(checkpoint)] = nil
    sbx_checkpoint_free(checkpoint.memory)
    luaState.lifeline.forget(
      before: saved.values.map(\.place).min() ?? 0, newest: saved.values.map(\.newest).max())
  }
}

extension LuaState {
  /// Saves the current memory of the Lua state, which ``restore(_:)`` can restore. The Lua state
  /// must have been opened for checkpoints.
  ///
  /// Cost: O(memory in use), because all memory is copied.
  /// - Parameter collectsGarbage: Whether to collect garbage first, so that less is copied.
  /// - Returns: The checkpoint, or `nil` if there is not enough memory, if code is running, or if
  ///   the Lua state was not opened for checkpoints.
  package func checkpoint(collectsGarbage: Bool = false) -> LuaCheckpoint? {
    clearDropped()
    if collectsGarbage { collectGarbage() }
    return checkpoints.take(of: self)
  }

  /// Returns to a checkpoint. All later changes to the Lua state, by scripts and by the host, are
  /// discarded.
  ///
  /// Values that Swift has received since the checkpoint become invalid, as if the Lua state had
  /// been closed. Earlier values remain valid, even if they refer to Swift objects that were
  /// released in the meantime. Cost: O(memory in use at the checkpoint).
  /// - Returns: Whether the memory was restored. The result is `false`, and nothing changes, if the
  ///   checkpoint belongs to another Lua state or if code is running.
  package func restore(_ checkpoint: LuaCheckpoint) -> Bool {
    checkpoints.restore(checkpoint, in: self)
  }
}
