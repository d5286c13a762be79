internal import DequeModule

/// What submitting an operation gave.
public enum Submission {
  /// It has settled.
  case settled(Outcome)
  /// It waits, or its animation runs; the ticket has the outcome when it has settled.
  case queued(OperationTicket)

  /// `nil` while the operation waits.
  public var outcome: Outcome? {
    switch self {
    case .settled(let outcome): outcome
    case .queued(let ticket): ticket.outcome
    }
  }
}

/// The outcome of an operation that had to wait.
public final class OperationTicket {
  /// `nil` until the operation has settled.
  public internal(set) var outcome: Outcome? { didSet { follower?.outcome = outcome } }
  /// The ticket of the call that ended the operation, where another one did: a swipe's last part.
  var follower: OperationTicket?
  /// What a step of a batch came to, for the steps after it.
  var stepOutcome: Outcome?
}

/// One operation that was recorded instead of run, or that waits for its turn.
public struct BatchStep {
  var call: OperationCall
  /// Gets its outcome.
  public let ticket: OperationTicket

  init(_ call: OperationCall, _ ticket: OperationTicket = OperationTicket()) {
    self.call = call
    self.ticket = ticket
  }

  /// The operation's name.
  public var operation: String { OperationCatalog.signature(at: call.operation).name }
}

/// An operation that has begun and not settled: its animation runs, or the user's finger is down.
final class InFlight {
  /// Of a swipe, the call of its `begin`.
  let call: OperationCall
  let outcome: Outcome
  var ticket: OperationTicket
  /// When it is over in virtual time; `nil` while a stage shows it or a swipe is open.
  var deadline: Int?
  let operation: UInt32
  /// The screens that a swipe moves.
  var leaving: ContiguousArray<ScreenMark> = []
  var arriving: ContiguousArray<ScreenMark> = []
  /// How far a swipe has come, from 0 to 1.
  var progress = 0.0

  init(_ call: OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?, operation: UInt32) {
    self.call = call
    self.outcome = outcome
    self.ticket = ticket ?? OperationTicket()
    self.operation = operation
  }
}

/// The operations that wait for their turn, and what they wait for.
///
/// What each push asks for is guarded by bench: push-pop.
final class OperationQueue {
  /// Operations that are being recorded.
  private struct Recording {
    /// How deep in callbacks the recording code runs: what deeper code submits is its own.
    let depth: Int
    var steps: [BatchStep] = []
  }

  @exclusivity(unchecked) private var waiting = Deque<BatchStep>()
  /// The operation whose animation runs.
  @exclusivity(unchecked) var flight: InFlight?
  /// The swipe that the user has begun and not ended.
  @exclusivity(unchecked) var swipe: InFlight?
  /// An animation runs under the automatic clock.
  @exclusivity(unchecked) var isPassingTime = false
  /// Batches that are being recorded, the innermost last.
  private var recordings: [Recording] = []
  /// Links that came before the application was ready.
  private var links: [OperationCall] = []
  /// The key of the operation just before.
  @exclusivity(unchecked) private var lastKey: String?

  @inline(__always)
  var isEmpty: Bool { waiting.isEmpty }
  /// How many wait, the one whose animation runs and an open swipe included.
  var count: Int { waiting.count + (flight == nil ? 0 : 1) + (swipe == nil ? 0 : 1) }
  var waitingCount: Int { waiting.count }

  /// Whether what is submitted now has to wait.
  @inline(__always)
  var holdsUp: Bool { flight != nil || swipe != nil || !waiting.isEmpty }

  /// Whether nothing waits, is recorded or in flight, and no key and no link is kept.
  var isUnused: Bool { !holdsUp && recordings.isEmpty && links.isEmpty }

  func restart() {
    waiting.removeAll()
    flight = nil
    swipe = nil
    isPassingTime = false
    recordings = []
    links = []
    lastKey = nil
  }

  // MARK: - Waiting

  func append(_ step: BatchStep) { waiting.append(step) }

  /// Puts operations in front of everything that waits.
  func prepend(_ steps: [BatchStep]) { for step in steps.reversed() { waiting.prepend(step) } }

  /// The next operation that may run: while a swipe is open only what goes on with it.
  func next() -> BatchStep? {
    guard flight == nil else { return nil }
    guard let swipe else { return waiting.popFirst() }
    let index = waiting.firstIndex { step in
      step.call.operation == swipe.call.operation
        && [.progress, .cancel, .commit].contains(step.call.options.phase)
    }
    return index.map { waiting.remove(at: $0) }
  }

  /// Takes out the first of those that wait.
  func take(first count: Int) -> [BatchStep] {
    let taken = Array(waiting.prefix(count))
    waiting.removeFirst(taken.count)
    return taken
  }

  /// Takes out what a coordinator has submitted.
  func take(of coordinator: CoordinatorID) -> [BatchStep] {
    guard has(callsOf: coordinator) else { return [] }
    defer { waiting.removeAll { $0.call.caller == coordinator } }
    return waiting.filter { $0.call.caller == coordinator }
  }

  func has(callsOf coordinator: CoordinatorID) -> Bool {
    waiting.contains { $0.call.caller == coordinator }
  }

  func keep(link: OperationCall) { links.append(link) }

  /// Lets the links that came too early wait their turn.
  func submitLinks() {
    for link in links { append(BatchStep(link)) }
    links = []
  }

  /// Calls a function with every call that it holds.
  func forEachCall(_ body: (borrowing OperationCall) -> Void) {
    for step in waiting { body(step.call) }
    for link in links { body(link) }
    for recording in recordings { for step in recording.steps { body(step.call) } }
    if let flight { body(flight.call) }
    if let swipe { body(swipe.call) }
  }

  // MARK: - Recording

  /// Collects the operations that a body submits, which runs so deep in callbacks.
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

  /// Whether what code submits so deep in callbacks is collected.
  func isRecording(depth: Int) -> Bool { recordings.last?.depth == depth }

  var isRecording: Bool { !recordings.isEmpty }

  /// The ticket of a call that is being recorded; `nil` when none records it.
  func recorded(_ call: borrowing OperationCall, depth: Int) -> OperationTicket? {
    guard isRecording(depth: depth), let last = recordings.indices.last else { return nil }
    let step = BatchStep(copy call)
    recordings[last].steps.append(step)
    return step.ticket
  }

  // MARK: - Keys

  /// Whether the operation just before was done under the key of this one.
  @inline(__always)
  func isRepeated(_ call: borrowing OperationCall) -> Bool {
    lastKey != nil && lastKey == call.options.key
  }

  /// Keeps the key of an operation that was done.
  @inline(__always)
  func noteKey(of call: borrowing OperationCall) {
    if lastKey != nil || call.options.hasExtras { lastKey = call.options.key }
  }

  /// Forgets the key: another operation came between.
  @inline(__always)
  func forgetKey() { if lastKey != nil { lastKey = nil } }
}

/// Guarded by bench: W1.
extension OperationCall {
  /// The names of a batch's operations, in order; `nil` for all other calls.
  @inline(__always)
  var stepNames: String? { hasExtras ? namesOfSteps : nil }

  private var namesOfSteps: String? {
    self.steps.isEmpty ? nil : self.steps.map(\.operation).joined(separator: ", ")
  }
}
