extension NavigationReader {
  /// The coordinators and screens that still exist although they have been removed from the tree,
  /// the finished coordinators that still have an observer, and the coordinators that have never
  /// been attached to the tree.
  ///
  /// Closures cannot be inspected, so unknown owners are reported as `host`. Cost: O(coordinators +
  /// removed objects · (state + history + checkpoints)).
  public var leaks: [Leak] {
    if let mirror { return mirror.shown.leaks }
    var leaks = neverShown
    var seen = Set<Leak.Subject>()
    for entry in leakWatch.entries where !isAlive(entry.subject) {
      guard let object = entry.object, seen.insert(entry.subject).inserted,
        !isRetainedOnlyByCheckpoint(object)
      else { continue }
      var holders: [String] = []
      if case .coordinator(let id) = entry.subject { holders = self.holders(of: id) }
      if state.callbacks.retains(object) { holders.append("undo history") }
      leaks.append(
        Leak(
          subject: entry.subject, name: symbols[entry.name], state: .gone,
          holders: holders.isEmpty ? ["host"] : holders))
    }
    return leaks + forgottenObservers(besides: leaks)
  }

  /// Whether there is a removed object that is retained by a checkpoint but not by the state or its
  /// undo history, so that ``leaks`` cannot report the object. Cost: O(removed objects · (slots +
  /// changes) · checkpoints).
  package var hasRemovedObjectOfCheckpoint: Bool {
    leakWatch.entries.contains { entry in
      guard !isAlive(entry.subject), let object = entry.object else { return false }
      return isRetainedOnlyByCheckpoint(object)
    }
  }

  /// Returns whether an object is retained by a checkpoint but not by the state or its undo
  /// history. Cost: O((slots + changes) · checkpoints).
  func isRetainedOnlyByCheckpoint(_ object: AnyObject) -> Bool {
    checkpoints.retain(object) && !state.callbacks.retains(object)
  }

  /// The coordinators that were created but never attached, oldest first.
  private var neverShown: [Leak] {
    let main = state.window.main
    return state.coordinators.slots.filter { slot in
      slot != main && state.coordinators[slot].parent == .none
    }.map(state.id(ofCoordinator:)).sorted().map { id in
      Leak(
        subject: .coordinator(id), name: typeName(of: id) ?? "", state: .neverShown,
        holders: ["engine"] + holders(of: id))
    }
  }

  /// Returns a leak for each finished coordinator that still has an observer and is not a known
  /// leak. An observer retains everything that its closure captures.
  private func forgottenObservers(besides known: [Leak]) -> [Leak] {
    var owners: [CoordinatorID] = []
    var leaks: [Leak] = []
    for observer in eventLog.observers {
      guard let owner = observer.owner, !isAlive(owner), !owners.contains(owner),
        !known.contains(where: { $0.subject == .coordinator(owner) })
      else { continue }
      owners.append(owner)
      leaks.append(
        Leak(
          subject: .coordinator(owner), name: observer.ownerType, state: .gone,
          holders: holders(of: owner)))
    }
    return leaks
  }

  private func holders(of id: CoordinatorID) -> [String] {
    var holders: [String] = []
    if clock.hasTimer(of: id) { holders.append("timer") }
    if works.has(workOf: id) { holders.append("work") }
    if eventLog.observers.contains(where: { $0.owner == id }) { holders.append("observer") }
    if queue.has(callsOf: id) { holders.append("waiting operation") }
    return holders
  }

  private func isAlive(_ subject: Leak.Subject) -> Bool {
    switch subject {
    case .coordinator(let id): isAlive(id)
    case .screen(let id): isAlive(id)
    }
  }
}
