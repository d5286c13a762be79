internal import PortableMutex

/// The listening sockets of this process. The files of these sockets are removed if the process is
/// terminated.
package enum ListeningSockets {
  /// The files of an endpoint: a socket and its token file, or only a token file.
  struct Socket: Hashable, Sendable {
    let place: SocketAddress
    let identity: FileIdentity
    let hasTokenFile: Bool
  }

  /// The files of all endpoints. Servers access this list when they start or stop, and the thread
  /// that ends the process reads it.
  private static let sockets = Mutex<Set<Socket>>([])

  static func add(_ socket: Socket) { sockets.withLock { _ = $0.insert(socket) } }

  static func remove(_ socket: Socket) { sockets.withLock { _ = $0.remove(socket) } }

  /// Removes the sockets and token files of this process. The folders are not locked, because the
  /// process must not block when it is about to end.
  package static func removeFiles() {
    for socket in sockets.withLock({ $0 }) {
      socket.place.removeFiles(socket.identity, withToken: socket.hasTokenFile)
    }
  }
}
