internal import DequeModule

/// An operation that has begun but has not settled: an operation that is being animated, or an open
/// interactive gesture.
final class InFlight {
  /// The call that began the operation, which may be an interactive gesture.
  let call: OperationCall
  let outcome: Outcome
  var ticket: OperationTicket
  /// The virtual end time of the operation in milliseconds, or `nil` while a stage shows the
  /// operation or a gesture is open.
  var deadline: Int?
  /// The virtual time in milliseconds when the engine stops waiting for the stage, or `nil` if no
  /// stage shows the operation.
  var lastMoment: Int?
  /// The limit in milliseconds that ``lastMoment`` is based on.
  var limit = 0
  /// Whether ``Stage/perform(_:completion:)`` is running.
  var isPerforming = false
  /// Whether the stage has ended the transition in a callback. In this case, the operation ends
  /// when the callback returns.
  var hasEnded = false
  let operation: UInt32
  /// The screens that the gesture removes.
  var leaving: ContiguousArray<ScreenReference> = []
  var arriving: ContiguousArray<ScreenReference> = []
  /// The progress of the gesture, from 0 to 1.
  var progress = 0.0

  /// The latest virtual end time of the operation, or `nil` while a gesture is open.
  var end: Int? { deadline ?? lastMoment }

  init(_ call: OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?, operation: UInt32) {
    self.call = call
    self.outcome = outcome
    self.ticket = ticket ?? OperationTicket()
    self.operation = operation
  }

  /// A separate object with equal contents and the same ticket.
  var copy: InFlight {
    let copy = InFlight(call, outcome, ticket, operation: operation)
    (copy.deadline, copy.lastMoment, copy.limit) = (deadline, lastMoment, limit)
    (copy.isPerforming, copy.hasEnded) = (isPerforming, hasEnded)
    (copy.leaving, copy.arriving, copy.progress) = (leaving, arriving, progress)
    return copy
  }
}

/// The queue of waiting operations, and the operation that they are waiting for.
///
/// Every push reads the queue's properties, so their exclusivity checks are disabled (decision
/// 0006). Benchmark: `W1`.
final class OperationQueue {
  /// A batch that is being recorded.
  private struct Recording {
    /// The callback depth of the recording code. Operations that deeper callbacks submit are not
    /// part of the batch.
    let depth: Int
    var steps: [BatchStep] = []
  }

  @exclusivity(unchecked) private var waiting = Deque<BatchStep>()
  /// The operation that is being animated, if any.
  @exclusivity(unchecked) var flight: InFlight?
  /// The open interactive gesture, if any.
  @exclusivity(unchecked) var swipe: InFlight?
  /// Whether an animation is running under the automatic clock.
  @exclusivity(unchecked) var isPassingTime = false
  /// The batches that are being recorded, innermost last.
  private var recordings: [Recording] = []
  /// Links that were opened before the application was ready.
  private var links: [OperationCall] = []
  /// The key of the previous operation, if it had a key.
  @exclusivity(unchecked) private var lastKey: String?

  @inline(__always)
  var isEmpty: Bool { waiting.isEmpty }
  /// The number of waiting operations, including an operation that is being animated and an open
  /// gesture.
  var count: Int { waiting.count + (flight == nil ? 0 : 1) + (swipe == nil ? 0 : 1) }
  var waitingCount: Int { waiting.count }

  /// Whether an operation submitted outside callbacks would have to wait.
  @inline(__always)
  var holdsUp: Bool { flight != nil || swipe != nil || !waiting.isEmpty }

  /// Whether the clock is being advanced to the end of an animation, or a batch is being recorded.
  var isBusy: Bool { isPassingTime || !recordings.isEmpty }

  /// Whether no operation is waiting, being recorded or in flight, and no link is stored.
  var isUnused: Bool { !holdsUp && recordings.isEmpty && links.isEmpty }

  /// The part of the queue that a checkpoint saves.
  struct Contents {
    fileprivate let waiting: Deque<BatchStep>
    fileprivate let flight: InFlight?
    fileprivate let swipe: InFlight?
    fileprivate let links: [OperationCall]
    fileprivate let lastKey: String?
    fileprivate let isIdle: Bool
  }

  /// Whether no operation is waiting or in flight, no gesture is open, and no link is stored.
  var isIdle: Bool { waiting.isEmpty && flight == nil && swipe == nil && links.isEmpty }

  /// The part of the queue that a checkpoint saves, for ``restore(_:)``. This property must not be
  /// read while operations are being recorded.
  var contents: Contents {
    Contents(
      waiting: waiting, flight: flight?.copy, swipe: swipe?.copy, links: links, lastKey: lastKey,
      isIdle: isIdle)
  }

  /// Restores saved contents. The outcomes of the restored operations' tickets are removed.
  func restore(_ contents: Contents) {
    if contents.isIdle, isIdle {
      lastKey = contents.lastKey
      return
    }
    (waiting, links, lastKey) = (contents.waiting, contents.links, contents.lastKey)
    (flight, swipe) = (contents.flight?.copy, contents.swipe?.copy)
    for step in waiting { step.ticket.reopen() }
    flight?.ticket.reopen()
    swipe?.ticket.reopen()
  }

  // MARK: - Waiting

  func append(_ step: BatchStep) { waiting.append(step) }

  /// Inserts operations before all waiting operations.
  func prepend(_ steps: [BatchStep]) { for step in steps.reversed() { waiting.prepend(step) } }

  /// Removes and returns the next operation that can run, or returns `nil` if there is none. While
  /// a gesture is open, only its next phase can run.
  func next() -> BatchStep? {
    guard flight == nil else { return nil }
    guard let swipe else { return waiting.popFirst() }
    let index = waiting.firstIndex { step in
      step.call.operation == swipe.call.operation
        && [.progress, .cancel, .commit].contains(step.call.options.phase)
    }
    return index.map { waiting.remove(at: $0) }
  }

  /// Removes and returns at most the given number of waiting operations from the front of the
  /// queue.
  func take(first count: Int) -> [BatchStep] {
    let taken = Array(waiting.prefix(count))
    waiting.removeFirst(taken.count)
    return taken
  }

  /// Removes and returns the waiting operations that a coordinator submitted.
  func take(of coordinator: CoordinatorID) -> [BatchStep] {
    guard has(callsOf: coordinator) else { return [] }
    defer { waiting.removeAll { $0.call.caller == coordinator } }
    return waiting.filter { $0.call.caller == coordinator }
  }

  func has(callsOf coordinator: CoordinatorID) -> Bool {
    waiting.contains { $0.call.caller == coordinator }
  }

  func keep(link: OperationCall) { links.append(link) }

  /// Enqueues the links that were opened before the application was ready.
  func submitLinks() {
    for link in links { append(BatchStep(link)) }
    links = []
  }

  /// Calls a function for each call that is waiting, being recorded or in flight, and for each
  /// stored link.
  func forEachCall(_ body: (borrowing OperationCall) -> Void) {
    for step in waiting { body(step.call) }
    for link in links { body(link) }
    for recording in recordings { for step in recording.steps { body(step.call) } }
    if let flight { body(flight.call) }
    if let swipe { body(swipe.call) }
  }

  // MARK: - Recording

  /// Collects the operations that a closure submits at the given callback depth.
  func record<Failure: Error>(
    depth: Int, _ body: () throws(Failure) -> Void
  ) throws(Failure) -> [BatchStep] {
    recordings.append(Recording(depth: depth))
    do throws(Failure) {
      try body()
    } catch {
      recordings.removeLast()
      throw error
    }
    return recordings.removeLast().steps
  }

  /// Returns whether operations submitted at the given callback depth are being recorded.
  func isRecording(depth: Int) -> Bool { recordings.last?.depth == depth }

  var isRecording: Bool { !recordings.isEmpty }

  /// Adds a call to the batch that is being recorded at the given callback depth, and returns the
  /// call's ticket. Returns `nil` if there is no such batch.
  func recorded(_ call: borrowing OperationCall, depth: Int) -> OperationTicket? {
    guard isRecording(depth: depth), let last = recordings.indices.last else { return nil }
    let step = BatchStep(copy call)
    recordings[last].steps.append(step)
    return step.ticket
  }

  // MARK: - Keys

  /// Returns whether a call has the same key as the previous operation.
  @inline(__always)
  func isRepeated(_ call: borrowing OperationCall) -> Bool {
    lastKey != nil && lastKey == call.options.key
  }

  /// Stores the key of a completed operation, or removes the stored key if the operation has none.
  @inline(__always)
  func noteKey(of call: borrowing OperationCall) {
    if lastKey != nil || call.options.hasExtras { lastKey = call.options.key }
  }

  /// Removes the stored key, because another operation has run.
  @inline(__always)
  func forgetKey() { if lastKey != nil { lastKey = nil } }
}

/// Benchmark: `W1`.
extension OperationCall {
  /// The names of a batch's operations in the order of submission, separated by commas, or `nil`
  /// for other calls.
  @inline(__always)
  var stepNames: String? { hasExtras ? namesOfSteps : nil }

  private var namesOfSteps: String? {
    self.steps.isEmpty ? nil : self.steps.map(\.operation).joined(separator: ", ")
  }
}

extension OperationCall {
  /// Whether the call begins a swipe back. Unlike other gestures, this gesture cannot wait, because
  /// a finger is already moving.
  var beginsSwipeBack: Bool {
    operation == Self.swipeBack && options.phase.isBeginning
  }

  private static let swipeBack = OperationCatalog.index(ofGesture: "swipeBack")
}
