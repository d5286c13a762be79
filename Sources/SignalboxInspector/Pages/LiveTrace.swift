package import Signalbox

/// The calls of a running session, in the format of recordings on pages (decision 0301).
///
/// Only the last steps are retained, in chunks of ``chunkSize`` steps. New steps are added to the
/// last chunk.
package final class LiveTrace {
  /// A chunk of steps.
  package struct Part {
    /// The index of the chunk's first step among all steps of the session, counted from 0.
    package let first: Int
    /// The number of steps in the chunk, and the number of groups that begin in it.
    package let count: Int, groupCount: Int
    /// The steps as JSON.
    package let steps: NavigationValue
  }

  /// A step that is not complete until the next step begins or the engine is idle.
  private struct Pending {
    let call: SessionTrace.Step
    let effect: String
    let lines: Lines
    /// The numbers of the step's events.
    let events: Range<Int>
  }

  /// The script lines that made the call and the calls of its callbacks.
  private struct Lines {
    var place: String?
    /// The calls that callbacks made, in the format that the steps of scenarios use.
    var inner: [NavigationValue] = []
  }

  /// The data that is required to return to a step.
  private struct StepState {
    /// The engine's number for the state after the step.
    let state: Int
    /// Whether a later step has continued from an earlier state, so that this state no longer
    /// exists.
    var isReplaced = false
  }

  private weak var engine: NavigationEngine?
  private var observation: CallObservation?
  private var reader: SessionTrace.StepReader
  private var pending: Pending?
  /// The script lines of the next step that are known so far.
  private var lines = Lines()
  private var chunks: [TraceChunk]
  /// The front screens so far, and the transitions between them.
  private var graph = TraceGraph()
  /// The timers and the asynchronous work so far.
  package private(set) var lanes = LaneList(maxCount: maxLanes)
  private let schedule: RecordedSchedule
  /// A closure that returns the declarations of the session with the numbers of their uses, or
  /// `nil` if these numbers are not known.
  package var coverage: (() -> NavigationValue)?
  private var stepStates: [StepState] = []
  /// The number of the last event that belongs to a step.
  private var lastEvent: Int
  /// The engine's numbers for the current state and for the branch of the history that contains it.
  private var last: (state: Int, fork: Int)
  /// The number of dropped steps.
  package private(set) var dropped = 0

  /// The number of steps in a chunk.
  package static let chunkSize = 100
  /// The maximum number of chunks.
  package static let maxChunks = 100
  /// The maximum total size of the strings and numbers in all chunks, in bytes. The last chunk is
  /// always retained.
  package var maxBytes = 64_000_000
  /// The number of the latest timers and work items that are always kept.
  private static let maxLanes = 1000
  /// The maximum number of callback calls for which a step contains the script lines.
  private static let maxInner = 50

  /// Creates a trace that begins with the current state of an engine. The trace does not retain the
  /// engine.
  ///
  /// - Parameter view: The current titles and actions, or `nil` if they are unknown.
  package init(of engine: NavigationEngine, view: NavigationValue? = nil) {
    self.engine = engine
    schedule = RecordedSchedule(of: engine)
    let state = engine.shownState
    reader = SessionTrace.StepReader(after: state)
    chunks = [TraceChunk(after: TraceChunk.Before(state: state, view: view, groups: []))]
    lastEvent = engine.eventCount
    last = (engine.stepNumber, engine.forkCount)
    graph.add(state, by: "", at: 0)
    observation = CallObservation(of: engine, states: .sparing, includesNested: true) {
      [weak self] in self?.add($0)
    }
  }

  /// The number of steps, including dropped steps.
  package var count: Int { dropped + stepStates.count }

  // MARK: - Recording

  /// Records the script line that makes the next call, such as `shop.lua:12`, or `nil` if no script
  /// makes the call.
  package func note(place: String?) { lines = Lines(place: place) }

  /// Records the line of a callback that makes a call during the next step.
  package func note(inner operation: String, place: String) {
    guard lines.inner.count < Self.maxInner else { return }
    lines.inner.append(.fields([("call", .string(operation)), ("at", .string(place))]))
  }

  private func add(_ fields: NavigationArguments) {
    guard let engine, let call = reader.add(RecordedCall(fields: fields)) else { return }
    flush(nil)
    let events = lastEvent + 1..<engine.eventCount + 1
    lastEvent = engine.eventCount
    if engine.forkCount != last.fork {
      for index in stepStates.indices where stepStates[index].state > last.state {
        stepStates[index].isReplaced = true
      }
    }
    last = (engine.stepNumber, engine.forkCount)
    stepStates.append(StepState(state: last.state))
    graph.add(call.recorded.state, by: call.call, at: count - 1)
    readSchedule()
    pending = Pending(
      call: call, effect: StepText.effect(in: engine, events), lines: lines, events: events)
    lines = Lines()
  }

  /// Completes the last step with the resulting titles, actions and timers. Call this method when
  /// the engine is idle.
  ///
  /// - Parameter read: A closure that receives the numbers of the step's events, and returns the
  ///   view, or `nil` if the view cannot be read.
  package func settle(_ read: (Range<Int>) -> StepView?) {
    readSchedule()
    guard let pending else { return }
    flush(read(pending.events))
  }

  /// Records new changes to timers and asynchronous work as part of the last step.
  private func readSchedule() {
    for change in schedule.take() { lanes.add(change, at: max(0, count - 1)) }
  }

  /// Adds the pending step to the last chunk.
  private func flush(_ view: StepView?) {
    guard let pending, let engine else { return }
    self.pending = nil
    if chunks[chunks.count - 1].count == Self.chunkSize { beginChunk() }
    let events = view ?? StepView(events: pending.events, of: engine)
    let number =
      dropped + (chunks.count - 1) * Self.chunkSize + chunks[chunks.count - 1].count + 1
    let step = NavigationValue.fields([
      ("step", .integer(number)), ("call", .string(pending.call.call)),
      ("effect", pending.effect.isEmpty ? nil : .string(pending.effect)),
      ("at", pending.lines.place.map { .string($0) }),
      ("calls", pending.lines.inner.isEmpty ? nil : .list(pending.lines.inner)),
    ])
    let fields = NavigationValue.fields([
      ("view", events.view), ("events", events.events.isEmpty ? nil : .texts(events.events)),
      ("omittedEvents", events.omitted == 0 ? nil : .integer(events.omitted)),
    ])
    chunks[chunks.count - 1].add(
      TraceData.Entry(step: step.table, call: pending.call),
      [number: SessionTrace.View(fields: fields.table ?? [:])])
  }

  private func beginChunk() {
    chunks.append(TraceChunk(after: chunks[chunks.count - 1].last))
    dropChunks()
  }

  /// Drops the oldest chunks as long as there are too many chunks or their total size is too large.
  private func dropChunks() {
    var size = chunks.reduce(0) { $0 + $1.size }
    while chunks.count > 1, chunks.count > Self.maxChunks || size > maxBytes {
      size -= chunks.removeFirst().size
      stepStates.removeFirst(Self.chunkSize)
      dropped += Self.chunkSize
    }
  }

  // MARK: - Reading

  /// Returns the chunk that contains a step, or the first chunk for a dropped step. Returns `nil`
  /// if the step does not exist yet. If there are no steps, returns the first chunk, which contains
  /// only the initial state. Call ``settle(_:)`` first to complete the last step.
  ///
  /// - Parameter index: The index of the step, counted from 0.
  package func part(with index: Int) -> Part? {
    guard index < count || count == 0 else { return nil }
    // If there are no steps, the index can refer to a step of the session before a reload.
    let at = count == 0 ? 0 : max(0, index - dropped) / Self.chunkSize
    return Part(
      first: dropped + at * Self.chunkSize, count: chunks[at].count,
      groupCount: chunks[at].groupCount, steps: chunks[at].value)
  }

  /// The index of the step that led to the current state, or `nil` if no retained step led to it.
  package var present: Int? {
    guard let engine else { return nil }
    let index = stepStates.lastIndex { !$0.isReplaced && $0.state == engine.stepNumber }
    return index.map { $0 + dropped }
  }

  /// Returns the graph of the front screens so far, the declared routes, and the declared
  /// transitions that were never taken, as pages read it.
  ///
  /// - Parameters:
  ///   - routes: The declared routes.
  ///   - coverage: The declarations with the numbers of their uses, or `nil` if they are not known.
  package func graph(
    declaring routes: [DeclaredScreen], coverage: NavigationValue?
  ) -> NavigationValue {
    var graph = graph
    graph.declare(routes, coverage: coverage)
    return graph.value
  }

  /// Returns the engine's number for the state after a step.
  ///
  /// - Parameter index: The index of the step, counted from 0.
  /// - Throws: `badArgument` if the step does not exist or its state can no longer be restored.
  package func state(after index: Int) throws(NavigationError) -> Int {
    guard index < count else {
      throw NavigationError(
        .badArgument,
        count == 0
          ? "there is no step \(index + 1), because no step has been recorded"
          : "there is no step \(index + 1); the last step is \(count)")
    }
    guard index >= dropped else {
      throw NavigationError(
        .badArgument, "step \(index + 1) is no longer available; the oldest step is \(dropped + 1)")
    }
    let stepState = stepStates[index - dropped]
    guard !stepState.isReplaced else {
      throw NavigationError(
        .badArgument,
        "step \(index + 1) cannot be restored: a later step has continued from an "
          + "earlier state")
    }
    guard let engine, stepState.state >= engine.oldestStepNumber else {
      throw NavigationError(
        .badArgument, "step \(index + 1) cannot be restored: its state is no longer available")
    }
    return stepState.state
  }
}
