package import Signalbox

/// The timers and the asynchronous work of a recording, each from its beginning to its end.
package struct LaneList {
  private struct Lane {
    let item: ScheduleItem
    let owner: NavigationValue?
    let began: Int
    /// The index of the step during which the item began.
    let first: Int
    let deadline: NavigationValue?
    /// The time of the end, and the index of the step during which the item ended, or `nil` if the
    /// item is open.
    var end: (time: Int, index: Int, isCancelled: Bool)?

    /// Returns the lane as pages read it.
    ///
    /// - Parameter endings: A closure that returns the results with which a client can end open
    ///   work.
    func value(_ endings: (Int) -> NavigationValue?) -> NavigationValue {
      let endings = item.isWork && end == nil ? endings(item.number) : nil
      return .fields([
        ("w", item.isWork ? 1 : nil), ("o", owner), ("b", .integer(began)), ("i", .integer(first)),
        ("d", deadline), ("e", end.map { .integer($0.time) }),
        ("j", end.map { .integer($0.index) }),
        ("x", end?.isCancelled == true ? 1 : nil),
        ("n", endings.map { _ in .integer(item.number) }), ("r", endings),
      ])
    }
  }

  private var lanes: [Lane] = []
  /// The positions of the open lanes, counted from the first lane of the recording.
  private var open: [ScheduleItem: Int] = [:]
  /// The number of lanes that are no longer kept.
  package private(set) var dropped = 0
  /// The number of changes that have been added.
  package private(set) var changeCount = 0
  private let maxCount: Int

  private struct ScheduleItem: Hashable {
    let isWork: Bool
    let number: Int
  }

  /// - Parameter maxCount: The number of the latest lanes that are always kept. Older lanes are
  ///   dropped when the list contains twice as many lanes.
  package init(maxCount: Int = .max) { self.maxCount = maxCount }

  package var count: Int { lanes.count }

  /// Adds a change.
  ///
  /// - Parameters:
  ///   - change: The change as ``RecordedSchedule`` writes it; other values are ignored.
  ///   - index: The index of the step during which the change occurred.
  package mutating func add(_ change: NavigationValue, at index: Int) {
    guard let fields = change.table, let number = (fields["timer"] ?? fields["work"])?.integer
    else { return }
    changeCount += 1
    let item = ScheduleItem(isWork: fields["timer"] == nil, number: number)
    if let began = fields["began"]?.integer {
      // Numbers begin again if the application restarts.
      close(item, at: began, during: index, isCancelled: true)
      open[item] = dropped + lanes.count
      lanes.append(
        Lane(
          item: item, owner: fields["owner"], began: began, first: index,
          deadline: fields["deadline"]))
      if lanes.count / 2 >= maxCount { dropFirst() }
      return
    }
    guard let time = (fields["ended"] ?? fields["cancelled"])?.integer else { return }
    close(item, at: time, during: index, isCancelled: fields["ended"] == nil)
  }

  private mutating func close(
    _ item: ScheduleItem, at time: Int, during index: Int, isCancelled: Bool
  ) {
    guard let position = open.removeValue(forKey: item) else { return }
    lanes[position - dropped].end = (time, index, isCancelled)
  }

  private mutating func dropFirst() {
    let count = lanes.count - maxCount
    lanes.removeFirst(count)
    dropped += count
    open = open.filter { $0.value >= dropped }
  }

  /// Returns the time at which a change occurred, or `nil` if the value does not describe a change.
  package static func time(of change: NavigationValue) -> Int? {
    let fields = change.table
    return (fields?["began"] ?? fields?["ended"] ?? fields?["cancelled"])?.integer
  }

  /// The lanes of a recording in the order in which they began, as pages read them.
  package var value: NavigationValue { value { _ in nil } }

  /// Returns the lanes of a running session in the order in which they began, as pages read them.
  ///
  /// - Parameter endings: A closure that receives the number of an open work item, and returns the
  ///   results with which a client can end the work, or `nil` if a client cannot end it.
  package func value(endings: (Int) -> NavigationValue?) -> NavigationValue {
    .list(lanes.map { $0.value(endings) })
  }
}
