/// Names an observation.
public struct ObserverID: Hashable, Sendable {
  let number: Int
}

/// Who wants to hear of which events.
struct ObserverList {
  struct Observer {
    let id: ObserverID
    let kinds: UInt64
    /// The coordinator that observes, where it was said.
    let owner: CoordinatorID?
    /// The type of that coordinator.
    let ownerType: String
    /// Gets the number of the event.
    let handler: (Int) throws -> Void
  }

  private(set) var list: [Observer] = []
  /// The kinds that anybody wants: what nobody hears costs one test.
  private(set) var kinds: UInt64 = 0
  private var lastNumber = 0

  mutating func add(
    _ wanted: [NavigationEvent.Kind], owner: CoordinatorID?, ownerType: String,
    _ handler: @escaping (Int) throws -> Void
  ) -> ObserverID {
    lastNumber += 1
    let id = ObserverID(number: lastNumber)
    list.append(
      Observer(
        id: id, kinds: wanted.reduce(0) { $0 | $1.bit }, owner: owner, ownerType: ownerType,
        handler: handler))
    kinds |= list[list.count - 1].kinds
    return id
  }

  mutating func remove(_ id: ObserverID) {
    list.removeAll { $0.id == id }
    updateKinds()
  }

  private mutating func updateKinds() { kinds = list.reduce(0) { $0 | $1.kinds } }
}
