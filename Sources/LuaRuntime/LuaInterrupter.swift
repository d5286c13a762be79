import CLuaShim
import PortableMutex

/// Stops scripts in one Lua state from any thread.
package final class LuaInterrupter: Sendable {
  /// The address of the host, or 0 after the host has been closed. The address is locked by each
  /// caller that requests a stop and by the Lua state when it closes, so that the host outlives
  /// requests in progress.
  private let host: Mutex<UInt>

  init(_ host: UnsafeMutablePointer<sbx_host>) {
    self.host = Mutex(UInt(bitPattern: host))
  }

  /// Stops the running script or, if no script is running, the next script.
  ///
  /// This method has no effect after the Lua state has been closed. It must not be called in signal
  /// handlers.
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
