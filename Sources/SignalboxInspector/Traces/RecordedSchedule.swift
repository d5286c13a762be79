package import Signalbox

/// The changes to an engine's timers and asynchronous work, in the form in which recordings contain
/// them: an item (`timer` or `work` with its number), and the time at which it `began`, `ended` or
/// was `cancelled`, in milliseconds.
package final class RecordedSchedule {
  private let start: Int
  private var changes: [NavigationValue] = []
  /// The number of changes that can still be recorded.
  private var room: Int
  private var observation: ScheduleObservation?

  /// Whether changes were omitted because there were too many.
  package private(set) var isCut = false

  /// Creates a schedule that begins with the timers that are set and the work that is open.
  ///
  /// - Parameters:
  ///   - engine: The engine, which the schedule does not retain.
  ///   - start: The virtual time to which the recorded times are relative, in milliseconds.
  ///   - maxCount: The maximum number of changes. Further changes are omitted.
  package init(of engine: NavigationEngine, since start: Int = 0, maxCount: Int = .max) {
    (self.start, room) = (start, maxCount)
    for change in ScheduleChange.open(in: engine) { add(change) }
    observation = ScheduleObservation(of: engine) { [weak self] in self?.add($0) }
  }

  /// Returns the changes that have been recorded since the last call of this method.
  package func take() -> [NavigationValue] {
    defer { changes = [] }
    return changes
  }

  private func add(_ change: ScheduleChange) {
    guard room > 0 else {
      isCut = true
      return
    }
    room -= 1
    let name: (String, NavigationValue?) =
      switch change.item {
      case .timer(let id): ("timer", .integer(id.number))
      case .work(let id): ("work", .integer(id.number))
      }
    changes.append(
      .fields([
        name, (change.kind.rawValue, .integer(change.milliseconds - start)),
        ("deadline", change.deadline.map { .integer($0 - start) }),
        ("owner", change.ownerType.map { .string($0) }),
      ]))
  }
}
