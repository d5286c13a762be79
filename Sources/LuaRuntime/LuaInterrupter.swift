import CLuaShim
import PortableMutex

/// Stops scripts in one Lua state from any thread.
package final class LuaInterrupter: Sendable {
  /// The address of the host; 0 once it is closed. Locked by each caller that interrupts, and by
  /// the Lua state when it closes, so that the host outlives interruptions in progress.
  private let host: Mutex<UInt>

  init(_ host: UnsafeMutablePointer<sbx_host>) {
    self.host = Mutex(UInt(bitPattern: host))
  }

  /// Stops the running script, or the next one if none is running.
  ///
  /// Has no effect after the Lua state has been closed. Must not be called in signal handlers.
  package func interrupt() {
    host.withLock { address in
      guard let host = UnsafeMutablePointer<sbx_host>(bitPattern: address) else { return }
      sbx_stop_from_anywhere(host, Int32(SBX_INTERRUPTED))
    }
  }

  func detach() {
    host.withLock { $0 = 0 }
  }
}
