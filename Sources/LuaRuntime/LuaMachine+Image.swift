import CLua
import CLuaShim

extension LuaMachine {
  /// What Swift knew when the image was taken.
  struct Image {
    let nativeCount: Int
    let chunks: ChunkNames
    let typeCount: UInt64
  }

  /// Keeps the universe as it is now, for ``restoreImage()``; once in the life of a machine that was
  /// opened for it.
  ///
  /// Cost: O(memory in use), which is copied.
  /// - Returns: False where there is no memory for it, or something runs.
  package func takeImage() -> Bool {
    collectGarbage()
    guard image == nil, sbx_image_take(host) else { return false }
    image = Image(nativeCount: natives.count, chunks: chunks, typeCount: typeCount)
    generation = 1
    lifeline.begin(generation: generation)
    return true
  }

  /// Puts the universe back to the image: whatever scripts and hosts did since then is gone.
  ///
  /// Values that Swift got since then are dead, as if the machine had been closed; those from before
  /// the image live on. Swift objects are let go of.
  /// Cost: O(memory in use when the image was taken).
  /// - Returns: False, with nothing changed, where there is no image or something runs.
  package func restoreImage() -> Bool {
    guard let image, sbx_image_restore(host) else { return false }
    generation = generation == .max ? 1 : generation + 1
    lifeline.begin(generation: generation)
    natives.removeSubrange(image.nativeCount...)
    chunks = image.chunks
    typeCount = image.typeCount
    lastChunk = nil
    lastRaised = nil
    pausedTime = 0
    return true
  }
}
