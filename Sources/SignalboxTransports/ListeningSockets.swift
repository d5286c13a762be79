internal import PortableMutex

/// The listening sockets of this process. The files of these sockets are removed if the process is
/// terminated.
package enum ListeningSockets {
  /// The files of a listening server.
  struct Socket: Hashable, Sendable {
    let place: SocketAddress
    let identity: FileIdentity
    let hasTokenFile: Bool
  }

  /// The files of all servers. Servers access this list when they start or stop, and the thread
  /// that ends the process reads it.
  private static let sockets = Mutex<Set<Socket>>([])

  static func add(_ socket: Socket) { sockets.withLock { _ = $0.insert(socket) } }

  static func remove(_ socket: Socket) { sockets.withLock { _ = $0.remove(socket) } }

  /// Removes the sockets and tokens of this process. The folders are not locked, because nothing
  /// may block while the process is about to end.
  package static func removeFiles() {
    for socket in sockets.withLock({ $0 }) {
      socket.place.removeFiles(socket.identity, withToken: socket.hasTokenFile)
    }
  }
}
