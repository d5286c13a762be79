internal import Signalbox

/// What was done in a session, one line each, and the steps that it took: kept for doing it again,
/// for going back and forth, and for writing it down as a scenario.
///
/// A step is what one call from outside changed, with all that its callbacks did. The lines are kept
/// up to a number of bytes; beyond that the older half goes (decision 0131).
package final class SessionRecord {
  /// One state that can be gone to.
  package struct Step: Hashable, Sendable {
    /// The engine's number of that state.
    package let state: Int
    /// The number of the line that led there; `nil` for what was done before the record began.
    package let line: Int?
  }

  /// How far a line had come.
  private struct Entry {
    /// Where its text ends.
    let end: Int
    /// The engine's number of the state after it.
    let state: Int
  }

  /// What was shown when it began.
  package let beginning: String
  /// The steps that lead to the present state and those that were undone, the oldest first. The
  /// first is the state before everything.
  package private(set) var steps: [Step]
  /// The place of the present state in ``steps``.
  package private(set) var position: Int
  /// How many steps have been left out of ``steps`` at its beginning.
  package private(set) var droppedSteps = 0
  /// How many lines have been let go.
  package private(set) var droppedLines = 0
  /// How many undone steps new ones have replaced since ``takeReplaced()``.
  private var replaced = 0

  private unowned let engine: NavigationEngine
  private let capacity: Int
  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  private var forkCount: Int
  /// The line that every replay begins with.
  private var header: String?
  /// Lines of what may be taken back, with the state after each; `nil` where nothing is tried out.
  private var attempted: [(text: String, state: Int)]?

  init(_ engine: NavigationEngine, beginning: String, capacity: Int) {
    self.engine = engine
    self.beginning = beginning
    self.capacity = max(1, capacity)
    forkCount = engine.forkCount
    steps = [Step(state: 0, line: nil)]
    if engine.stepNumber > 0 { steps.append(Step(state: engine.stepNumber, line: nil)) }
    position = steps.count - 1
  }

  /// How many lines there were, those included that have been let go.
  package var lineCount: Int { droppedLines + entries.count }

  /// Whether everything that was done is still here.
  package var isWhole: Bool { droppedLines == 0 }

  /// The bytes that lines and steps take, for those who watch memory.
  package var byteCount: Int {
    bytes.capacity + entries.capacity * MemoryLayout<Entry>.stride
      + steps.capacity * MemoryLayout<Step>.stride
  }

  /// The text of a line, counted from 0; `nil` where it has been let go.
  package func line(_ number: Int) -> String? {
    let index = number - droppedLines
    guard entries.indices.contains(index) else { return nil }
    let start = index == 0 ? 0 : entries[index - 1].end
    return String(decoding: bytes[start..<entries[index].end], as: UTF8.self)
  }

  /// The engine's number of the state after a line that is kept.
  package func state(afterLine number: Int) -> Int? {
    let index = number - droppedLines
    return entries.indices.contains(index) ? entries[index].state : nil
  }

  /// Everything, for a replay.
  var lines: [String] {
    (header.map { [$0] } ?? []) + (droppedLines..<lineCount).compactMap(line)
  }

  /// How many undone steps new ones have replaced since this was asked last.
  package func takeReplaced() -> Int {
    defer { replaced = 0 }
    return replaced
  }

  // MARK: - Writing

  /// Takes the next line of the recording.
  func add(_ line: String) {
    guard header != nil else {
      header = line
      return
    }
    if attempted == nil {
      add(line, state: engine.stepNumber)
    } else {
      attempted?.append((line, engine.stepNumber))
    }
  }

  /// Waits with the lines from here on for ``endAttempt(keeping:)``.
  package func beginAttempt() { attempted = [] }

  /// Takes in the lines since ``beginAttempt()``, or drops them.
  package func endAttempt(keeping isKept: Bool) {
    let lines = attempted ?? []
    attempted = nil
    if isKept { for line in lines { add(line.text, state: line.state) } }
  }

  private func add(_ line: String, state: Int) {
    while bytes.count + line.utf8.count > capacity, entries.count > 1 { dropOlderHalf() }
    bytes.append(contentsOf: line.utf8)
    entries.append(Entry(end: bytes.count, state: state))
    note(state, line: lineCount - 1)
  }

  /// Takes in where the engine stands after a line.
  private func note(_ state: Int, line: Int) {
    if engine.forkCount != forkCount {
      forkCount = engine.forkCount
      // A callback may have gone back further before it went on.
      let kept = max(1, min(position + 1, place(of: state).index))
      replaced += steps.count - (position + 1)
      steps.removeSubrange(kept...)
      position = min(position, steps.count - 1)
    }
    if steps[position].state == state { return }
    let (low, isKnown) = place(of: state)
    if !isKnown { steps.insert(Step(state: state, line: line), at: low) }
    position = low
  }

  /// Where a state stands among the steps, or would. Cost: O(log steps).
  private func place(of state: Int) -> (index: Int, isKnown: Bool) {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].state < state { low = middle + 1 } else { high = middle }
    }
    return (low, low < steps.count && steps[low].state == state)
  }

  /// Gives the memory of the older half back.
  ///
  /// - Returns: Whether anything was dropped.
  func releaseOlderHalf() -> Bool {
    guard entries.count > 1 else { return false }
    dropOlderHalf()
    return true
  }

  private func dropOlderHalf() {
    let count = entries.count / 2
    guard count > 0 else { return }
    let start = entries[count - 1].end
    // Not removed in place, which would keep the room.
    bytes = Array(bytes[start...])
    entries = entries[count...].map { Entry(end: $0.end - start, state: $0.state) }
    droppedLines += count
    // Of steps whose line is gone nothing can be told; the present one always stays.
    let gone = steps.prefix(position).prefix { ($0.line ?? -1) < droppedLines }.count
    steps.removeSubrange(..<gone)
    droppedSteps += gone
    position -= gone
  }
}
