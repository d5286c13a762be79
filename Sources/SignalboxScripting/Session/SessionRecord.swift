internal import Signalbox

/// The recorded calls of a session, one line for each call, and the steps that the calls made. The
/// record is used to repeat the calls, for undo and redo, and to write scenarios.
///
/// A step is the change that an external call has made, including changes made by its callbacks.
/// When the lines exceed a size limit, the older half is dropped (decision 0131).
package final class SessionRecord {
  /// A state that can be restored.
  package struct Step: Hashable, Sendable {
    /// The engine's number for the state.
    package let state: Int
    /// The number of the line that led to the state, or `nil` if the state precedes the record.
    package let line: Int?
  }

  /// A line, and the state after it.
  private struct Entry {
    /// The index of the end of the line's text.
    let end: Int
    /// The engine's number for the state after the line.
    let state: Int
  }

  /// The state in which the record begins, as JSON.
  package let beginning: String
  /// The engine's number for the initial state. An undo can restore earlier states.
  package let firstState: Int
  /// The steps that led to the current state, followed by the steps that were undone, oldest first.
  /// Until steps are dropped, the first step is the state of a new engine.
  package private(set) var steps: [Step]
  /// The index of the current state in ``steps``.
  package private(set) var position: Int
  /// The number of steps that were dropped from the beginning of ``steps``.
  package private(set) var droppedSteps = 0
  /// The number of lines that were dropped.
  package private(set) var droppedLines = 0
  /// The number of undone steps that new steps have replaced since ``takeReplaced()`` was last
  /// called.
  private var replaced = 0

  private unowned let engine: NavigationEngine
  private let capacity: Int
  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  private var forkCount: Int
  /// The first line of every replay, or `nil` before the recording has begun.
  private var header: String?
  /// The lines that may still be rolled back, each with the state after it, or `nil` if no attempt
  /// is in progress.
  private var attempted: [(text: String, state: Int)]?

  init(_ engine: NavigationEngine, beginning: String, capacity: Int) {
    self.engine = engine
    self.beginning = beginning
    self.capacity = max(1, capacity)
    forkCount = engine.forkCount
    firstState = engine.stepNumber
    steps = [Step(state: 0, line: nil)]
    if firstState > 0 { steps.append(Step(state: firstState, line: nil)) }
    position = steps.count - 1
  }

  /// The number of lines, including dropped lines.
  package var lineCount: Int { droppedLines + entries.count }

  /// Whether no line has been dropped.
  package var isWhole: Bool { droppedLines == 0 }

  /// The total size of the lines and steps in bytes, for memory monitoring.
  package var byteCount: Int {
    bytes.capacity + entries.capacity * MemoryLayout<Entry>.stride
      + steps.capacity * MemoryLayout<Step>.stride
  }

  /// Returns a line, counted from 0, or `nil` if the line has been dropped.
  package func line(_ number: Int) -> String? {
    let index = number - droppedLines
    guard entries.indices.contains(index) else { return nil }
    let start = index == 0 ? 0 : entries[index - 1].end
    return String(decoding: bytes[start..<entries[index].end], as: UTF8.self)
  }

  /// Returns the engine's number for the state after a line, counted from 0, or `nil` if the line
  /// has been dropped.
  package func state(afterLine number: Int) -> Int? {
    let index = number - droppedLines
    return entries.indices.contains(index) ? entries[index].state : nil
  }

  /// The header and all lines that have not been dropped, for a replay.
  var lines: [String] {
    (header.map { [$0] } ?? []) + (droppedLines..<lineCount).compactMap(line)
  }

  /// Returns the number of undone steps that new steps have replaced since the last call.
  package func takeReplaced() -> Int {
    defer { replaced = 0 }
    return replaced
  }

  // MARK: - Writing

  /// Adds a line from the recording.
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

  /// Defers adding lines until ``endAttempt(keeping:)`` is called.
  package func beginAttempt() { attempted = [] }

  /// Adds the lines that have been recorded since ``beginAttempt()``, or drops these lines.
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

  /// Records the engine's state after a line.
  private func note(_ state: Int, line: Int) {
    if engine.forkCount != forkCount {
      forkCount = engine.forkCount
      // A callback may have undone more steps before it continued.
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

  /// Returns the position of a state among the steps, or the position at which it would be
  /// inserted. Cost: O(log steps).
  private func place(of state: Int) -> (index: Int, isKnown: Bool) {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].state < state { low = middle + 1 } else { high = middle }
    }
    return (low, low < steps.count && steps[low].state == state)
  }

  /// Drops the older half of the record to free memory.
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
    // The bytes are copied, because removing them in place would keep the capacity.
    bytes = Array(bytes[start...])
    entries = entries[count...].map { Entry(end: $0.end - start, state: $0.state) }
    droppedLines += count
    // Steps without a line cannot be described. The current step is always kept.
    let gone = steps.prefix(position).prefix { ($0.line ?? -1) < droppedLines }.count
    steps.removeSubrange(..<gone)
    droppedSteps += gone
    position -= gone
  }
}
