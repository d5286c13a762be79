import CLuaShim

extension LuaMachine {
  /// Bytes that the host may take for what scripts pass to it.
  ///
  /// A sixteenth of the limit stays for what scripts need to let go of things again.
  package var room: Int {
    let limit = host.pointee.limit
    guard limit > 0 else { return .max }
    return limit - limit / 16 - sbx_held(host)
  }

  /// Refuses to take so many bytes where the limit leaves no room for them.
  ///
  /// Cost: a few loads; where there is no room, a collection of garbage and what the host can miss.
  /// - Throws: `memory`, as Lua does.
  @inline(__always)
  package func take(_ bytes: Int) throws(LuaError) {
    if bytes > room { try makeRoom(for: bytes) }
  }

  @inline(never)
  private func makeRoom(for bytes: Int) throws(LuaError) {
    // Where even an empty heap has no room, nothing is worth collecting.
    guard bytes < host.pointee.limit else { throw memoryError }
    collectGarbage()
    if bytes > room { onPressure(false) }
    guard bytes > room else { return }
    // The next call makes more room than can be made now.
    host.pointee.relief_at = 0
    throw memoryError
  }

  /// The error for a passed memory limit, equal to the one that Lua's own allocations raise.
  private var memoryError: LuaError {
    LuaError(.memory, code: "memoryLimit", "not enough memory")
  }
}

extension LuaFrame {
  /// Refuses to take so many bytes where the limit leaves no room for them; few are not looked at.
  ///
  /// - Throws: `memory`.
  @inline(__always)
  package func take(_ bytes: Int) throws(LuaError) {
    if bytes > Self.longText { try machine.take(bytes) }
  }
}

/// Lets the owner of a machine release what it can miss.
let relieveMachine: @convention(c) (UnsafeMutableRawPointer?) -> Void = { machine in
  guard let machine else { return }
  Unmanaged<LuaMachine>.fromOpaque(machine).takeUnretainedValue().onPressure(true)
}
