internal import Synchronization

/// The places where this process offers sessions. A process that ends early removes their files.
package enum ListeningSockets {
  /// What a server has made at a place.
  struct Offer: Hashable, Sendable {
    let place: SocketAddress
    let identity: FileIdentity
    let hasTokenFile: Bool
  }

  /// Taken when a server begins and ends, and by the thread that ends the process.
  private static let offers = Mutex<Set<Offer>>([])

  static func add(_ offer: Offer) { offers.withLock { _ = $0.insert(offer) } }

  static func remove(_ offer: Offer) { offers.withLock { _ = $0.remove(offer) } }

  /// Removes the sockets and tokens of this process, without a lock on their folders: nothing may wait
  /// when the process is about to end.
  package static func removeFiles() {
    for offer in offers.withLock({ $0 }) {
      offer.place.removeFiles(offer.identity, withToken: offer.hasTokenFile)
    }
  }
}
