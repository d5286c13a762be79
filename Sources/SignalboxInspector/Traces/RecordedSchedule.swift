package import Signalbox

/// The changes of an engine's timers and asynchronous work, in the form in which recordings contain
/// them: an item (`timer` or `work` with its number), and the time at which it `began`, `ended` or
/// was `cancelled`, in milliseconds.
package final class RecordedSchedule {
  private let start: Int
  private var changes: [NavigationValue] = []
  /// The number of changes that can still be recorded.
  private var room: Int
  private var observation: ScheduleObservation?
  private weak var engine: NavigationEngine?

  /// Whether changes were omitted because there were too many.
  package private(set) var isCut = false

  /// Begins with the timers that are set and the work that is open.
  ///
  /// - Parameters:
  ///   - engine: The engine, which the schedule does not retain.
  ///   - start: The virtual time that the recording counts from, in milliseconds.
  ///   - most: The maximum number of changes. Further changes are omitted.
  package init(of engine: NavigationEngine, since start: Int = 0, most: Int = .max) {
    (self.engine, self.start, room) = (engine, start, most)
    let now = engine.milliseconds
    for timer in engine.pendingTimers {
      add(.timer(timer.id), .began, timer.owner, at: now, timer.deadline.wholeMilliseconds)
    }
    for work in engine.openWork { add(.work(work.id), .began, work.owner, at: now, nil) }
    observation = ScheduleObservation(of: engine) { [weak self] change in
      self?.add(
        change.item, change.kind, change.owner, at: change.milliseconds, change.deadline)
    }
  }

  /// Returns the changes since the last call of this method.
  package func take() -> [NavigationValue] {
    defer { changes = [] }
    return changes
  }

  private func add(
    _ item: ScheduleChange.Item, _ kind: ScheduleChange.Kind, _ owner: CoordinatorID?,
    at milliseconds: Int, _ deadline: Int?
  ) {
    guard room > 0 else {
      isCut = true
      return
    }
    room -= 1
    let name: (String, NavigationValue?) =
      switch item {
      case .timer(let id): ("timer", .integer(id.number))
      case .work(let id): ("work", .integer(id.number))
      }
    let type = kind == .began ? owner.flatMap { engine?.typeName(of: $0) } : nil
    changes.append(
      .fields([
        name, (kind.name, .integer(milliseconds - start)),
        ("deadline", deadline.map { .integer($0 - start) }), ("owner", type.map { .string($0) }),
      ]))
  }
}

extension ScheduleChange.Kind {
  /// The key of the time in recordings.
  fileprivate var name: String {
    switch self {
    case .began: "began"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}
