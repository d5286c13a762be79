import CLuaShim

/// The memory of a Lua state at one moment, to which ``LuaState/restore(_:)`` returns.
package final class LuaCheckpoint {
  fileprivate let memory: OpaquePointer
  fileprivate let lifeline: LuaLifeline
  fileprivate let natives: [LuaNative]
  fileprivate let chunks: ChunkNames
  fileprivate let typeCount: UInt64
  fileprivate let identities: LuaIdentities.Contents
  fileprivate let generations: LuaGenerations

  fileprivate init(
    _ memory: OpaquePointer, of luaState: LuaState, generations: LuaGenerations
  ) {
    self.memory = memory
    self.generations = generations
    lifeline = luaState.lifeline
    natives = luaState.natives
    chunks = luaState.chunks
    typeCount = luaState.typeCount
    identities = luaState.identities.contents
  }

  // A Lua state that has been closed has freed its checkpoints.
  deinit { lifeline.luaState?.forget(self) }
}

extension LuaState {
  /// Saves the current memory of the Lua state, for ``restore(_:)``. This is possible only if the Lua
  /// state was opened for checkpoints.
  ///
  /// Cost: O(memory in use), because all of it is copied.
  /// - Parameter collectsGarbage: Whether to collect garbage first, so that less is copied.
  /// - Returns: The checkpoint. The result is `nil` if there is not enough memory, if code is running
  ///   or if the Lua state was not opened for checkpoints.
  package func checkpoint(collectsGarbage: Bool = false) -> LuaCheckpoint? {
    clearDropped()
    if collectsGarbage { collectGarbage() }
    guard lastGeneration < .max, let memory = sbx_checkpoint_take(host) else { return nil }
    let checkpoint = LuaCheckpoint(memory, of: self, generations: generations)
    lastGeneration += 1
    generations = generations.followed(by: lastGeneration)
    let place = lifeline.save(checkpoint.generations, next: generations)
    saved[ObjectIdentifier(checkpoint)] = (checkpoint.generations.current, place)
    return checkpoint
  }

  /// Returns to a checkpoint. All later changes by scripts and hosts are discarded.
  ///
  /// Values that Swift has received since the checkpoint become invalid, as if the Lua state had been
  /// closed. Earlier values remain valid, also in Swift objects that were released in the meantime.
  /// Cost: O(memory in use at the checkpoint).
  /// - Returns: Whether the memory was restored. The result is `false`, and nothing changes, if the
  ///   checkpoint belongs to another Lua state or if code is running.
  package func restore(_ checkpoint: LuaCheckpoint) -> Bool {
    guard checkpoint.lifeline === lifeline, lastGeneration < .max,
      let place = saved[ObjectIdentifier(checkpoint)]?.place,
      sbx_checkpoint_restore(checkpoint.memory)
    else { return false }
    lastGeneration += 1
    generations = checkpoint.generations.followed(by: lastGeneration)
    lifeline.restore(generations, at: place)
    natives = checkpoint.natives
    chunks = checkpoint.chunks
    typeCount = checkpoint.typeCount
    identities.restore(checkpoint.identities)
    lastChunk = nil
    lastRaised = nil
    pausedTime = 0
    return true
  }

  fileprivate func forget(_ checkpoint: LuaCheckpoint) {
    saved[ObjectIdentifier(checkpoint)] = nil
    sbx_checkpoint_free(checkpoint.memory)
    lifeline.forget(
      before: saved.values.map(\.place).min() ?? 0, newest: saved.values.map(\.newest).max())
  }
}
