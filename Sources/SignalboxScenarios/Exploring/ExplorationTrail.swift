internal import SignalboxScripting

/// The path to the current state, and checkpoints of the session on the way.
struct ExplorationTrail {
  /// A checkpoint on the path.
  struct Place {
    /// The number of actions that led there.
    fileprivate let length: Int
    let checkpoint: SessionCheckpoint
    let coverage: CoverageReader.Run?
    /// The transition in flight.
    let flight: ExplorationFlight?
  }

  /// The actions that led to the current state, without those that were tried from there.
  var path: [ExplorationAction] = []
  /// Whether the application can be saved.
  var isKept = true
  private var places: [Place] = []

  /// The maximum number of checkpoints. States that are explored one after the other are near each
  /// other, so the first one and the newest ones suffice.
  private static let maxPlaces = 48

  init(isKept: Bool = true) { self.isKept = isKept }

  /// Adds a checkpoint of the current state.
  mutating func add(
    checkpoint: SessionCheckpoint, coverage: CoverageReader.Run?, flight: ExplorationFlight?
  ) {
    if places.count == Self.maxPlaces { places.remove(at: 1) }
    places.append(
      Place(length: path.count, checkpoint: checkpoint, coverage: coverage, flight: flight))
  }

  /// Removes everything that is not on another path, and returns the last checkpoint on it; `nil` if
  /// there is none. The session must then be restored to it. Cost: O(path).
  mutating func place(on other: [ExplorationAction]) -> Place? {
    var shared = 0
    while shared < min(path.count, other.count), path[shared] == other[shared] { shared += 1 }
    while let last = places.last, last.length > shared { places.removeLast() }
    guard let last = places.last else { return nil }
    path.removeSubrange(last.length...)
    return last
  }
}
